//! Marks, themes, what was wrong with the settings.

use super::*;
use crate::{
    config::{self, ThemeName, file::parse},
    say,
    text::{Drawing, drawing::tests::drawn},
    tui::{dialog::messages::Messages, theme::Marks},
};

const EN: [&str; 2] = [
    "The quick brown fox jumps over the lazy dog by the river.\n\nA second paragraph that stays as it is.\n\nThe end.",
    "The quick red fox leaps over the lazy dog by the river.\n\nA second paragraph that stays as it is.\n\nThe very \
     end.",
];

fn texts() -> Vec<Source> {
    let other = ["A third text about something else altogether, with words of its own.", ""];
    let all = EN.iter().chain(&other).enumerate();
    all.map(|(i, text)| Source::Text { nth: i + 1, text: (*text).into() }).collect()
}

/// Draws every screen, every dialog and every notice, and looks at each picture.
fn tour(settings: &[(&str, &str)], size: (u16, u16), mut look: impl FnMut(&str, &mut Bench)) {
    const STEPS: &str = "1 ? Esc R j Enter Esc j j Enter Esc j Enter Esc j Enter Esc j Enter Esc Esc s Esc \
        Tab Tab Tab : Esc y n j j k p j j Esc a . \
        Tab . . G n Esc 2 Enter Esc l Enter Esc , , / x Enter Esc O Esc s Esc \
        3 Tab Tab l Space m r a y Esc / f o x Enter w j j Enter Enter \
        1 4 d d s s z Z / f o x Enter Esc n y O Esc Y";
    let mut bench = Bench::with(texts(), settings, size);
    bench.model.workspace.dialogs.open(Messages(vec!["f:1: something".into()]));
    look("told", &mut bench);
    bench.keys("Esc");
    for step in STEPS.split_whitespace() {
        bench.keys(step);
        look(step, &mut bench);
    }
    bench.keys("1").command("set recipe bits=8").keys("2");
    look("wide columns", &mut bench);
    bench.keys("3 j j m");
    look("wide columns of two", &mut bench);
}

/// The first cell that is not ASCII.
fn other(picture: &str) -> Option<&str> {
    picture.lines().find(|line| !line.is_ascii())
}

#[test]
fn in_ascii_no_screen_and_no_overlay_holds_anything_else() {
    drawn(Drawing { wide: false, plain: true }, || {
        for settings in
            [&[("lang", "en"), ("ascii", "true")][..], &[("lang", "en"), ("ascii", "true"), ("theme", "mono")]]
        {
            for size in [(120, 36), (80, 24), (60, 20), (30, 8)] {
                tour(settings, size, |step, bench| {
                    let picture = bench.draw();
                    assert_eq!(other(&picture), None, "{size:?} after {step}:\n{picture}");
                });
            }
        }
    });
}

#[test]
fn where_ambiguous_characters_take_two_cells_none_of_our_marks_is_one() {
    use unicode_width::UnicodeWidthStr;
    drawn(Drawing { wide: true, plain: true }, || {
        tour(&[("lang", "zh"), ("ambiguous", "2")], (120, 36), |step, bench| {
            let picture = bench.draw();
            for line in picture.lines() {
                assert_eq!(line.width(), line.width_cjk(), "after {step}: {line}");
            }
        });
    });
}

#[test]
fn large_print_draws_every_screen_and_overlay_in_ascii_too() {
    drawn(Drawing { wide: false, plain: true }, || {
        for size in [(80, 24), (120, 36), (40, 10)] {
            tour(&[("lang", "en"), ("ascii", "true"), ("big", "true")], size, |step, bench| {
                let picture = bench.draw();
                assert_eq!(other(&picture), None, "{size:?} after {step}:\n{picture}");
            });
        }
    });
}

#[test]
fn large_print_has_large_digits_and_what_can_be_seen_from_afar() {
    let mut bench = Bench::with(samples(), &[("lang", "en"), ("big", "true")], (80, 24));
    assert_snapshot!("pipeline-large", bench.keys("2").draw());
    bench.command("set recipe bits=6").keys("$");
    assert_snapshot!("six-bits-large", bench.draw());
    // The page turns with the cursor.
    bench.model.workspace.pipeline.column = 3;
    bench.command("set recipe bits=64").keys("l");
    let row = bench.draw().lines().rev().nth(4).unwrap().to_owned();
    assert_eq!(row.trim_matches(|c| c == '"' || c == ' ').split_whitespace().collect::<Vec<_>>(), ["4", "5", "6", "7"]);
}

