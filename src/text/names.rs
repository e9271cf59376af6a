//! Labels for names that must fit a column and still be told apart.
//!
//! Drafts of one text are often called alike for a screen's width: `2024年度报告-第一稿-定稿.txt`,
//! `2024年度报告-第二稿-定稿.txt`. Cut blindly both become `2024年…稿.txt`.

use std::collections::{BTreeMap, HashMap};

use super::{
    cluster::{GraphemeCluster, clusters},
    fit::Kept,
};

/// A label of at most so many cells for each name, cut in the middle, distinct for distinct names where the width
/// allows.
///
/// A name that fits stays whole. One whose label is another's too is cut elsewhere: so that the place where it differs
/// from its namesakes is kept. Equal names get equal labels; the folder is for the caller to add.
///
/// ```
/// use simscope::app::shorten_names;
/// let names = ["2024年度报告-第一稿-定稿.txt", "2024年度报告-第二稿-定稿.txt"];
/// assert_eq!(shorten_names(&names, 16), ["202…一稿-定….txt", "202…二稿-定….txt"]);
/// ```
pub fn shorten_names<S: AsRef<str>>(names: &[S], cells: usize) -> Vec<String> {
    let mut labels: Vec<String> =
        names.iter().map(|name| super::truncate_middle(name.as_ref(), cells).into_owned()).collect();
    let mut alike: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, label) in labels.iter().enumerate() {
        alike.entry(label).or_default().push(index);
    }
    let groups: Vec<Vec<usize>> = alike.into_values().filter(|group| group.len() > 1).collect();
    for group in groups {
        for (index, label) in relabel(names, &labels, &group, cells) {
            if let Some(old) = labels.get_mut(index) {
                *old = label;
            }
        }
    }
    labels
}

/// New labels for the names of `group`, which have the same one: of the ways to cut, the first that tells most apart.
fn relabel<S: AsRef<str>>(names: &[S], labels: &[String], group: &[usize], cells: usize) -> Vec<(usize, String)> {
    let members: Vec<(usize, Vec<GraphemeCluster>)> = group
        .iter()
        .filter_map(|&index| Some((index, names.get(index)?.as_ref())))
        .map(|(index, name)| (index, clusters(name).collect()))
        .collect();
    let mut taken: HashMap<&str, usize> = HashMap::new();
    for label in labels {
        *taken.entry(label).or_default() += 1;
    }
    let mut best: (usize, Vec<(usize, String)>) = (0, Vec::new());
    for from_end in [false, true] {
        let places = partings(&members, from_end);
        let tried: Vec<(usize, String)> = members
            .iter()
            .zip(places)
            .map(|((index, all), place)| {
                let fits = all.iter().map(|cluster| usize::from(cluster.width)).sum::<usize>() <= cells;
                let kept = Kept::new(all, cells);
                let kept = if fits { kept } else { place.map_or(kept.clone(), |at| kept.around(at)) };
                (*index, kept.grow().join())
            })
            .collect();
        let mut uses: HashMap<&str, usize> = HashMap::new();
        for (_, label) in &tried {
            *uses.entry(label).or_default() += 1;
        }
        let apart = uses.iter().filter(|&(label, &count)| count == 1 && !taken.contains_key(label)).count();
        if apart > best.0 {
            best = (apart, tried.clone());
        }
    }
    best.1
}

/// For each name the cluster at which it differs from the one most like it, counted from the beginning, whether it is
/// looked for from the beginning or from the end. The names most alike are neighbours once they are sorted.
fn partings(members: &[(usize, Vec<GraphemeCluster>)], from_end: bool) -> Vec<Option<usize>> {
    let texts: Vec<Vec<&str>> = members
        .iter()
        .map(|(_, all)| {
            let mut texts: Vec<&str> = all.iter().map(|cluster| cluster.shown.as_str()).collect();
            if from_end {
                texts.reverse();
            }
            texts
        })
        .collect();
    let mut sorted: Vec<(&Vec<&str>, usize)> = texts.iter().zip(0..).collect();
    sorted.sort_unstable();
    let alike: Vec<&[(&Vec<&str>, usize)]> = sorted.chunk_by(|a, b| a.0 == b.0).collect();
    let mut common = vec![0; texts.len()];
    for pair in alike.windows(2) {
        let &[one, two] = pair else { continue };
        let (Some((a, _)), Some((b, _))) = (one.first(), two.first()) else { continue };
        let same = a.iter().zip(*b).take_while(|(a, b)| a == b).count();
        for (_, index) in one.iter().chain(two) {
            if let Some(longest) = common.get_mut(*index) {
                *longest = same.max(*longest);
            }
        }
    }
    let place = |(same, text): (usize, &Vec<&str>)| {
        if from_end { text.len().checked_sub(same + 1) } else { (same < text.len()).then_some(same) }
    };
    common.into_iter().zip(&texts).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::width;

    fn all_distinct(labels: &[String], cells: usize) -> bool {
        let mut sorted = labels.to_vec();
        sorted.sort();
        sorted.dedup();
        sorted.len() == labels.len() && labels.iter().all(|label| width(label) <= cells)
    }

    #[test]
    fn names_that_fit_stay_whole() {
        assert_eq!(shorten_names(&["a.txt", "b.txt"], 5), ["a.txt", "b.txt"]);
        assert_eq!(shorten_names(&["\u{1b}.txt"], 9), ["^[.txt"]);
        assert_eq!(shorten_names::<&str>(&[], 9), Vec::<String>::new());
    }

    #[test]
    fn what_differs_is_kept() {
        let names = [
            "chapter-one-of-the-long-story-draft.txt",
            "chapter-two-of-the-long-story-draft.txt",
            "chapter-ten-of-the-long-story-draft.txt",
        ];
        for cells in 12..40 {
            let labels = shorten_names(&names, cells);
            assert!(all_distinct(&labels, cells), "{cells}: {labels:?}");
        }
        let names = ["一篇很长的文章的第一个版本最后定稿.md", "一篇很长的文章的第二个版本最后定稿.md", "笔记.md"];
        for cells in 6..40 {
            let labels = shorten_names(&names, cells);
            assert!(all_distinct(&labels, cells), "{cells}: {labels:?}");
        }
        assert_eq!(shorten_names(&names, 14), ["一篇…一个版…md", "一篇…二个版…md", "笔记.md"]);
    }

    #[test]
    fn one_name_may_end_where_another_goes_on() {
        let labels = shorten_names(&["report-final-final-final.txt", "report-final-final.txt"], 12);
        assert!(all_distinct(&labels, 12), "{labels:?}");
    }

    #[test]
    fn equal_names_are_equal_and_no_room_is_no_crime() {
        let labels = shorten_names(&["a-long-name.txt", "a-long-name.txt", "a-lone-name.txt"], 8);
        assert_eq!(labels[0], labels[1]);
        assert_ne!(labels[0], labels[2]);
        assert_eq!(shorten_names(&["abc", "abd"], 1), ["…", "…"]);
        assert_eq!(shorten_names(&["abc", "abd"], 0), ["", ""]);
    }
}
