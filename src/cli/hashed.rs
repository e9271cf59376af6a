//! The results of `simscope hash`, which its printers take. It must not know the printers or the arguments.

use super::settings::ResolvedSettings;
use crate::{
    batch::stream::remainder,
    compare::{
        CharOffsets,
        exclusion::{Excluded, ExcludedShare, ExclusionReason, ExclusionReasons, Exclusions},
        keywords::Keywords,
    },
    document::Document,
    simhash::{CountError, Fingerprint, Sketch, Trace, sketch},
};

pub(super) struct HashedDocument {
    /// The exclusions do not affect it.
    pub sketch: Sketch,
    /// `None` without exclusions.
    pub remainder: Option<HashedRemainder>,
}

/// The text of a document after exclusion.
pub(super) struct HashedRemainder {
    pub fingerprint: Option<Fingerprint>,
    /// The excluded share of the text.
    pub share: ExcludedShare,
    /// The same for each reason, in the order of [`ExclusionReason::ALL`].
    pub by_reason: [ExcludedShare; ExclusionReason::ALL.len()],
    /// In the order of the text.
    pub excluded: Vec<ExcludedChars>,
    /// The patterns that would take too much work on this document, and were not applied to it.
    pub not_applied: Vec<String>,
}

/// An excluded span. Texts are dropped before the results are printed, so the span is in characters already.
pub(super) struct ExcludedChars {
    pub start: usize,
    pub end: usize,
    pub reasons: ExclusionReasons,
}

/// The keywords of a document compared with a list.
pub(super) struct KeywordComparison {
    /// The fingerprint of the list.
    pub fingerprint: Option<Fingerprint>,
    /// Between that and the fingerprint of the document.
    pub hamming: Option<u32>,
    pub differences: Keywords,
}

impl HashedDocument {
    pub(super) fn new(
        document: &Document,
        exclusions: Option<&Exclusions>,
        settings: &ResolvedSettings,
    ) -> Result<Self, CountError> {
        let text = &document.text;
        let sketch = sketch(text, &settings.recipe)?;
        let Some(exclusions) = exclusions else { return Ok(Self { sketch, remainder: None }) };
        let (excluded, fingerprint) = remainder(text, exclusions, &settings.recipe, settings.run)?;
        let Excluded { spans, not_applied } = excluded;
        let (share, by_reason) = (ExcludedShare::new(text, &spans), ExcludedShare::by(text, &spans));
        let mut offsets = CharOffsets::new(text);
        let excluded = spans.iter().map(|excluded| {
            let [start, end] = offsets.of(excluded.span);
            ExcludedChars { start, end, reasons: excluded.why }
        });
        let excluded = excluded.collect();
        let not_applied = not_applied.into_iter().map(|at| exclusions.patterns[at].as_str().to_owned()).collect();
        Ok(Self { sketch, remainder: Some(HashedRemainder { fingerprint, share, by_reason, excluded, not_applied }) })
    }
}

impl KeywordComparison {
    pub(super) fn new(text: &Trace, list: &Trace) -> Self {
        let own = |trace: &Trace| trace.sketch.fingerprint.filter(|_| !trace.sketch.constant);
        let hamming = own(text).zip(own(list)).map(|(a, b)| a.hamming(b));
        Self { fingerprint: list.sketch.fingerprint, hamming, differences: Keywords::new(text, list) }
    }
}
