/* judge/sandbox.c - a filter of system calls (seccomp, Linux). */
#define _GNU_SOURCE
#include "sandbox.h"
#if defined __linux__ && defined __x86_64__
#include "verdict.h"
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#define LOAD(member) \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define TRAP(call)                                         \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP)

static const struct sock_filter filter[] = {
    LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS), LOAD(nr), TRAP(open),
    TRAP(openat), TRAP(creat), TRAP(unlink), TRAP(unlinkat), TRAP(rename),
    TRAP(renameat), TRAP(renameat2), TRAP(link), TRAP(linkat), TRAP(symlink),
    TRAP(symlinkat), TRAP(mkdir), TRAP(mkdirat), TRAP(chdir), TRAP(truncate),
    TRAP(chmod), TRAP(fchmodat), TRAP(execve), TRAP(execveat), TRAP(fork),
    TRAP(vfork), TRAP(socket), TRAP(connect), TRAP(ptrace), TRAP(process_vm_readv),
    TRAP(process_vm_writev), TRAP(kill), TRAP(tkill), TRAP(settimeofday),
    TRAP(clock_settime), TRAP(pidfd_open), TRAP(open_by_handle_at),
#ifdef SYS_openat2
    TRAP(openat2), TRAP(io_uring_setup),
#endif
    /* clone3 does not exist, so that the C library starts threads by clone; clone is
       allowed for threads only */
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3), LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};

/* The C library itself reads these files, for example to count the processors when a
 * thread allocates memory. It is told that they cannot be opened. */
static int of_the_library(const char *path)
{
    return strncmp(path, "/sys/devices/", 13) == 0 ||
           strncmp(path, "/proc/sys/vm/", 13) == 0 ||
           strcmp(path, "/proc/stat") == 0 || strcmp(path, "/proc/cpuinfo") == 0;
}

static void trapped(int signal, siginfo_t *info, void *context)
{
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const char *path =
        info->si_syscall == SYS_openat ? (const char *)registers[REG_RSI]
        : info->si_syscall == SYS_open ? (const char *)registers[REG_RDI]
                                       : "";
    (void)signal;
    if (of_the_library(path)) {
        registers[REG_RAX] = -EACCES;
        return;
    }
    verdict_line(
        "{\"finding\":\"files or processes\",\"cheat\":true,\"test\":\"%s\","
        "\"what\":\"system call number %d%s%.100s\"}",
        watch.test, info->si_syscall, *path ? ", file " : "", path);
    _exit(5);
}

int sandbox_enter(void)
{
    const struct sock_fprog program = {sizeof filter / sizeof *filter,
                                       (struct sock_filter *)filter};
    struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO};
    if (sigaction(SIGSYS, &action, NULL) != 0 ||
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return 0;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
#else
int sandbox_enter(void)
{
    return 0;
}
#endif
