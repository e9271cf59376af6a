//! What is left of the documents without what the rules leave out, where it is of the rules and texts as they are.

use std::sync::Arc;

use super::{
    super::left::{Rest, Rests, Revision},
    Batch,
};
use crate::{
    compare::{
        coverage::passages::bare,
        exclusion::{Excluded, parts},
        pair::Pair,
    },
    document::Document,
    simhash::Span,
};

impl Batch {
    /// What is left out is of these documents and these rules.
    pub fn revision(&self) -> Revision {
        (self.generation, self.rules.revision)
    }

    /// What is left of two documents with these texts, as far as known.
    pub fn rests(&self, documents: [usize; 2], texts: [&Document; 2]) -> [Option<&Rest>; 2] {
        let of = if self.rules.any() { self.left.of(documents, self.revision()) } else { [None; 2] };
        [0, 1].map(|side| of[side].map(|rest| &**rest).filter(|rest| rest.is_of(texts[side])))
    }

    /// What is left out of two documents with these texts, as far as known.
    pub fn excluded(&self, documents: [usize; 2], texts: [&Document; 2]) -> [&[Excluded]; 2] {
        self.rests(documents, texts).map(|rest| rest.map_or(&[][..], |rest| &rest.excluded))
    }

    /// What is left out of two documents with these texts, and of when that is; `None` where nothing is known to be.
    pub fn struck(&self, documents: [usize; 2], texts: [&Document; 2]) -> Option<Revision> {
        let any = self.rests(documents, texts).iter().any(Option::is_some);
        self.left.revision_of(documents, self.revision()).filter(|_| any)
    }

    /// What is left of a document with this text, as far as known.
    pub fn rest(&self, at: usize, document: &Document) -> Option<&Rest> {
        let rest = self.left.of_one(at, self.revision()).filter(|_| self.rules.any());
        rest.map(|rest| &**rest).filter(|rest| rest.is_of(document))
    }

    /// Whether a passage of a document is left out, all of it but the marks at its ends.
    pub fn is_out(&self, at: usize, passage: Span) -> bool {
        let Some(document) = self.document(at) else { return false };
        let text = &document.text;
        self.rest(at, document).is_some_and(|rest| {
            let mut parts = parts(bare(text, passage), &rest.excluded).into_iter();
            parts.all(|(part, out)| out || part.of(text).trim().is_empty())
        })
    }

    /// What is left of all documents, if that is known by the rules and texts as they are.
    pub fn all_left(&self) -> Option<&Arc<Rests>> {
        self.left.all.value().filter(|all| self.rules.any() && all.revision == self.revision())
    }

    /// The pair of what is left of two documents, and whether it is of the rules and texts as they are.
    pub fn pair_left(&self, documents: [usize; 2]) -> Option<(&Pair, bool)> {
        self.left.pair(documents, self.revision()).filter(|_| self.rules.any())
    }
}
