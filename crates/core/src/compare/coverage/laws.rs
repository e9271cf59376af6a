//! Laws of coverage over many texts: the numbers equal those of each single pair.

use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;

use super::{units::BASE, *};
use crate::compare::{Groups, Role};

/// A batch whose texts are made of few passages: some common to all, some repeated, some of their own, some not long
/// enough for a run, in any order; empty texts and texts that could not be read among them.
fn batch() -> impl Strategy<Value = Vec<Option<String>>> {
    let passage = prop_oneof![
        4 => (0usize..6).prop_map(|n| {
            ["甲乙丙丁戊", "a b c d. ", "己庚辛壬癸子丑", "x, y ", "e f g h i j ", "寅卯a b c"][n].to_owned()
        }),
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

/// Every n-th document belongs to the archive.
fn mixed(texts: &[Option<String>], every: usize) -> Groups {
    let side = |at: usize| if at.is_multiple_of(every + 1) { Role::Archive } else { Role::Batch };
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
            prop_assert_eq!(found, (expected.share, expected.longest), "{} in {}", a, b);
            let more = if a < b { all.more(a, b)[0] } else { all.more(b, a)[1] };
            prop_assert_eq!(more.to_bits(), expected.more.to_bits(), "{} in {} with edits", a, b);
            prop_assert!((0.0..=1.0).contains(&expected.edited()) && expected.more >= 0.0);
        }
        let others = windows.iter().enumerate().filter(|&(b, _)| groups.compares(a, b)).filter_map(|(_, other)| *other);
        let Some(of_a) = of_a else { continue };
        let (mut same, mut edited) = (vec![false; of_a.units.len()], vec![false; of_a.units.len()]);
        for other in others {
            let exact = passages::word_for_word([of_a, other], &Watch::default()).unwrap();
            let all = passages::shared_windows([of_a, other], &Watch::default()).unwrap();
            for (found, marks) in [(exact, &mut same), (all, &mut edited)] {
                let inside = |unit: &Span, place: &Span| place.start <= unit.start && unit.end <= place.end;
                let places: Vec<Span> = found.iter().flat_map(|passage| passage.places[0].iter().copied()).collect();
                let marked = |(unit, mark): (Span, &mut bool)| *mark |= places.iter().any(|place| inside(&unit, place));
                of_a.units.spans().zip(marks).for_each(marked);
            }
        }
        let share = |marks: &[bool]| {
            let marked = (0..marks.len()).filter(|&unit| marks[unit]).map(|unit| u64::from(of_a.units.chars(unit)));
            marked.sum::<u64>() as f64 / of_a.total.max(1) as f64
        };
        let found = all.from_others()[a];
        prop_assert!((found.share - share(&same)).abs() < 1e-9, "{} in any", a);
        prop_assert!((found.edited() - share(&edited)).abs() < 1e-6, "{} in any with edits", a);
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

    /// The passages common to `least` texts: every window of a text that occurs in as many, marked by hand.
    #[test]
    fn common_passages_occur_in_so_many_texts(texts in batch(), least in 2usize..5) {
        let windows = prepared(&texts, RunLength { han: 3, words: 2 });
        let found = common(&refs(&windows), least, &Watch::default()).unwrap();
        for (of, found) in windows.iter().zip(found) {
            let Some(of) = of else { continue };
            let in_so_many = |hash: u64| {
                windows.iter().flatten().filter(|other| other.set.contains(hash)).count() >= least
            };
            let mut marks = BitSet::none(of.set.len());
            of.set.iter().enumerate().filter(|&(_, hash)| in_so_many(hash)).for_each(|(at, _)| marks.mark(at));
            let windows = of.windows().zip(&of.places).filter(|(_, place)| marks.has(**place as usize));
            let mut covered = vec![false; of.units.len()];
            windows.for_each(|((from, to), _)| covered[from..to].fill(true));
            let mut units = 0;
            let stretches = covered.chunk_by(|a, b| a == b).filter_map(|same| {
                units += same.len() as u32;
                same[0].then_some((units - same.len() as u32, units))
            });
            prop_assert_eq!(stretches.map(|units| of.passage(units)).collect::<Vec<_>>(), found);
        }
    }

    #[test]
    fn a_shared_passage_is_where_it_says(texts in batch(), least in 2usize..5) {
        let run = RunLength { han: 3, words: 2 };
        let windows = prepared(&texts, run);
        let whole = common(&refs(&windows), least, &Watch::default()).unwrap();
        let mut all: Vec<Vec<Span>> = vec![Vec::new(); texts.len()];
        let found = shared_passages(&refs(&windows), least, &Watch::default()).unwrap();
        prop_assert!(found.is_sorted_by_key(|passage| std::cmp::Reverse(passage.texts.len())));
        for passage in found {
            prop_assert!(passage.texts.len() >= least && passage.texts.is_sorted());
            let span_of = |&(text, span): &(u32, Span)| span.of(texts[text as usize].as_ref().unwrap());
            let folded = |place: &(u32, Span)| -> String {
                span_of(place).nfkc().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).collect()
            };
            let mut holders: Vec<u32> = passage.places.iter().map(|place| place.0).collect();
            holders.dedup();
            prop_assert_eq!(&*passage.texts, holders, "it stands whole in each of them");
            for place in &passage.places {
                prop_assert!(!span_of(place).contains('\r'), "over a wall");
                prop_assert_eq!(folded(place), folded(&passage.places[0]));
                all[place.0 as usize].push(place.1);
            }
        }
        // Together they are all that is common.
        for ((whole, mut parts), text) in whole.into_iter().zip(all).zip(&texts) {
            parts.sort_by_key(|span| (span.start, span.end));
            parts.dedup_by(|next, last| {
                let text = text.as_ref().unwrap();
                let joined = next.start <= last.end
                    || !text[last.end as usize..next.start as usize].contains(char::is_alphanumeric);
                last.end = if joined { last.end.max(next.end) } else { last.end };
                joined
            });
            prop_assert_eq!(whole.iter().map(|passage| passage.span).collect::<Vec<_>>(), parts);
        }
    }
}

