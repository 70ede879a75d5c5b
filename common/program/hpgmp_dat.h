/* common/program/hpgmp_dat.h - reads HPG-MxP's input file. */
#ifndef MEMWALL_HPGMP_DAT_H
#define MEMWALL_HPGMP_DAT_H
#include "options.h"

/* If the file hpgmp.dat exists in the current folder, rank 0 reads it, and all
 * ranks store its local box in o->n and, unless --rt was given, its seconds in
 * o->bench.seconds. An error in the file ends the run with one line. Collective
 * over comm. */
void hpgmp_dat_read(struct options *o, int rt_given, MPI_Comm comm);
#endif
