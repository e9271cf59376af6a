//! A batch against an archive of which only fingerprints are known.

use super::*;