/// Texts whose passages occur in another order, apart, twice and over and over, with walls and with characters that
/// fold to others or to more.
fn shuffled() -> impl Strategy<Value = String> {
    let passages =
        ["甲乙丙丁戊", "a b c d. ", "己庚辛，壬癸", "e f ﬁne g ", "Ａ b c d. ", "①②x ", "甲乙丙", "b ", "\r\r\n", "、"];
    let parts = proptest::collection::vec((0..passages.len(), 1usize..4), 0..14);
    parts.prop_map(move |parts| parts.into_iter().map(|(at, times)| passages[at].repeat(times)).collect())
}

/// Between its edits both texts are the same, and all of it lies in both.
fn edited_passage_is_what_it_says(passage: &passages::PairPassage, texts: [&str; 2]) -> Result<(), TestCaseError> {
    let mut at = passage.places.each_ref().map(|places| places[0].start);
    let ends = passage.places.each_ref().map(|places| [Span { start: places[0].end, end: places[0].end }; 2]);
    let last = [ends[0][0], ends[1][1]];
    let mut kept = 0;
    for edit in passage.edits.iter().chain([&last]) {
        let same = [0, 1].map(|side| {
            let between = &texts[side][at[side] as usize..edit[side].start as usize];
            between.nfkc().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).collect::<String>()
        });
        prop_assert_eq!(&same[0], &same[1]);
        prop_assert!(!same[0].is_empty());
        kept += same[0].chars().count() as u64;
        at = [0, 1].map(|side| edit[side].end);
    }
    prop_assert!(passage.kept <= passage.chars && passage.kept <= kept);
    prop_assert!(passage.edits.iter().all(|edit| edit.iter().any(|span| !span.is_empty())));
    Ok(())
}

/// The longest passage of A that occurs in B, every pair of places tried, each run extended by hand.
fn longest_by_hand(texts: [&str; 2], run: RunLength) -> u64 {
    let texts = texts.map(|text| read(text, run, &Watch::default()).unwrap());
    let (a, b) = (&texts[0].0, &texts[1].0);
    let places = (0..a.len()).flat_map(|from| (0..b.len()).map(move |at| (from, at)));
    let passages = places.map(|(from, at)| from..from + same_by_hand(texts.each_ref(), from, at));
    let long = passages.filter(|units| a.reaches(units.start, units.end));
    long.map(|units| units.map(|unit| u64::from(a.chars(unit))).sum()).max().unwrap_or(0)
}

