/* docs/labs/19-shared/main.h - checks and times multiply of lab 19, as lab 13 does: A has
 * values in float. */
#include "docs/labs/13-loads/main.h"