#[test]
fn large_print_is_in_high_contrast_unless_other_colours_are_chosen() {
    let styles = |settings: &[(&str, &str)]| {
        format!("{:?}", Bench::with(texts(), settings, (80, 24)).model.styles().with_marks(&Marks::UNICODE))
    };
    assert_eq!(styles(&[("big", "true")]), styles(&[("theme", "high-contrast")]));
    assert_eq!(styles(&[("big", "true"), ("theme", "dark")]), styles(&[("theme", "dark")]));
    let mut bench = Bench::with(texts(), &[], (120, 36));
    bench.keys(":").type_text("set big true").keys("Enter");
    assert!(!bench.draw().contains("MATRIX"), "no pane beside");
    bench.keys(":").type_text("set big false").keys("Enter");
    assert!(bench.draw().contains("MATRIX"));
}

#[test]
fn ascii_screens_are_readable() {
    drawn(Drawing { wide: false, plain: true }, || {
        let mut bench = Bench::with(texts(), &[("lang", "en"), ("ascii", "true"), ("color", "never")], (80, 24));
        assert_snapshot!("bits-ascii", bench.keys("3").draw());
    });
}

#[test]
fn every_theme_draws_every_screen_and_says_the_same() {
    let mut said: Option<String> = None;
    for theme in ThemeName::NAMES.iter().filter(|name| **name != "mono") {
        let mut pictures = String::new();
        tour(&[("lang", "en"), ("theme", theme)], (120, 36), |step, bench| {
            if step != "C" {
                pictures.push_str(&bench.draw());
            }
        });
        assert_eq!(*said.get_or_insert(pictures.clone()), pictures, "{theme}: only styles differ");
    }
}

#[test]
fn a_theme_is_seen_before_it_is_chosen_and_left_with_esc() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    let before = bench.model.styles().positive;
    bench.command("colours").keys("G");
    let classic = bench.model.styles().positive;
    assert_ne!(before, classic);
    bench.keys("Esc");
    assert_eq!(bench.model.styles().positive, before);
    bench.command("colours").keys("G Enter");
    assert_eq!((bench.model.look.theme, bench.model.styles().positive), (ThemeName::Classic, classic));
}

#[test]
fn colours_are_chosen_even_where_none_were_wanted_and_never_on_a_dumb_terminal() {
    let none = &[("lang", "en"), ("color", "never")];
    let mut bench = Bench::with(texts(), none, (120, 36));
    assert!(!bench.model.styles().coloured && bench.model.brackets());
    bench.command("colours").keys("g Enter");
    assert!(bench.model.styles().coloured, "the reader said so now");
    bench.model.look.depth = Depth::Plain;
    assert!(!bench.model.styles().coloured);
    let mut config = Config::default();
    config.set(SettingKey::Color, "always", SettingOrigin::Flag).unwrap();
    assert_eq!(Look::new(&config, Depth::Plain, Ground::Dark).depth, Depth::Ansi);
}

#[test]
fn marks_are_chosen_once_at_the_start() {
    let bench = Bench::with(texts(), &[("ascii", "true")], (80, 24));
    assert_eq!(bench.model.styles().marks, &Marks::ASCII);
    assert_eq!(Bench::with(texts(), &[], (80, 24)).model.styles().marks, &Marks::UNICODE);
}

#[test]
fn settings_reach_the_screens() {
    let settings = [
        ("lang", "en"),
        ("k", "7"),
        ("sort", "documents"),
        ("feature-sort", "name"),
        ("run", "13,3"),
        ("recipe", "tokens=words"),
    ];
    let mut bench = Bench::with(texts(), &settings, (120, 36));
    let picture = bench.draw();
    assert!(
        picture.contains("k 7") && picture.contains("PAIRS  by document") && picture.contains("words"),
        "{picture}"
    );
    bench.keys("2");
    assert!(bench.draw().contains("by name"));
    bench.keys("? G");
    assert!(bench.draw().contains("13 Han characters or 3 words"), "{}", bench.draw());
}