proptest! {
    #[test]
    fn the_longest_is_that_of_the_list_of_passages(a in shuffled(), b in shuffled(), han in 1u32..6, words in 1u32..4) {
        let (run, texts) = (RunLength { han, words }, [a.as_str(), b.as_str()]);
        let [x, y] = texts.map(|text| Windows::new(text, run, &Watch::default()).unwrap());
        let [of_a, of_b] = coverage(&x, &y);
        prop_assert_eq!(of_a.longest, longest_by_hand(texts, run));
        prop_assert_eq!(of_b.longest, longest_by_hand([texts[1], texts[0]], run));
        prop_assert_eq!(coverage(&y, &x), [of_b.clone(), of_a.clone()], "swapped");
        prop_assert_eq!(covered(&x, &WindowHashes::from(&y)), of_a.passages.clone());
        let mut list = passages::word_for_word([&x, &y], &Watch::default()).unwrap();
        list.sort_by_key(|shared| std::cmp::Reverse(shared.chars));
        let mut edited = passages::shared(texts, run, &Watch::default()).unwrap();
        edited.retain(|shared| !shared.edits.is_empty());
        for (side, of) in [&of_a, &of_b].into_iter().enumerate() {
            prop_assert!(list.iter().all(|shared| shared.places[side].len() == shared.counts[side] as usize));
            let chars = |span: &Span| span.of(texts[side]).chars().filter(|c| c.is_alphanumeric()).count() as u64;
            let longest = list.iter().flat_map(|shared| &shared.places[side]).map(chars).max();
            prop_assert_eq!(of.longest, longest.unwrap_or(0), "the longest of the list");
            prop_assert!(of.passages.iter().all(|passage| of.longest > 0 && passage.chars > 0));
        }
        for passage in edited {
            edited_passage_is_what_it_says(&passage, texts)?;
        }
        if of_a.longest == of_b.longest {
            prop_assert_eq!(list.first().map_or(0, |shared| shared.chars), of_a.longest);
        }
    }

    #[test]
    fn all_at_once_is_each_pair_of_shuffled_texts(
        texts in proptest::collection::vec(proptest::option::weighted(0.9, shuffled()), 0..7),
        han in 1u32..6,
        words in 1u32..4,
    ) {
        let windows = prepared(&texts, RunLength { han, words });
        same_as_each_pair(&refs(&windows), &Groups::all(texts.len()))?;
        same_as_each_pair(&refs(&windows), &Groups::against(texts.len() / 2, texts.len()))?;
    }
}

/// The number of equal units from there on, without a wall between.
fn same_by_hand([a, b]: [&(Units, Hashes); 2], from: usize, at: usize) -> usize {
    let unit = |hashes: &Hashes, at: usize| hashes.of(at, at + 1, BASE);
    let walled = |i: usize, j: usize| i > from && (a.0.walls.contains(&i) || b.0.walls.contains(&j));
    let places = (from..a.0.len()).zip(at..b.0.len());
    places.take_while(|&(i, j)| !walled(i, j) && unit(&a.1, i) == unit(&b.1, j)).count()
}

/// The longest rare passage of one of these texts that occurs in another: what more than a few have is looked for run
/// by run.
fn rare_by_hand(texts: &[(Units, Hashes)], one: usize, other: usize) -> u64 {
    let (own, units) = (&texts[one], texts[one].0.len());
    let longest_in =
        |text: &(Units, Hashes), from| (0..text.0.len()).map(|at| same_by_hand([own, text], from, at)).max();
    let mut common = vec![false; units];
    for from in 0..units {
        let mut lengths: Vec<usize> = texts.iter().filter_map(|text| longest_in(text, from)).collect();
        lengths.sort_unstable_by_key(|&length| std::cmp::Reverse(length));
        let to = from + lengths.get(stretches::FEW_TEXTS).copied().unwrap_or(0);
        if own.0.reaches(from, to) {
            common[from..to].fill(true);
        }
    }
    let weight = |unit: usize| {
        let (chars, is_han) = own.0.chars_and_kind(unit);
        if common[unit] { 0 } else { u64::from(chars) * if is_han { 4 } else { 1 } }
    };
    let passage = |from: usize| from + longest_in(&texts[other], from).unwrap_or(0);
    let whole = (0..units).map(|from| (from, passage(from))).filter(|&(from, to)| own.0.reaches(from, to));
    whole.map(|(from, to)| (from..to).map(weight).sum()).max().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn what_many_have_is_not_rare(
        texts in proptest::collection::vec(shuffled(), 2..8),
        han in 2u32..6,
        words in 1u32..4,
    ) {
        let run = RunLength { han, words };
        let by_hand: Vec<_> = texts.iter().map(|text| read(text, run, &Watch::default()).unwrap()).collect();
        let texts: Vec<_> = texts.into_iter().map(Some).collect();
        let windows = prepared(&texts, run);
        let found = shares(&refs(&windows), &Groups::all(texts.len()), &Watch::default()).unwrap();
        for i in 0..texts.len() {
            for j in i + 1..texts.len() {
                let expected = rare_by_hand(&by_hand, i, j).max(rare_by_hand(&by_hand, j, i));
                prop_assert_eq!(found.rare(i, j), expected);
            }
        }
        let pair = rare_by_hand(&by_hand[..2], 0, 1);
        prop_assert_eq!(coverage(windows[0].as_ref().unwrap(), windows[1].as_ref().unwrap())[0].rare, pair);
    }
}

