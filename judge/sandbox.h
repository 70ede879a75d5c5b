/* judge/sandbox.h - takes files, processes and the network away from the tree. */
#ifndef JUDGE_SANDBOX_H
#define JUDGE_SANDBOX_H

/* From now on a system call that opens or changes a file, starts a process, uses the
 * network or looks into another process ends the program with a finding. Threads can
 * still be started. Returns 0 if the system cannot do this (then nothing changed);
 * so far it is implemented for Linux on x86-64. */
int sandbox_enter(void);
#endif
