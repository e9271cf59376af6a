//! The list of how often each part of the project still has each term. It can only become shorter.

use std::collections::{BTreeMap, BTreeSet};

use super::terms::Found;

/// How often each area has each term, by (area, term); only what is more than 0.
pub type Counts = BTreeMap<(String, String), usize>;

const HEAD: &str = "\
# How often each part of the project still has each retired term (tests/words/retired.toml): area, term, number.
# Numbers only go down: SIMSCOPE_BLESS=1 cargo test --test words. Only a term that is new is added by hand.
# After a merge both sides' lines may be here: the lower number of two counts, and blessing tidies up.
";

pub fn counted(found: &[Found<'_>]) -> Counts {
    let mut counts = Counts::new();
    for found in found {
        *counts.entry((found.area.to_owned(), found.term.name.clone())).or_default() += 1;
    }
    counts
}

/// Reads the list.
///
/// # Errors
/// The first line that is none.
pub fn read(text: &str) -> Result<Counts, String> {
    let mut counts = Counts::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let (Some(area), Some(term), Some(Ok(count)), None) =
            (fields.next(), fields.next(), fields.next().map(str::parse::<usize>), fields.next())
        else {
            return Err(format!("allowed.txt: {line:?} is not AREA, TERM and NUMBER with tabs between"));
        };
        let lowest = counts.entry((area.to_owned(), term.to_owned())).or_insert(count);
        *lowest = count.min(*lowest);
    }
    Ok(counts)
}

pub fn written(counts: &Counts) -> String {
    let mut text = String::from(HEAD);
    for (line, count) in lines(counts).iter().zip(counts.values()) {
        if *count > 0 {
            text.push_str(line);
        }
    }
    text
}

fn lines(counts: &Counts) -> Vec<String> {
    counts.iter().map(|((area, term), count)| format!("{area}\t{term}\t{count}\n")).collect()
}

/// The list as it is to be: of each term the numbers of now, as long as there are no more of it altogether, so that an
/// allowance moves between areas as the code does; else those of before.
pub fn lowered(allowed: &Counts, now: &Counts) -> Counts {
    let of = |counts: &Counts, term: &str| -> Counts {
        counts.iter().filter(|((_, of), _)| of == term).map(|(key, count)| (key.clone(), *count)).collect()
    };
    let terms: BTreeSet<&str> = allowed.keys().chain(now.keys()).map(|(_, term)| term.as_str()).collect();
    let lower = |term| {
        let (before, now) = (of(allowed, term), of(now, term));
        if now.values().sum::<usize>() <= before.values().sum() { now } else { before }
    };
    terms.into_iter().flat_map(lower).collect()
}

/// The areas and terms of which there are more than allowed.
pub fn raised<'a>(allowed: &Counts, now: &'a Counts) -> Vec<(&'a (String, String), usize, usize)> {
    let before = |key| allowed.get(key).copied().unwrap_or(0);
    let all = now.iter().map(|(key, &count)| (key, before(key), count));
    all.filter(|(_, before, count)| count > before).collect()
}
