//! Failures of single documents.

use crate::{
    document::{ReadError, Source},
    locale::Lang,
    say,
    simhash::{CountError, GivenError},
    t,
};

/// The reason that there are no results for a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It could not be read.
    Read(ReadError),
    /// The recipe expects a list of features, and it is none.
    List(GivenError),
    /// The work was stopped.
    Stopped,
}

impl Failure {
    /// A stable name, for files.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Read(error) => error.kind(),
            Self::List(_) => "given",
            Self::Stopped => "stopped",
        }
    }

    /// A sentence that says why, and what to do about it. Only one on reading names the document.
    pub(crate) fn reason(&self, lang: Lang) -> String {
        match self {
            Self::Read(error) => say::read_error(error, lang),
            Self::List(error) => say::feature_list_error(error, lang),
            Self::Stopped => t!(lang, "notice.stopped").into(),
        }
    }

    /// The same, and which document it is.
    pub(crate) fn message(&self, source: &Source, lang: Lang) -> String {
        match self {
            Self::Read(_) => self.reason(lang),
            Self::List(_) | Self::Stopped => t!(lang, "cli.failed", place = source.place(), why = self.reason(lang)),
        }
    }
}

impl From<CountError> for Failure {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Given(error) => Self::List(error),
            CountError::Stopped(_) => Self::Stopped,
        }
    }
}
