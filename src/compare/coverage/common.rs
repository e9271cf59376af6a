//! What stands in many texts: forms, notices, a page that everybody was given; and every passage that several share.

use std::{cmp::Reverse, collections::HashMap, sync::Arc};

use rayon::prelude::*;

use super::{
    Passage, Windows,
    inverted::{Stretch, invert},
};
use crate::simhash::{Span, Stopped, Watch};

/// Of each text, the passages all of whose runs stand in `least` texts or more, itself counted; in order. Fewer than two
/// is taken as two. All must be prepared with one [`RunLength`](super::RunLength).
///
/// # Errors
/// [`Stopped`] where it was told to stop.
pub fn common(texts: &[Option<&Windows>], least: usize, watch: &Watch) -> Result<Vec<Vec<Passage>>, Stopped> {
    let inverted = invert(texts, |holders| holders.len() >= least, watch, 0)?;
    let passages = |(text, stretches): (Option<&Windows>, Vec<Stretch>)| {
        text.map_or_else(Vec::new, |text| text.passages(stretches.iter().map(|stretch| stretch.units)))
    };
    Ok(texts.par_iter().copied().zip(inverted.stretches).map(passages).collect())
}

/// A passage that stands in several texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedPassage {
    /// Which texts each of its runs stands in, rising.
    pub texts: Arc<[u32]>,
    /// Where it stands as a whole: each text with a span, by text and place. A text may have it several times.
    pub places: Vec<(u32, Span)>,
    /// How many characters it has, white space not counted; of the first place, since other scripts may fold to it.
    pub chars: u64,
}

/// The passages that stand in `least` texts or more, each with all texts it stands in: those in most texts first, then
/// the longest, then as they stand. A passage ends where the texts that share it become others, so one that is longer in
/// some texts than in others is told in parts that overlap.
///
/// # Errors
/// [`Stopped`] where it was told to stop.
///
/// ```
/// use simscope::{compare::coverage::{RunLength, Windows, shared_passages}, simhash::Watch};
/// let (run, watch) = (RunLength { han: 4, words: 3 }, Watch::default());
/// let texts = ["灯塔上的灯亮了。海", "夜里，灯塔上的灯亮了。", "风从北方来"];
/// let windows = texts.map(|text| Windows::new(text, run, &watch).expect("nobody stops it"));
/// let found = shared_passages(&windows.each_ref().map(Some), 2, &watch)?;
/// assert_eq!((found.len(), &*found[0].texts), (1, &[0, 1][..]));
/// assert_eq!(found[0].places.iter().map(|(text, span)| span.of(texts[*text as usize])).collect::<Vec<_>>(), ["灯塔上的灯亮了。"; 2]);
/// # Ok::<(), simscope::simhash::Stopped>(())
/// ```
pub fn shared_passages(texts: &[Option<&Windows>], least: usize, watch: &Watch) -> Result<Vec<SharedPassage>, Stopped> {
    let inverted = invert(texts, |holders| holders.len() >= least, watch, 0)?;
    let mut at: HashMap<(u32, u64), usize> = HashMap::new();
    let mut found: Vec<SharedPassage> = Vec::new();
    for ((text, stretches), number) in texts.iter().zip(&inverted.stretches).zip(0..) {
        watch.check()?;
        let Some(text) = text else { continue };
        for stretch in stretches {
            let passage = text.passage(stretch.units);
            let at = *at.entry((stretch.class, stretch.windows)).or_insert_with(|| {
                let texts = inverted.classes[stretch.class as usize].clone();
                found.push(SharedPassage { texts, places: Vec::new(), chars: passage.chars });
                found.len() - 1
            });
            found[at].places.push((number, passage.span));
        }
    }
    found.par_sort_by_key(|passage| (Reverse(passage.texts.len()), Reverse(passage.chars)));
    Ok(found)
}
