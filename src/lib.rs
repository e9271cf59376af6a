//! The program: a microscope for `SimHash`. `ARCHITECTURE.md` has its map.
//!
//! The algorithm is the crate `simscope-core`, whose modules stand here among the program's own. This library is not
//! published and has no interface: the program's tests, benchmarks and fuzz targets use it.

#![allow(missing_docs, reason = "the program has no public interface")]
#![warn(unreachable_pub)]

pub mod document;

mod files;

mod batch;
mod cache;
pub mod cli;
mod config;
pub mod fuzz;
mod html;
mod json;
mod lesson;
mod locale;
mod manual;
mod markdown;
mod page;
mod review;
mod say;
mod store;
mod table;
mod text;
pub mod tui;
mod url;

pub use simscope_core::{compare, lab, room, search, simhash};

use locale::t;

/// The parts of the program that its tests, benchmarks and fuzz targets use. No API: they change at any time.
pub mod app {
    #[cfg(unix)]
    pub use crate::document::guard::own_session;
    pub use crate::{
        cache::{Cache, CacheFolder},
        config::file::parse,
        document::guard::{Bounds, Degree, Measure, Measures, Rights, Start, confine},
        lesson::{
            included,
            walk::{Stage, Walk},
        },
        locale::Lang,
        review::{Exclusion, FileId, ReviewChange, Roots, Target, Verdict, journal},
        say::{read_error, setting_error},
        text::{
            cluster::clusters,
            find::find,
            fit::{clean, pad_end, truncate_end, truncate_middle, truncate_start, width},
            names::shorten_names,
            wrap::Wrap,
        },
    };
}
