//! Display names that tell documents apart. Knows sources, not what a screen is.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::MAIN_SEPARATOR,
};

use super::Source;

/// A name for each of `sources`, in their order, no two alike.
///
/// Equal names get as many of their folders as it takes to tell them apart (`old/a.txt`, `new/a.txt`); what is then
/// still equal, such as a file given twice, is numbered: `a.txt`, `a.txt (2)`.
pub fn display_names(sources: &[&Source]) -> Vec<String> {
    let parts: Vec<Vec<String>> = sources.iter().map(|source| source.parts()).collect();
    let mut names: Vec<String> = sources.iter().map(|source| source.name()).collect();
    let mut shown = vec![1; names.len()];
    while lengthen_equal_names(&parts, &mut shown, &mut names) {}
    number_equal_names(&mut names);
    names
}

/// Shows one folder more of each name that different paths share. Whether there was any.
fn lengthen_equal_names(parts: &[Vec<String>], shown: &mut [usize], names: &mut [String]) -> bool {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, name) in names.iter().enumerate() {
        groups.entry(name.clone()).or_default().push(at);
    }
    let mut any = false;
    for group in groups.into_values() {
        if group.iter().all(|&at| parts[at] == parts[group[0]]) {
            continue;
        }
        for at in group {
            if shown[at] < parts[at].len() {
                shown[at] += 1;
                names[at] = join(&parts[at][parts[at].len() - shown[at]..]);
                any = true;
            }
        }
    }
    any
}

fn number_equal_names(names: &mut [String]) {
    // How often each name was asked for so far: without it, a thousand equal names would be a million tries.
    let mut last: BTreeMap<String, usize> = BTreeMap::new();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for name in names {
        let number = last.entry(name.clone()).or_insert(1);
        let mut numbered = name.clone();
        while !taken.insert(numbered.clone()) {
            *number += 1;
            numbered = format!("{name} ({number})");
        }
        *name = numbered;
    }
}

fn join(parts: &[String]) -> String {
    let mut joined = String::new();
    for part in parts {
        if !joined.is_empty() && !joined.ends_with(MAIN_SEPARATOR) {
            joined.push(MAIN_SEPARATOR);
        }
        joined.push_str(part);
    }
    joined
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(paths: &[&str]) -> Vec<String> {
        let sources: Vec<Source> = paths.iter().map(|path| Source::File(path.into())).collect();
        display_names(&sources.iter().collect::<Vec<_>>())
    }

    #[cfg(unix)]
    #[test]
    fn as_many_folders_as_it_takes() {
        let table: &[(&[&str], &[&str])] = &[
            (&["old/a.txt", "b.txt"], &["a.txt", "b.txt"]),
            (&["old/a.txt", "new/a.txt"], &["old/a.txt", "new/a.txt"]),
            (&["1/x/a.txt", "2/x/a.txt", "b.txt"], &["1/x/a.txt", "2/x/a.txt", "b.txt"]),
            (&["1/x/a.txt", "2/y/a.txt"], &["x/a.txt", "y/a.txt"]),
            (&["a.txt", "x/a.txt"], &["a.txt", "x/a.txt"]),
            (&["/a.txt", "a.txt"], &["/a.txt", "a.txt"]),
            (&["/x/a.txt", "x/a.txt"], &["/x/a.txt", "x/a.txt"]),
            (&["a.txt", "a.txt", "./a.txt"], &["a.txt", "a.txt (2)", "a.txt (3)"]),
            (&["x/a.txt", "x/a.txt"], &["a.txt", "a.txt (2)"]),
            (&["x/a.txt", "x/a.txt", "y/a.txt"], &["x/a.txt", "x/a.txt (2)", "y/a.txt"]),
            (&["a (2)", "a", "a"], &["a (2)", "a", "a (3)"]),
            (&["x/\n", "y/\n"], &["x/^J", "y/^J"]),
            (&["/dev/fd/62", "/dev/fd/63"], &["/dev/fd/62", "/dev/fd/63"]),
            (&[], &[]),
        ];
        for (paths, expected) in table {
            assert_eq!(names(paths), *expected, "{paths:?}");
        }
    }

    #[test]
    fn other_sources() {
        let sample = Source::Sample(crate::document::Sample::TeaRoadEn);
        let file = Source::File(sample.name().into());
        let sources = [&Source::Stdin, &Source::Stdin, &sample, &file];
        let tea = format!("samples{MAIN_SEPARATOR}tea-road-en.txt");
        assert_eq!(display_names(&sources), ["stdin", "stdin (2)", &tea, "tea-road-en.txt"]);
    }

    proptest! {
        #[test]
        fn one_name_each_and_no_two_alike(paths in prop::collection::vec("[ab./() 2]{0,8}", 0..12)) {
            let names = names(&paths.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assert_eq!(names.len(), paths.len());
            prop_assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{:?}", names);
        }
    }
}
