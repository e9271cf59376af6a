//! Laws of coverage over many texts: the numbers are those of each pair by itself.

use proptest::prelude::*;

use super::*;
use crate::compare::{Groups, Side};

/// A batch whose texts are made of few passages: some common to all, some repeated, some of their own, some not long
/// enough for a run, in any order; empty texts and texts that could not be read among them.
fn batch() -> impl Strategy<Value = Vec<Option<String>>> {
    let passage = prop_oneof![
        4 => (0usize..6).prop_map(|n| ["甲乙丙丁戊", "a b c d. ", "己庚辛壬癸子丑", "x, y ", "e f g h i j ", "寅卯a b c"][n].to_owned()),
        2 => "[甲乙丙ab ,]{0,12}",
        1 => Just("甲乙丙丁戊己庚辛".to_owned()),
    ];
    let text = (any::<bool>(), proptest::collection::vec(passage, 0..7)).prop_map(|(headed, passages)| {
        let head = if headed { "天地玄黄宇宙洪荒。One two three four five. " } else { "" };
        head.to_owned() + &passages.concat()
    });
    proptest::collection::vec(proptest::option::weighted(0.9, text), 0..9)
}

fn prepared(texts: &[Option<String>], run: RunLength) -> Vec<Option<Windows>> {
    let windows = |text: &String| Windows::new(text, run, &Watch::default()).unwrap();
    texts.iter().map(|text| text.as_ref().map(windows)).collect()
}

fn refs(windows: &[Option<Windows>]) -> Vec<Option<&Windows>> {
    windows.iter().map(Option::as_ref).collect()
}

/// Every so many documents belong to the archive, wherever they stand.
fn mixed(texts: &[Option<String>], every: usize) -> Groups {
    let side = |at: usize| if at.is_multiple_of(every + 1) { Side::Archive } else { Side::Batch };
    Groups::new((0..texts.len()).map(side).collect(), 0)
}

