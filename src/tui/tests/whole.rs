//! Texts are shown whole, or say that they are not: names, counts, notices, sentences.

use std::fs;

use ratatui::{buffer::Buffer, layout::Rect};

use super::*;
use crate::{
    batch::Failure,
    review::Decision,
    tui::{
        action::Action,
        model::{Lost, OpenReview, Orphan},
        widget::Pen,
    },
};

/// So many texts, in files with names of so many cells.
pub(super) fn named(count: usize, cells: usize) -> (tempfile::TempDir, Vec<Source>) {
    let folder = tempfile::tempdir().unwrap();
    let name = |at: usize| format!("{:x<width$}.txt", char::from(b'a' + at as u8), width = cells - 4);
    let words = |at: usize| (0..60).map(|word| format!("w{}", word * (at + 1) % 97)).collect::<Vec<_>>().join(" ");
    let files: Vec<_> = (0..count).map(|at| folder.path().join(name(at))).collect();
    files.iter().enumerate().for_each(|(at, file)| fs::write(file, words(at)).unwrap());
    (folder, files.into_iter().map(Source::File).collect())
}

/// The list of screen 1, without the pane beside it.
pub(super) fn listed(bench: &mut Bench) -> String {
    let picture = bench.draw();
    let lines = picture.lines().skip_while(|line| !line.contains("HD")).skip(1).take_while(|line| !line.contains("──"));
    lines.map(|line| line.split('│').next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[test]
fn names_that_fit_are_not_cut() {
    // The longest that fit beside a share, HD and the flag have 49 cells at 120 columns and 29 at 80.
    for (count, cells, size) in [
        (9, 9, (120, 36)),
        (10, 9, (120, 36)),
        (12, 16, (120, 36)),
        (9, 25, (120, 36)),
        (9, 49, (120, 36)),
        (9, 20, (80, 24)),
        (9, 29, (80, 24)),
    ] {
        let (_folder, sources) = named(count, cells);
        let mut bench = Bench::new(sources.clone(), Lang::En, size);
        let rows = listed(&mut bench);
        assert!(rows.contains("xx.txt") && !rows.contains('…'), "{count} of {cells}: {rows}");
        for lang in ["en", "zh"] {
            let settings = [("lang", lang), ("hide-names", "true")];
            let rows = listed(&mut Bench::with(sources.clone(), &settings, (120, 36)));
            assert!(rows.contains(" 1 ") && !rows.contains('…'), "{count} hidden: {rows}");
        }
    }
}

/// One row of what is on the screen.
fn row(bench: &Bench, y: usize) -> String {
    let width = usize::from(bench.model.size.0);
    bench.cells[y * width..(y + 1) * width].concat()
}

/// All that is on the screen, without white space: what is broken in lines is one.
pub(super) fn joined(bench: &mut Bench) -> String {
    bench.draw();
    bench.cells.concat().split_whitespace().collect()
}

fn packed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Texts, two of which cannot be read.
fn troubled(lang: Lang, size: (u16, u16)) -> (tempfile::TempDir, Bench) {
    let (folder, mut sources) = named(6, 9);
    fs::write(folder.path().join("kaputt.txt"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\x02").unwrap();
    sources.insert(2, Source::File(folder.path().join("kaputt.txt")));
    sources.push(Source::File(folder.path().join("nowhere.txt")));
    (folder, Bench::new(sources, lang, size))
}

#[test]
fn the_counts_are_whole_words_at_every_width() {
    for lang in [Lang::En, Lang::Zh] {
        let (_folder, mut bench) = troubled(lang, (120, 36));
        let tally = &mut std::sync::Arc::make_mut(&mut bench.model.workspace.listing).tally;
        (tally.near, tally.shared) = (12, 3);
        let orphan = Orphan {
            lost: Lost::File,
            pair: None,
            files: ["a", "b"].map(|name| Err(name.into())),
            hunk: None,
            decision: Decision::default(),
        };
        bench.model.workspace.review = Some(OpenReview { orphans: vec![orphan].into(), ..OpenReview::default() });
        bench.model.workspace.batch.entries[0].unexamined =
            Some((bench.model.workspace.batch.generation, Failure::Stopped));
        let allowed = [
            ("count.documents", "6"),
            ("count.pairs", "15"),
            ("count.near", "12"),
            ("count.near-short", "12"),
            ("count.shared", "3"),
            ("count.shared-short", "3"),
            ("count.failed", "2"),
            ("count.failed-short", "2"),
            ("orphans.count", "1"),
            ("orphans.count-short", "1"),
            ("work.waiting", "1"),
            ("work.short", "1"),
        ];
        let allowed = allowed.map(|(key, n)| {
            let action = if key.starts_with("orphans") { Action::Orphans } else { Action::Resume };
            let said = lang.fill(key, &[("n", &n), ("key", &bench.model.key_of(action))]);
            let list = bench.model.key_of(Action::Choose);
            let said = match key {
                "count.near" | "count.near-short" => said + " =",
                "count.shared" | "count.shared-short" => said + " !",
                _ => said,
            };
            if key.starts_with("count.failed") { t!(lang, "count.failed-key", failed = said, key = list) } else { said }
        });
        let mut before = 0;
        for width in 60..=140 {
            bench.model.size = (width, 36);
            bench.draw();
            let line = row(&bench, 2);
            let said: Vec<&str> = line.split("   ").map(str::trim).filter(|part| !part.is_empty()).collect();
            for part in &said {
                assert!(allowed.iter().any(|whole| packed(whole) == packed(part)), "{width}: {part:?} of {line}");
            }
            assert!(said.len() >= before.min(5), "{width}: more room, and less is said: {line}");
            before = said.len();
            let again =
                packed(&allowed[if said.iter().any(|part| packed(part) == packed(&allowed[8])) { 8 } else { 9 }]);
            assert!(packed(&line).contains(&again), "{width}: what calls stays: {line}");
        }
        assert_eq!(before, 7);
    }
}

#[test]
fn a_notice_is_read_whole_over_as_many_rows_as_it_needs() {
    let text = "Not saved: /home/somebody/.local/share/simscope/reviews/0123456789abcdef.jsonl cannot be written \
                (Permission denied, os error 13). Make it writable, then save again; what is not saved is held until \
                then.";
    for size in [(80, 24), (100, 30), (120, 36)] {
        for keys in ["1", "v", "1 f", "4 /", "?", "b"] {
            let mut bench = Bench::new(samples(), Lang::En, size);
            bench.keys(keys);
            bench.model.workspace.notice = Some(text.into());
            assert!(joined(&mut bench).contains(&packed(text)), "{size:?} {keys}: {}", bench.draw());
            bench.model.workspace.notice = Some("Saved.".into());
            let below = usize::from(size.1) - if keys == "4 /" { 2 } else { 1 };
            bench.draw();
            assert_eq!(row(&bench, below).trim(), "Saved.");
            let held = bench.model.workspace.drawn.targets.iter().any(|(place, _)| usize::from(place.y) == below);
            assert!(!held, "a click on a notice is none on what it covers");
            // A text longer than any screen ends in a mark.
            bench.model.workspace.notice = Some("word ".repeat(200));
            bench.draw();
            assert!(row(&bench, below).trim_end().ends_with('…'));
        }
    }
}

#[test]
fn a_paragraph_that_is_cut_says_so() {
    let text = "one two three four five six";
    for (rows, last) in [(1, "one two…"), (2, "three…"), (3, "four fiv…"), (4, "six")] {
        let area = Rect::new(0, 0, 9, 6);
        let mut buffer = Buffer::empty(area);
        let theme = Model::new(samples(), &Config::default(), Look::new(&Config::default(), Depth::True, Ground::Dark))
            .styles();
        Pen::new(&mut buffer, area, &theme, Lang::En).paragraph(0, 0, rows, text, theme.text);
        let lines: Vec<String> =
            (0..6).map(|y| (0..9).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>()).collect();
        assert_eq!(lines[usize::from(rows) - 1].trim_end(), last, "{lines:?}");
    }
}

#[test]
fn files_that_cannot_be_used_are_a_count_whose_key_lists_them_with_reasons() {
    for lang in [Lang::En, Lang::Zh] {
        let (_folder, mut bench) = troubled(lang, (80, 24));
        assert!(!joined(&mut bench).contains("kaputt"), "{}", bench.draw());
        bench.keys("O");
        let drawn = joined(&mut bench);
        let reason = packed(t!(lang, "unreadable.binary", place = "").trim_start_matches([':', '：']));
        assert!(drawn.contains(&reason), "{}", bench.draw());
    }
}

#[test]
fn the_matrix_says_how_much_of_it_is_shown_and_has_no_blank_rows() {
    let (_folder, mut bench) = troubled(Lang::En, (120, 36));
    let drawn = bench.draw();
    let side = |line: &str| line.split('│').nth(1).unwrap_or_default().trim_matches([' ', '"']).to_owned();
    let rows: Vec<String> =
        drawn.lines().map(side).filter(|side| side.starts_with(|c: char| c.is_ascii_digit())).collect();
    let numbers: Vec<&str> = rows.iter().filter_map(|row| row.split_whitespace().next()).collect();
    assert!(numbers.starts_with(&["1", "2", "4", "5", "6", "7"]), "3 and 8 cannot be used: {numbers:?}\n{drawn}");
    let (_folder, sources) = named(14, 9);
    let mut bench = Bench::new(sources, Lang::En, (120, 36));
    let drawn = bench.draw();
    let columns = drawn.lines().map(side).find(|side| side.starts_with("1 ") || side.contains(" 7")).unwrap();
    let columns = columns.split_whitespace().count();
    assert!(drawn.contains(&format!(" rows × {columns} columns of 13")), "{drawn}");
}

#[test]
fn the_pairs_that_are_almost_a_cluster_are_named_in_whole_words() {
    for (count, cells) in [(12, 9), (12, 40), (2, 40)] {
        let (_folder, sources) = named(count, cells);
        let mut bench = Bench::new(sources, Lang::En, (120, 36));
        bench.keys("6");
        let drawn = bench.draw();
        let line = drawn.lines().find(|line| line.contains("almost: "));
        let Some(line) = line.and_then(|line| line.split('│').next()).map(|line| line.trim_matches([' ', '"']))
        else {
            assert!(bench.model.workspace.library.found.almost.is_empty(), "{drawn}");
            continue;
        };
        assert!(!line.contains(" 0 more") && line.contains(" at HD "), "{line}");
        assert!(line.ends_with("more pairs") || line.ends_with("more pair") || !line.contains(','), "{line}");
    }
}

#[test]
fn the_cutoff_is_among_the_distances_that_are_shown() {
    let (_folder, sources) = named(24, 9);
    for size in [(120, 36), (80, 24)] {
        let mut bench = Bench::new(sources.clone(), Lang::En, size);
        bench.keys("6 Tab");
        let counts = bench.model.workspace.results.index_view.value().unwrap().forest.counts();
        assert!(counts.len() > 5, "{counts:?}");
        for (hamming, _) in counts {
            bench.model.workspace.library.cutoff = hamming;
            let drawn = bench.draw();
            let line = drawn.lines().find(|line| line.contains("joins at HD")).unwrap();
            let shown: Vec<&str> = line.split('│').next().unwrap().split_whitespace().collect();
            assert!(shown.contains(&&*hamming.to_string()), "{hamming}: {line}");
        }
    }
}

#[test]
fn how_to_close_a_dialog_is_shown_at_every_width() {
    for (lang, esc) in [(Lang::En, "Esc cancel"), (Lang::Zh, "Esc 取消")] {
        let mut bench = Bench::new(samples(), lang, (80, 24));
        bench.keys("o");
        for width in 60..=120 {
            bench.model.size = (width, 24);
            bench.draw();
            assert!(packed(&row(&bench, 23)).ends_with(&packed(esc)), "{width}: {}", row(&bench, 23));
        }
    }
}

#[test]
fn the_coverage_of_each_text_is_above_the_differences() {
    let (folder, sources) = named(2, 60);
    for lang in [Lang::En, Lang::Zh] {
        for sources in [sources.clone(), samples()] {
            let mut bench = Bench::new(sources, lang, (80, 24));
            bench.keys("4");
            if bench.model.workspace.shows_shared() {
                bench.keys("d");
            }
            for width in 80..=130 {
                bench.model.size = (width, 24);
                bench.draw();
                let line = row(&bench, 3);
                assert!((1..=2).contains(&line.matches('%').count()), "{width}: {line}");
                assert!(packed(&line).contains("ofA") || packed(&line).contains("A有"), "{width}: {line}");
                assert!(line.contains(" HD "), "{width}: {line}");
            }
        }
    }
    drop(folder);
}

#[test]
fn hidden_names_do_not_hide_reasons() {
    for (lang, why) in [(Lang::En, "not plain text"), (Lang::Zh, "不是纯文本")] {
        let (_folder, sources) = named(2, 9);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("kaputt.txt");
        fs::write(&file, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\x02").unwrap();
        let sources = sources.into_iter().chain([Source::File(file)]).collect();
        let settings = [("lang", if lang.is_chinese() { "zh" } else { "en" }), ("hide-names", "true")];
        let mut bench = Bench::with(sources, &settings, (120, 36));
        bench.keys("O");
        let drawn = joined(&mut bench);
        assert!(
            drawn.contains(&packed(why)) && !drawn.contains("(binary)") && !drawn.contains("kaputt"),
            "{}",
            bench.draw()
        );
    }
}

#[test]
fn a_wrong_pattern_is_reported_in_the_language_of_the_screen() {
    let mut bench = Bench::new(samples(), Lang::Zh, (80, 24));
    bench.keys("b /").type_text(r"\d(").keys("Enter");
    let drawn = joined(&mut bench);
    let error = packed(r"\d( 的第 3 个字符：括号没有闭合");
    assert!(drawn.contains(&error) && !drawn.contains(r"\\d"), "{}", bench.draw());
}

#[test]
fn where_the_review_is_kept_is_shown() {
    for lang in [Lang::En, Lang::Zh] {
        let (folder, sources) = named(2, 9);
        let mut bench = Bench::new(sources, lang, (80, 24));
        bench.open_review(folder.path());
        let place = packed(&t!(lang, "reviewing.kept", place = folder.path().join(".simscope/review.jsonl").display()));
        bench.keys("v");
        assert!(joined(&mut bench).contains(&place), "{}", bench.draw());
        bench.keys("Esc ? G");
        assert!(joined(&mut bench).contains(&place), "{}", bench.draw());
    }
}
