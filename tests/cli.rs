//! The command line, as a user and as a script meet it: the real program, its output and its exit codes.

#[path = "cli/altered.rs"]
mod altered;
#[path = "cli/archive.rs"]
mod archive;
#[path = "cli/bad_input.rs"]
mod bad_input;
#[path = "cli/cache.rs"]
mod cache;
#[path = "cli/calibrate.rs"]
mod calibrate;
#[path = "cli/codes.rs"]
mod codes;
#[path = "cli/config.rs"]
mod config;
#[path = "cli/diff.rs"]
mod diff;
#[path = "cli/difftool.rs"]
mod difftool;
#[cfg(unix)]
#[path = "cli/documented.rs"]
mod documented;
#[path = "cli/evaluate.rs"]
mod evaluate;
#[path = "cli/exclude.rs"]
mod exclude;
#[path = "cli/export.rs"]
mod export;
#[path = "support/files.rs"]
mod files;
#[path = "cli/fixture.rs"]
mod fixture;
#[path = "cli/forms.rs"]
mod forms;
#[path = "cli/install.rs"]
mod install;
#[path = "cli/json.rs"]
mod json;
#[path = "cli/lesson.rs"]
mod lesson;
#[path = "cli/library.rs"]
mod library;
#[path = "cli/library_failures.rs"]
mod library_failures;
#[path = "cli/library_pairs.rs"]
mod library_pairs;
#[path = "cli/library_review.rs"]
mod library_review;
#[path = "cli/lists.rs"]
mod lists;
#[path = "cli/matrix.rs"]
mod matrix;
#[path = "cli/memory.rs"]
mod memory;
#[path = "cli/reading.rs"]
mod reading;
#[cfg(feature = "redis")]
#[path = "cli/redis.rs"]
mod redis;
#[path = "cli/review.rs"]
mod review;
#[cfg(unix)]
#[path = "cli/secrets.rs"]
mod secrets;
#[cfg(feature = "redis")]
#[path = "support/redis.rs"]
mod servers;
#[path = "cli/special.rs"]
mod special;
#[path = "cli/spreadsheets.rs"]
mod spreadsheets;
#[path = "cli/step.rs"]
mod step;
#[path = "cli/stored.rs"]
mod stored;
#[path = "cli/usage.rs"]
mod usage;
