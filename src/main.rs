//! simscope, the program: arguments → run → exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    simscope::cli::run(std::env::args_os())
}
