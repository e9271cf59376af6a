//! Documents with labelled pairs, whole or in part.

use super::{Families, LabelledPair};
use crate::{
    compare::coverage::Windows,
    simhash::{Stopped, Watch},
};

/// Documents, the labelled pairs among them, and their families.
#[derive(Clone, Debug)]
pub struct Collection<'a> {
    /// The names of the documents, which decide how they are split.
    pub names: Vec<&'a str>,
    /// The texts of the same documents, in that order.
    pub texts: Vec<&'a str>,
    /// The labelled pairs.
    pub pairs: Vec<LabelledPair>,
    /// Which documents are versions of one text.
    pub families: Families,
}

/// The documents of some families, with the pairs among them.
pub(super) struct Part {
    /// The numbers of the documents.
    pub(super) documents: Vec<usize>,
    /// The family of each document of the collection, numbered within the part.
    pub(super) family: Vec<usize>,
    /// How many documents each family has.
    pub(super) sizes: Vec<u32>,
    pub(super) pairs: Vec<LabelledPair>,
}

/// A document to be measured.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredText<'a> {
    /// Decides, with others, how the documents are split.
    pub name: &'a str,
    /// As the recipes count it.
    pub text: &'a str,
    /// The windows of that text.
    pub windows: &'a Windows,
}

impl<'a> Collection<'a> {
    /// Of labelled documents, whose families follow from the labels and from the text that they share.
    ///
    /// # Errors
    /// [`Stopped`] if the watch stopped it.
    pub fn new(texts: &[MeasuredText<'a>], pairs: Vec<LabelledPair>, watch: &Watch) -> Result<Self, Stopped> {
        let windows: Vec<Option<&Windows>> = texts.iter().map(|text| Some(text.windows)).collect();
        let families = Families::of_documents(&windows, &pairs, watch)?;
        let names = texts.iter().map(|text| text.name).collect();
        Ok(Self { names, texts: texts.iter().map(|text| text.text).collect(), pairs, families })
    }

    /// The documents of the families that `keep` wants.
    pub(super) fn part(&self, keep: impl Fn(usize) -> bool) -> Part {
        let mut numbers = vec![0; self.families.count()];
        let kept = (0..self.families.count()).filter(|&family| keep(family));
        let families = kept.zip(0..).map(|(family, number)| numbers[family] = number).count();
        let family: Vec<usize> = (0..self.texts.len()).map(|document| numbers[self.families.of(document)]).collect();
        let holds = |&document: &usize| keep(self.families.of(document));
        let documents: Vec<usize> = (0..self.texts.len()).filter(holds).collect();
        let mut sizes = vec![0; families];
        for &document in &documents {
            sizes[family[document]] += 1;
        }
        let pairs = self.pairs.iter().copied().filter(|pair| pair.documents.iter().all(holds)).collect();
        Part { documents, family, sizes, pairs }
    }
}

impl Part {
    /// How many pairs of documents of different families there are, if each family was drawn so many times: a pair
    /// counts with the product of its documents' draws.
    pub(super) fn unrelated(&self, drawn: &[u32]) -> u64 {
        let sizes = || self.sizes.iter().zip(drawn).map(|(&size, &drawn)| u64::from(size) * u64::from(drawn));
        let all: u64 = sizes().sum();
        (all * all - sizes().map(|size| size * size).sum::<u64>()) / 2
    }

    /// How often a pair counts, if each family was drawn so many times: with the product of its documents' draws, or
    /// within one family with the draws of that.
    pub(super) fn times(&self, documents: [usize; 2], drawn: &[u32]) -> usize {
        let [a, b] = documents.map(|document| self.family[document]);
        let of = |family: usize| drawn[family] as usize;
        if a == b { of(a) } else { of(a) * of(b) }
    }
}