#[test]
fn a_wrong_file_is_reported_until_a_key_is_pressed() {
    let (config, errors) = parse("k = 5\ncolour = 'red'\n[keys.overview]\nsort = 'S'", "~/config.toml");
    let lines = errors.iter().map(|error| say::setting_error(error, Lang::En)).collect();
    let mut model = Model::new(texts(), &config, Look::new(&config, Depth::True, Ground::Dark));
    model.workspace.dialogs.open(Messages(lines));
    let mut bench = Bench::new(texts(), Lang::En, (120, 36));
    bench.model.workspace.dialogs = model.workspace.dialogs;
    bench.model.keymap = model.keymap;
    assert!(bench.draw().contains("~/config.toml:2: colour: unknown name; did you mean color?"));
    bench.keys("x");
    assert!(bench.draw().contains("PAIRS  most shared first"));
    assert!(bench.draw().contains("S sort"), "the footer reads the live keys: {}", bench.draw());
    bench.keys("?");
    assert!(bench.draw().lines().any(|line| line.contains("S ") && line.contains("order: shared text")));
    assert_eq!(config.k(64), Some(5));
    assert_eq!(config::template().lines().next().map(|line| line.starts_with('#')), Some(true));
}

#[test]
fn a_pair_without_an_angle_has_a_dialog_that_says_so_and_takes_every_key() {
    let texts = ["", "A text with some words in it."].iter().enumerate();
    let texts: Vec<Source> = texts.map(|(i, text)| Source::Text { nth: i + 1, text: (*text).into() }).collect();
    for size in [(120, 36), (80, 24)] {
        for screen in ["1", "3"] {
            let mut bench = Bench::new(texts.clone(), Lang::En, size);
            bench.keys(&format!("{screen} a"));
            let drawn = bench.draw();
            assert!(drawn.contains("no angle") && drawn.contains("no fingerprint or no direction"), "{drawn}");
            assert!(!drawn.contains("play") && !drawn.contains('°'), "{drawn}");
            bench.keys(", . < > ( ) ^ $ Space n N Tab [ ] y Y j k h l g G a");
            assert!(!bench.draw().contains("no angle"), "a closes it");
        }
    }
}

#[test]
fn an_explanation_too_long_for_its_row_is_whole_below() {
    for lang in [Lang::En, Lang::Zh] {
        let mut bench = Bench::new(samples(), lang, (80, 24));
        bench.keys("5 p");
        for key in ["lab.synonym-beside", "lab.negate-beside", "lab.shuffle-beside", "lab.double-beside"] {
            let drawn = bench.draw().replace([' ', '\n', '"'], "");
            let whole = lang.find(key).unwrap().replace(' ', "");
            assert!(drawn.contains(&whole), "{key}: {drawn}");
            bench.keys("j");
        }
    }
}

#[test]
fn the_row_of_a_feature_is_whole_at_every_width() {
    for lang in [Lang::En, Lang::Zh] {
        for width in [80, 100, 120] {
            let mut bench = Bench::new(samples(), lang, (width, 30));
            bench.keys("2");
            let drawn = bench.draw();
            let line = drawn.lines().find(|line| line.contains(lang.text("pipeline.row"))).unwrap().to_owned();
            let line = line.split('"').nth(1).unwrap().trim_end();
            let ends = ["−27.9 where it is 0", "by its hash bits", "处减 27.9", "±27.9"];
            assert!(ends.iter().any(|end| line.ends_with(end)), "{width}: {line}");
        }
    }
}

#[test]
fn a_text_without_words_is_shown_no_bits() {
    let mut bench = Bench::of(&["", "A text with some words in it."]);
    bench.keys("2 O g Enter");
    let drawn = bench.draw();
    assert!(drawn.contains("no fingerprint") && !drawn.contains("0000000000000000"), "{drawn}");
    bench.keys("4 d");
    assert!(bench.draw().contains("No shared text"), "{}", bench.draw());
}