/// The passages of one text side by side, in the other apart and the other way round.
#[test]
fn passages_that_touch_in_one_text_alone_are_two() {
    let run = RunLength::default();
    let [first, second] = ["天地玄黄宇宙洪荒日月盈昃辰宿", "寒来暑往秋收冬藏闰余成岁律吕调"];
    let [a, b] = [format!("{first}{second}"), format!("{second}云腾致雨{first}")];
    let [x, y] = [&a, &b].map(|text| Windows::new(text, run, &Watch::default()).unwrap());
    let [of_a, of_b] = coverage(&x, &y);
    assert_eq!(of_a.passages.iter().map(|passage| passage.chars).collect::<Vec<_>>(), [29]);
    assert_eq!((of_a.longest, of_b.longest), (15, 15));
}

/// A sentence that occurs twice in a passage does not split it, and a sentence that also occurs separately is found
/// too.
#[test]
fn a_shared_passage_is_as_long_as_it_stands_in_all_its_texts() {
    let run = RunLength { han: 4, words: 3 };
    let passage = "灯塔上的灯亮了。风从北方来了；灯塔上的灯亮了。船回来了。";
    let texts = [passage.to_owned(), format!("夜里，{passage}"), format!("灯塔上的灯亮了，{passage}")].map(Some);
    let windows = prepared(&texts, run);
    let found = shared_passages(&refs(&windows), 3, &Watch::default()).unwrap();
    let shown = |shared: &SharedPassage| {
        let (text, span) = shared.places[0];
        (span.of(texts[text as usize].as_ref().unwrap()).to_owned(), shared.texts.len(), shared.places.len())
    };
    let whole = passage.trim_end_matches('。');
    // The words before the sentence are the same where it follows itself, whatever is between.
    let expected = [(whole, 3, 3), ("了；灯塔上的灯亮了", 3, 4), ("灯塔上的灯亮了", 3, 7)];
    assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), expected.map(|(text, n, at)| (text.to_owned(), n, at)));
}

/// Cost: what is repeated over and over, in each text as often as in no other.
#[test]
fn one_word_over_and_over_in_many_texts_takes_no_long_time() {
    let texts: Vec<Option<String>> = (0..40).map(|n| Some("ja ".repeat(400 + n))).collect();
    let windows = prepared(&texts, RunLength::default());
    let all = shares(&refs(&windows), &Groups::all(40), &Watch::default()).unwrap();
    assert_eq!(all.between(39, 7).map(|share| share.longest), Some(2 * 407));
    let found = shared_passages(&refs(&windows), 2, &Watch::default()).unwrap();
    assert_eq!((found[0].texts.len(), found[0].chars), (40, 2 * 400));
}

/// So many windows that they are processed in several ranges, half of them common to all texts.
#[test]
fn many_windows_with_a_page_common_to_all() {
    let run = RunLength { han: 3, words: 2 };
    let word = |number: usize| char::from_u32(0x4e00 + (number * 7919 % 20_000) as u32).unwrap();
    let page: String = (0..12_000).map(word).collect();
    let texts: Vec<Option<String>> = (0..10)
        .map(|n| {
            let own: String = (0..12_000).map(|i| word(n * 12_007 + i * i)).collect();
            Some(if n % 2 == 0 { page.clone() + &own } else { own + &page + "尾" })
        })
        .collect();
    let windows = prepared(&texts, run);
    same_as_each_pair(&refs(&windows), &Groups::all(texts.len())).unwrap();
}

/// The worst cases for memory: all texts equal, and each text with a passage of its own.
#[test]
fn a_list_of_texts_is_kept_once_however_many_windows_have_it() {
    let run = RunLength { han: 3, words: 2 };
    let page: String = (0..500).map(|n| char::from_u32(0x4e00 + n).unwrap()).collect();
    let windows = prepared(&vec![Some(page); 100], run);
    let inverted = inverted::invert(&refs(&windows), |_| true, &Watch::default(), 0).unwrap();
    assert_eq!(inverted.classes.len(), 1);
    assert!(inverted.of.iter().all(|stretches| stretches.len() == 1));
}

#[test]
fn it_stops() {
    let windows = prepared(&vec![Some("甲乙丙丁".repeat(9)); 3], RunLength::default());
    let watch = Watch::default();
    watch.stop();
    assert!(shares(&refs(&windows), &Groups::all(3), &watch).is_err());
}
