//! The screens: a folder each, with its `state`, its `update` (actions on it) and its `view`. A view knows no update.

pub(crate) mod bits {
    pub(crate) mod state;
    pub(crate) mod update;
    pub(crate) mod view;
}
pub(crate) mod diff {
    pub(crate) mod passages;
    pub(crate) mod state;
    pub(crate) mod update;
    pub(crate) mod view;
}
pub(crate) mod lab {
    pub(crate) mod history;
    pub(crate) mod state;
    pub(crate) mod update;
    pub(crate) mod view;
}
pub(crate) mod library {
    pub(crate) mod state;
    pub(crate) mod update;
    pub(crate) mod view;
}
pub(crate) mod overview {
    pub(crate) mod state;
    pub(crate) mod update;
    pub(crate) mod view;
}
pub(crate) mod pipeline {
    pub(crate) mod state;
    pub(crate) mod update;
    pub(crate) mod view;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Screen {
    /// 1: all pairs, ranked, and the selected one in words.
    Overview,
    /// 2: one document, from text to fingerprint.
    Pipeline,
    /// 3: two fingerprints, and why their bits differ.
    Bits,
    /// 4: two texts side by side.
    Diff,
    /// 5: a text that is changed, and what becomes of its fingerprint.
    Lab,
    /// 6: all documents together.
    Library,
}

impl Screen {
    /// All of them, in order.
    pub(super) const ALL: [Self; 6] =
        [Self::Overview, Self::Pipeline, Self::Bits, Self::Diff, Self::Lab, Self::Library];

    /// Its name in the keymap and the locale.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Overview => "overview",
            Self::Pipeline => "pipeline",
            Self::Bits => "bits",
            Self::Diff => "diff",
            Self::Lab => "lab",
            Self::Library => "library",
        }
    }

    /// Its number, from 1.
    pub(super) fn number(self) -> usize {
        self as usize + 1
    }
}