fn same_as_each_pair(windows: &[Option<&Windows>], groups: &Groups) -> Result<(), TestCaseError> {
    let all = shares(windows, groups, &Watch::default()).unwrap();
    for (a, of_a) in windows.iter().enumerate() {
        prop_assert!(all.of(a).is_sorted_by(|x, y| x.other < y.other));
        for (b, of_b) in windows.iter().enumerate() {
            let expected = match (of_a, of_b) {
                (Some(x), Some(y)) if groups.compares(a, b) => coverage(x, y)[0].clone(),
                _ => Coverage::default(),
            };
            let found = all.between(a, b).map_or((0.0, 0), |share| (share.share, u64::from(share.longest)));
            prop_assert_eq!(found, (expected.share, expected.longest()), "{} in {}", a, b);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn all_at_once_is_each_pair(texts in batch(), han in 1u32..6, words in 1u32..4, archive in 0usize..9) {
        let windows = prepared(&texts, RunLength { han, words });
        same_as_each_pair(&refs(&windows), &Groups::against(texts.len().saturating_sub(archive), texts.len()))?;
        same_as_each_pair(&refs(&windows), &mixed(&texts, archive))?;
        same_as_each_pair(&refs(&windows), &Groups::all(texts.len()))?;
    }

    #[test]
    fn progress_comes_to_the_number_of_pairs(texts in batch(), archive in 0usize..9) {
        let windows = prepared(&texts, RunLength::default());
        let groups = Groups::against(texts.len().saturating_sub(archive), texts.len());
        let watch = Watch::default();
        shares(&refs(&windows), &groups, &watch).unwrap();
        prop_assert_eq!(watch.done(), groups.pairs());
    }

    /// What is common to `least` texts: every window of a text that stands in as many, marked by hand.
    #[test]
    fn what_is_common_is_what_stands_in_so_many(texts in batch(), least in 2usize..5) {
        let windows = prepared(&texts, RunLength { han: 3, words: 2 });
        let found = common(&refs(&windows), least, &Watch::default()).unwrap();
        for (of, found) in windows.iter().zip(found) {
            let Some(of) = of else { continue };
            let in_so_many = |hash: &u64| {
                windows.iter().flatten().filter(|other| other.set.binary_search(hash).is_ok()).count() >= least
            };
            let mut marks = Marks::none(of.set.len());
            (0..of.set.len()).filter(|&at| in_so_many(&of.set[at])).for_each(|at| marks.mark(at));
            prop_assert_eq!(of.covered(&marks).passages, found);
        }
    }

    #[test]
    fn a_shared_passage_stands_where_it_says(texts in batch(), least in 2usize..5) {
        let run = RunLength { han: 3, words: 2 };
        let windows = prepared(&texts, run);
        let whole = common(&refs(&windows), least, &Watch::default()).unwrap();
        let mut all: Vec<Vec<Span>> = vec![Vec::new(); texts.len()];
        let found = shared_passages(&refs(&windows), least, &Watch::default()).unwrap();
        prop_assert!(found.is_sorted_by_key(|passage| std::cmp::Reverse(passage.texts.len())));
        for passage in found {
            prop_assert!(passage.texts.len() >= least && passage.texts.is_sorted());
            let folded = |&(text, span): &(u32, Span)| -> String {
                let text = span.of(texts[text as usize].as_ref().unwrap());
                text.nfkc().flat_map(char::to_lowercase).filter(|c| !c.is_whitespace()).collect()
            };
            for place in &passage.places {
                prop_assert!(passage.texts.contains(&place.0));
                prop_assert_eq!(folded(place), folded(&passage.places[0]));
                all[place.0 as usize].push(place.1);
            }
        }
        // Together they are all that is common.
        for ((whole, mut parts), text) in whole.into_iter().zip(all).zip(&texts) {
            parts.sort_by_key(|span| (span.start, span.end));
            parts.dedup_by(|next, last| {
                let text = text.as_ref().unwrap();
                let joined = next.start <= last.end || text[last.end as usize..next.start as usize].trim().is_empty();
                last.end = if joined { last.end.max(next.end) } else { last.end };
                joined
            });
            prop_assert_eq!(whole.iter().map(|passage| passage.span).collect::<Vec<_>>(), parts);
        }
    }
}

/// So many windows that they are looked through in several ranges, half of them common to all texts.
#[test]
fn many_windows_with_a_page_common_to_all() {
    let run = RunLength { han: 3, words: 2 };
    let word = |number: usize| char::from_u32(0x4e00 + (number * 7919 % 20_000) as u32).unwrap();
    let page: String = (0..3000).map(word).collect();
    let texts: Vec<Option<String>> = (0..40)
        .map(|n| {
            let own: String = (0..3000).map(|i| word(n * 3001 + i * i)).collect();
            Some(if n % 2 == 0 { page.clone() + &own } else { own + &page + "尾" })
        })
        .collect();
    let windows = prepared(&texts, run);
    same_as_each_pair(&refs(&windows), &Groups::all(texts.len())).unwrap();
}

/// What memory there is to fear: all texts equal, and each with a passage of its own.
#[test]
fn a_list_of_texts_is_kept_once_however_many_windows_have_it() {
    let run = RunLength { han: 3, words: 2 };
    let page: String = (0..500).map(|n| char::from_u32(0x4e00 + n).unwrap()).collect();
    let windows = prepared(&vec![Some(page); 100], run);
    let inverted = inverted::invert(&refs(&windows), |_| true, &Watch::default(), 0).unwrap();
    assert_eq!(inverted.classes.len(), 1);
    assert!(inverted.stretches.iter().all(|stretches| stretches.len() == 1));
}

#[test]
fn it_stops() {
    let windows = prepared(&vec![Some("甲乙丙丁".repeat(9)); 3], RunLength::default());
    let watch = Watch::default();
    watch.stop();
    assert!(shares(&refs(&windows), &Groups::all(3), &watch).is_err());
}
