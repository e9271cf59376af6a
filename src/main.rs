//! simscope, the program: arguments → run → exit code; in a child process, it parses one file instead.

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = simscope::cli::extract() {
        return code;
    }
    simscope::cli::run(std::env::args_os())
}
