/* common/program/hpgmp_dat.h - HPG-MxP's input file. */
#ifndef MEMWALL_HPGMP_DAT_H
#define MEMWALL_HPGMP_DAT_H
#include "options.h"

/* Takes the local box and, unless --rt was given, the seconds from ./hpgmp.dat, if it is
 * there; rank 0 reads. A fault in it ends the run with one line. Collective over comm. */
void hpgmp_dat_read(struct options *o, int rt_given, MPI_Comm comm);
#endif
