//! Memory that is refused: whichever large allocation of the program fails, it says so and ends with an error, or leaves
//! a document out. It never aborts.
//!
//! The children are this test itself, which has an allocator that refuses one large allocation and otherwise is the
//! program.

#![expect(unsafe_code, reason = "an allocator cannot be written without it")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    process::ExitCode,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

/// Allocations of so many bytes count.
const LARGE: usize = 16 << 20;

/// Which large allocation is refused, from 1; 0 for none.
static REFUSED: AtomicUsize = AtomicUsize::new(0);
static SEEN: AtomicUsize = AtomicUsize::new(0);

struct Refusing;

impl Refusing {
    fn refuses(size: usize) -> bool {
        let refuses =
            size >= LARGE && REFUSED.load(Relaxed) > 0 && SEEN.fetch_add(1, Relaxed) + 1 == REFUSED.load(Relaxed);
        if refuses && std::env::var_os("TRACE").is_some() {
            eprintln!("REFUSED {size}\n{}", std::backtrace::Backtrace::force_capture());
        }
        refuses
    }
}

unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if Self::refuses(layout.size()) { std::ptr::null_mut() } else { unsafe { System.alloc(layout) } }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if Self::refuses(layout.size()) { std::ptr::null_mut() } else { unsafe { System.alloc_zeroed(layout) } }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if Self::refuses(size) { std::ptr::null_mut() } else { unsafe { System.realloc(at, layout, size) } }
    }
}

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

fn main() -> ExitCode {
    if let Some(code) = simscope::cli::extract() {
        return code;
    }
    if let Some(n) = std::env::var("REFUSE").ok().and_then(|n| n.parse().ok()) {
        REFUSED.store(n, Relaxed);
        let code = simscope::cli::run(std::env::args_os());
        REFUSED.store(0, Relaxed);
        if std::env::var_os("TRACE").is_some() {
            eprintln!("LARGE {}", SEEN.load(Relaxed));
        }
        return code;
    }
    ExitCode::SUCCESS
}
