//! The system calls that a child may make. Linux on x86-64 and aarch64.
//!
//! Any other call fails with EPERM and the child goes on: what a C library tries out of habit (a name for a thread, the
//! number of cores) must not cost a document, and a refused call does as little as one that kills. A call by the
//! numbers of another architecture does kill.

use libc::{
    MAP_ANONYMOUS, PROT_EXEC, SYS_brk, SYS_clock_gettime, SYS_exit, SYS_exit_group, SYS_futex, SYS_getrandom,
    SYS_madvise, SYS_mmap, SYS_mprotect, SYS_mremap, SYS_munmap, SYS_read, SYS_restart_syscall, SYS_rt_sigaction,
    SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sched_yield, SYS_sigaltstack, SYS_write,
};
use seccompiler::{
    BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen::Dword, SeccompCmpArgLen::Qword, SeccompCmpOp,
    SeccompCondition, SeccompFilter, SeccompRule, apply_filter,
};

/// Calls that are allowed whatever is passed to them.
const ANY: [i64; 15] = [
    // Memory, as allocators take it and give it back.
    SYS_brk,
    SYS_madvise,
    SYS_mremap,
    SYS_munmap,
    // The keys of hash maps.
    SYS_getrandom,
    // The locks of the standard library.
    SYS_futex,
    SYS_sched_yield,
    // The clock, where the kernel does not map it.
    SYS_clock_gettime,
    // The signal of an overflown stack, and its handler, which ends the process.
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    // A call that a signal interrupted.
    SYS_restart_syscall,
    // The end.
    SYS_exit,
    SYS_exit_group,
];

/// Lets this process, from now on, make none but these calls.
pub(super) fn allow_only_these() -> Result<(), Error> {
    apply_filter(&filter()?)
}

fn filter() -> Result<BpfProgram, BackendError> {
    // The input alone is read, the output alone is written, whatever else may be open.
    let read = vec![SeccompRule::new(vec![SeccompCondition::new(0, Dword, SeccompCmpOp::Eq, 0)?])?];
    let write = vec![SeccompRule::new(vec![SeccompCondition::new(0, Dword, SeccompCmpOp::Eq, 1)?])?];
    // Memory that no file is behind, and no code can be put into.
    let without = |argument, bit: i32| SeccompCondition::new(argument, Qword, SeccompCmpOp::MaskedEq(bit as u64), 0);
    let anonymous =
        SeccompCondition::new(3, Qword, SeccompCmpOp::MaskedEq(MAP_ANONYMOUS as u64), MAP_ANONYMOUS as u64)?;
    let mmap = vec![SeccompRule::new(vec![without(2, PROT_EXEC)?, anonymous])?];
    let mprotect = vec![SeccompRule::new(vec![without(2, PROT_EXEC)?])?];
    let checked = [(SYS_read, read), (SYS_write, write), (SYS_mmap, mmap), (SYS_mprotect, mprotect)];
    let rules = ANY.into_iter().map(|call| (call, Vec::new())).chain(checked).collect();
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    SeccompFilter::new(rules, refuse, SeccompAction::Allow, std::env::consts::ARCH.try_into()?)?.try_into()
}
