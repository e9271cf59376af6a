//! The command line.

use super::*;
use crate::{
    config::ThemeName,
    simhash::Tokenizer,
    tui::{action::Action, dialog::command::CommandPrompt},
};

/// Opens the command line and types.
fn typed(bench: &mut Bench, line: &str) -> String {
    bench.keys(":").type_text(line);
    bench.draw()
}

/// The bottom line.
fn bottom(bench: &mut Bench) -> String {
    bench.draw().lines().last().unwrap_or_default().trim_matches('"').trim_end().to_owned()
}

#[test]
fn every_action_can_be_done_by_its_name() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    for screen in Screen::ALL {
        let (everywhere, own) = bench.model.keymap.actions(screen);
        for action in everywhere.into_iter().chain(own) {
            if matches!(action, Action::Quit | Action::Interrupt | Action::Suspend | Action::Command) {
                continue;
            }
            bench.model.workspace.screen = screen;
            bench.model.workspace.dialogs.close_all();
            bench.model.workspace.lab.editing = false;
            bench.keys(":").type_text(&action.name()).keys("Enter");
            assert!(bench.model.workspace.dialogs.find::<CommandPrompt>().is_none(), "{action:?} on {screen:?}");
            assert_eq!(bench.model.history.last(), Some(&action.name()));
        }
    }
    bench.model.workspace.screen = Screen::Overview;
    bench.model.workspace.dialogs.close_all();
    bench.keys(":").type_text("quit").keys("Enter");
    assert!(bench.model.quit);
}

#[test]
fn tab_completes_and_goes_round() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    let picture = typed(&mut bench, "colo");
    assert!(picture.contains("colours"), "what it does stands beside: {picture}");
    bench.keys("Tab");
    assert!(bottom(&mut bench).starts_with(" :colours"));
    bench.keys("Esc");
    typed(&mut bench, "page");
    let rounds: Vec<String> =
        (0..3).map(|_| bottom(bench.keys("Tab")).split("  ").next().unwrap().to_owned()).collect();
    assert_eq!(rounds, [" :page", " :page-down", " :page-up"], "what begins so stands first");
}

#[test]
fn settings_are_completed_and_changed() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    typed(&mut bench, "set rec");
    bench.keys("Tab");
    assert!(bottom(&mut bench).starts_with(" :set recipe "));
    bench.type_text("tokens=wor").keys("Tab Enter");
    assert_eq!(bench.model.workspace.batch.recipe.tokenizer, Tokenizer::Words);
    for (line, shows) in [
        ("set k 9", "k 9"),
        ("set recipe bits=32", "32 bits"),
        ("set recipe weight=tf", "tf"),
        ("set sort cosine", "by cosine"),
    ] {
        typed(&mut bench, line);
        bench.keys("Enter");
        assert!(bench.draw().contains(shows), "{line}: {}", bench.draw());
    }
    typed(&mut bench, "set theme classic");
    bench.keys("Enter");
    assert_eq!(bench.model.look.theme, ThemeName::Classic);
    typed(&mut bench, "set lang zh");
    bench.keys("Enter");
    assert!(bench.draw().contains("\u{5bf9}"), "the words change while it runs");
}

#[test]
fn what_is_wrong_is_said_and_what_was_typed_stays() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    for (line, error) in [
        ("srot", "srot is not a command on this screen; did you mean sort?"),
        ("zzzz", "zzzz is not a command on this screen."),
        ("set", "set needs a name and a value, for example: set k 5"),
        ("set k", "set needs a name and a value, for example: set k 5"),
        ("set k 65", "with 64 bits, k is a whole number from 0 to 64"),
        ("set k x", "k: \"x\" is not allowed; allowed: 0 to 128"),
        ("set kk 5", "kk: unknown name; did you mean k?"),
        ("set ascii true", "ascii is set when the program starts"),
        ("set recipe bits=128", "xxh3-64 has at most 64 bits, not 128"),
        ("set recipe tokens=nonsense", "tokens: unknown value \"nonsense\"; allowed: jieba, words"),
        ("help me", "help takes no argument"),
        ("s", "s is not a command on this screen"),
    ] {
        typed(&mut bench, line);
        bench.keys("Enter");
        let picture = bench.draw();
        assert!(picture.contains(error), "{line}: {picture}");
        assert!(bottom(&mut bench).starts_with(&format!(" :{line}")), "{line}");
        bench.keys("Esc");
    }
    assert!(bench.model.history.is_empty(), "only what was carried out is kept");
}

#[test]
fn earlier_lines_come_back_and_so_does_what_was_typed_before() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    for line in ["set k 5", "down", "down"] {
        typed(&mut bench, line);
        bench.keys("Enter");
    }
    typed(&mut bench, "hi");
    for (key, line) in
        [("Up", "down"), ("Up", "set k 5"), ("Up", "set k 5"), ("Down", "down"), ("Down", "hi"), ("Down", "hi")]
    {
        bench.keys(key);
        assert!(bottom(&mut bench).starts_with(&format!(" :{line} ")), "{key}: {}", bottom(&mut bench));
    }
}

#[test]
fn nothing_typed_is_lost_when_the_size_changes() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    typed(&mut bench, "set theme");
    for (width, height) in [(30, 8), (80, 24), (200, 60), (40, 10)] {
        bench.send(Event::Input(Input::Resize(width, height)));
        bench.draw();
    }
    assert!(bottom(&mut bench).starts_with(" :set theme"));
}

#[test]
fn a_terminal_made_smaller_and_as_large_again_is_drawn_whole() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    let effects = update::update(&mut bench.model, Event::Input(Input::Resize(120, 36)));
    assert!(matches!(effects[..], [Request::Redraw]), "{effects:?}");
}

#[test]
fn a_threshold_that_goes_with_a_recipe_comes_and_goes_with_it() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    for (line, k) in [
        ("set recipe robust", 17),
        ("set recipe space;fold=none;tf;xxh3-64;64;gt", 3),
        ("set recipe robust;k=20", 20),
        // Another one than the recipe's own was asked for, so it stays.
        ("set recipe space;fold=none;tf;xxh3-64;64;gt", 20),
        ("set k 5", 5),
        ("set recipe mfonda", 5),
    ] {
        typed(&mut bench, line);
        bench.keys("Enter");
        assert_eq!(bench.model.workspace.k, k, "{line}");
    }
}
