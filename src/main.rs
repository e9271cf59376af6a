//! simscope, the program: arguments → run → exit code; or, started by itself to take a file apart, that alone.

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = simscope::cli::extract() {
        return code;
    }
    simscope::cli::run(std::env::args_os())
}
