//! Exclusions: rules, both scores, marks by hand, and how they are drawn.

use std::fs;

use crossterm::event::{Event as Input, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use proptest::prelude::*;
use ratatui::{Terminal, backend::TestBackend, style::Modifier};

use super::Bench;
use crate::{
    compare::{
        Examined,
        coverage::RunLength,
        exclusion::{ExclusionReason, Exclusions, Pattern, examine_remainders, known_spans},
        pair::{Pair, compare},
    },
    document::Source,
    locale::Lang,
    review::{ExclusionRules, GivenRules, RuleKind},
    simhash::{Pipeline, Recipe, Watch},
    tui::{
        dialog::exclusions::ExclusionsDialog,
        event::Event,
        model::{ClickTarget, MainPane, PassageOrder},
        view,
    },
};

const QUOTED: &str = "“The keeper of the light on the outer reef wrote the weather down every morning before dawn.”";
const FORM: &str = "本作业要求你用自己的话描述灯塔看守人如何度过一夜，并注明所有引用过的资料来源。";
const REFERENCES: &str = "References\n\n[1] Holm, A. (1987). The outer reef. Harbour Press.\n[2] Li, W. (1999). \
                          Lighthouses of the coast. Sea Press.\n[3] Dunne, P. (2004). Nights without fog. Granite \
                          Books.\n";

/// Four texts: two that share nothing of their own but a quotation and references, and a form that three of them have.
fn texts() -> [String; 4] {
    [
        format!(
            "{FORM}\n\nThe winter of 1962 froze the sea as far as the second buoy.\n\nOne reads: {QUOTED} So he \
             slept until nine, and nobody scolded him for a log that had two empty lines.\n\n{REFERENCES}"
        ),
        format!(
            "{FORM}\n\nMy grandfather repaired diesel engines and knew three of the keepers.\n\nHe liked to say \
             {QUOTED} at supper, once my sister was in bed with her doll and a hot brick.\n\n{REFERENCES}"
        ),
        format!("{FORM}\n\n灯塔的灯那时还烧油，灯芯每四个小时要剪一次。\n"),
        "Something else altogether, about bees and honey and the driftwood boats of the pilots.\n".into(),
    ]
}

fn sources(texts: &[String]) -> Vec<Source> {
    texts.iter().enumerate().map(|(i, text)| Source::Text { nth: i + 1, text: text.as_str().into() }).collect()
}

fn bench() -> Bench {
    Bench::new(sources(&texts()), Lang::En, (120, 36))
}

/// Excludes everything possible but base texts.
fn all(bench: &mut Bench) {
    bench.keys("b Space j Space j Space Esc");
}

/// The pairs after exclusions, as the command line finds them.
fn expected(texts: &[String], exclusions: &Exclusions) -> Vec<Pair> {
    let (recipe, run, watch) = (Recipe::default(), RunLength::default(), Watch::default());
    let whole: Vec<_> = texts.iter().map(|text| Examined::new(text, &Pipeline::new(&recipe), run).unwrap()).collect();
    let given: Vec<_> =
        texts.iter().zip(&whole).map(|(text, whole)| Some((text.as_str(), &**whole.subject.windows()))).collect();
    let known = known_spans(&given, exclusions, &watch).unwrap();
    let which = (0..texts.len()).collect();
    let rests = examine_remainders(&given, which, exclusions, &known, (&recipe, run), &watch, |_, rest, _| rest);
    let rests: Vec<_> = rests.unwrap().into_iter().flatten().collect();
    let pairs = (0..texts.len()).flat_map(|i| (i + 1..texts.len()).map(move |j| [i, j]));
    pairs.map(|[i, j]| compare([i, j], &rests[i].examined.subject, &rests[j].examined.subject, false)).collect()
}

#[test]
fn both_scores_are_those_of_the_command_line() {
    let mut bench = bench();
    let before = bench.draw();
    assert!(!before.contains("WITHOUT") && !before.contains("characters excluded"), "{before}");
    all(&mut bench);
    let exclusions = Exclusions { quotations: true, references: true, common: Some(3), ..Exclusions::default() };
    let expected = expected(&texts(), &exclusions);
    assert_eq!(&*bench.model.workspace.batch.remainders.all.as_ref().unwrap().pairs, expected);
    let picture = bench.draw();
    assert!(picture.contains("Excluded text is not counted.") && picture.contains("WHOLE"), "{picture}");
    assert!(picture.contains("quotations") && picture.contains("common passages"), "{picture}");
    let whole = *bench.model.workspace.batch.pair([0, 1]).unwrap();
    let (rest, current) = bench.model.workspace.batch.pair_remainder([0, 1]).unwrap();
    assert!(current && whole.coverage[0] > 0.5 && rest.coverage == [0.0, 0.0], "{whole:?} {rest:?}");
    // A copied row has both.
    bench.keys("y");
    assert_eq!(bench.copied.last().unwrap().split('\t').count(), 8);
}

#[test]
fn a_rule_switched_twice_leaves_all_as_it_was() {
    let mut bench = bench();
    all(&mut bench);
    let pairs = |bench: &Bench| bench.model.workspace.batch.remainders.all.as_ref().map(|all| all.pairs.to_vec());
    let (before, picture) = (pairs(&bench), bench.draw());
    bench.keys("b j Space Space Esc");
    assert_eq!((pairs(&bench), bench.draw()), (before, picture));
    // And with all off nothing is left of it.
    bench.keys("b Space j Space j Space Esc");
    assert!(pairs(&bench).is_none() && !bench.draw().contains("WITHOUT"));
}

#[test]
fn the_list_goes_by_either_and_says_by_which() {
    let mut bench = bench();
    bench.keys("r");
    assert!(bench.draw().contains("Nothing is excluded yet: b opens the exclusions."), "{}", bench.draw());
    all(&mut bench);
    bench.keys("r");
    let whole = bench.draw();
    assert!(whole.contains("whole texts (r: with exclusions)") && whole.contains("3 pairs share"), "{whole}");
    assert!(whole.contains("WITHOUT"), "{whole}");
    assert_eq!(bench.model.workspace.listed(0).unwrap().documents(), [0, 1], "shared quotation, references and form");
    bench.keys("r s Down Down Enter g");
    let rest = bench.draw();
    assert!(rest.contains("with exclusions (r: whole texts)"), "{rest}");
    assert!(!rest.contains("much text"), "{rest}");
    let listed: Vec<_> =
        (0..6).map(|row| *bench.model.workspace.as_listed(bench.model.workspace.listed(row).unwrap())).collect();
    assert!(listed.iter().all(|pair| pair.coverage == [0.0, 0.0]), "{listed:?}");
    // A filter looks at what the list shows.
    bench.keys("/").type_text("share>10").keys("Enter");
    assert!(bench.draw().contains("No pair fits") || bench.model.workspace.listing.len() == 0, "{}", bench.draw());
    bench.keys("r");
    assert_eq!(bench.model.workspace.listing.len(), 3, "the whole texts share a form");
    bench.model.size = (80, 24);
    bench.keys("Esc r");
    let narrow = bench.draw();
    assert!(narrow.contains("with exclusions") && narrow.contains("WHOLE"), "{narrow}");
    bench.model.workspace.overview.pane = MainPane::Matrix;
    let hd = bench.model.workspace.batch.pair_remainder([0, 1]).unwrap().0.hamming().unwrap();
    assert!(bench.draw().contains(&hd.to_string()), "the matrix shows the same");
}

#[test]
fn the_dialog_counts_reports_errors_and_says_how_to_save_the_rules() {
    let mut bench = bench();
    bench.keys("b");
    let picture = bench.draw();
    assert!(picture.contains("[ ] quotations") && picture.contains("(nothing is excluded)"), "{picture}");
    bench.keys("Space j j + Space");
    let picture = bench.draw();
    assert!(picture.contains("[x] quotations") && picture.contains("in 4 or more"), "{picture}");
    bench.keys("-");
    assert!(bench.draw().contains("--exclude quotations --common 3"), "{}", bench.draw());
    let chars = FORM.chars().count();
    assert!(bench.draw().contains(&format!("{}        {}", 2 * chars, 3 * chars)), "{}", bench.draw());
    bench.keys("- k +");
    assert!(bench.draw().contains("Only the rule for common passages"), "{}", bench.draw());
    bench.keys("/").type_text("页(").keys("Enter");
    assert!(bench.draw().contains("unclosed group"), "{}", bench.draw());
    bench.keys("Ctrl-u").type_text(r"\d{4}").keys("Enter");
    let picture = bench.draw();
    assert!(picture.contains(r"[x] matches of \d{4}") && picture.contains(r"pattern '\d{4}'"), "{picture}");
    bench.keys("y");
    assert_eq!(bench.copied.last().unwrap(), r"--exclude quotations --common 3 --exclude-pattern '\d{4}'");
    // By mouse: the cursor, then the switch.
    let row = |bench: &Bench, row: usize| {
        let found = bench.model.workspace.drawn.targets.iter().find(|(_, target)| *target == ClickTarget::Choice(row));
        found.expect("the row").0
    };
    for on in [true, false] {
        let at = row(&bench, 0);
        let kind = MouseEventKind::Down(MouseButton::Left);
        let event = MouseEvent { kind, column: at.x + 3, row: at.y, modifiers: KeyModifiers::NONE };
        bench.send(Event::Input(Input::Mouse(event)));
        bench.settle();
        assert_eq!(bench.model.workspace.batch.rules.list[0].on, on);
    }
    bench.keys("b");
    assert!(bench.model.workspace.dialogs.is_empty());
}

#[test]
fn exclusions_are_struck_through_in_both_layouts_and_explained() {
    let mut bench = bench();
    all(&mut bench);
    bench.keys("4");
    for keys in ["d", "s"] {
        bench.keys(keys);
        let picture = bench.draw();
        assert!(
            picture.contains("Struck through: excluded from the scores (quotations, references, common"),
            "{picture}"
        );
        let (width, height) = bench.model.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let theme = bench.model.styles();
        terminal.draw(|frame| _ = view::draw(&bench.model, &theme, frame)).unwrap();
        let buffer = terminal.backend().buffer();
        let struck: String = buffer
            .content()
            .iter()
            .filter(|cell| cell.modifier.contains(Modifier::CROSSED_OUT))
            .map(ratatui::buffer::Cell::symbol)
            .collect();
        let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let struck = bare(&struck);
        assert!(struck.contains("本作业要求你") && struck.contains("[1]Holm"), "{struck}");
        assert!(
            !struck.contains("winter") && !struck.contains("grandfather") && !struck.contains("supper"),
            "{struck}"
        );
    }
}

#[test]
fn without_colour_exclusions_are_in_brackets() {
    let settings = [("color", "never"), ("ascii", "true"), ("lang", "en")];
    for size in [(120, 36), (80, 24)] {
        let mut bench = Bench::with(sources(&texts()), &settings, size);
        all(&mut bench);
        let picture = bench.keys("4 d").draw();
        assert!(picture.contains("[x 本作业要求你用自己的话描述灯塔看守人") && picture.contains("x]"), "{picture}");
        assert!(picture.contains("[x excluded from the scores x]"), "{picture}");
        let picture = bench.keys("P").draw();
        assert!(picture.contains("excluded") && picture.contains("[x "), "{picture}");
    }
}

#[test]
fn passages_stop_at_walls_and_excluded_ones_are_drawn_so() {
    let mut bench = bench();
    bench.keys("P");
    let whole = bench.model.workspace.results.passages.value().cloned().unwrap();
    assert!(whole.excluded() == 0 && whole.total() >= 3);
    bench.keys("Esc");
    all(&mut bench);
    bench.keys("P");
    let passages = bench.model.workspace.results.passages.value().cloned().unwrap();
    assert_eq!(passages.excluded(), passages.total(), "all that they share is excluded");
    assert!(bench.draw().contains("excluded") && passages.shared.numbered() == 0);
    // With a rule less, they are found again.
    bench.keys("b Space Esc");
    let passages = bench.model.workspace.results.passages.value().cloned().unwrap();
    let kept = (0..passages.total()).find(|&at| !passages.is_excluded(at)).expect("the quotation");
    assert_eq!(format!("“{}.”", passages.text(kept)), QUOTED);
}

#[test]
fn a_passage_is_marked_and_unmarked_by_hand() {
    let mut bench = bench();
    bench.keys("P");
    let row = |bench: &Bench, begins: &str| {
        let passages = bench.model.workspace.results.passages.value().cloned().unwrap();
        let texts: Vec<&str> = (0..passages.total())
            .filter_map(|row| passages.at_row(row, PassageOrder::default()))
            .map(|at| passages.text(at))
            .collect();
        texts.iter().position(|text| text.starts_with(begins)).unwrap_or_else(|| panic!("{begins}: {texts:?}"))
    };
    let go = |bench: &mut Bench, begins: &str| {
        let to = row(bench, begins);
        bench.keys("g");
        (0..to).for_each(|_| _ = bench.keys("j"));
    };
    go(&mut bench, "The keeper");
    bench.keys("X");
    assert!(bench.draw().contains("Excluded as a quotation"), "{}", bench.draw());
    let marked = bench.model.workspace.batch.rules.exclusions().marked;
    assert!(marked.len() == 1 && marked[0].why == ExclusionReason::Quotation);
    let excluded = |bench: &Bench| {
        bench
            .model
            .workspace
            .batch
            .remainders
            .all
            .as_ref()
            .map(|all| all.of.iter().flatten().map(|rest| rest.excluded.len()).collect::<Vec<_>>())
    };
    assert_eq!(excluded(&bench), Some(vec![1, 1, 0, 0]), "wherever it stands");
    go(&mut bench, "The keeper");
    bench.keys("x");
    assert_eq!(
        bench.model.workspace.batch.rules.exclusions().marked[0].why,
        ExclusionReason::Common,
        "the other reason"
    );
    go(&mut bench, "The keeper");
    bench.keys("x");
    assert!(bench.draw().contains("Undone") && excluded(&bench).is_none(), "{}", bench.draw());
    // The exclusions of a rule are not undone by hand.
    bench.keys("Esc b Space Esc P");
    go(&mut bench, "The keeper");
    bench.keys("x");
    assert!(bench.draw().contains("A rule already excludes this"), "{}", bench.draw());
    // On screen 4, where the passage is shown.
    bench.keys("Esc b Space Esc P");
    go(&mut bench, "References");
    bench.keys("Enter x");
    assert!(bench.draw().contains("Excluded as common text"), "{}", bench.draw());
    assert_eq!(excluded(&bench), Some(vec![1, 1, 0, 0]));
    bench.keys("x");
    assert!(excluded(&bench).is_none());
}

#[test]
fn a_passage_of_the_library_is_marked_and_drawn_so() {
    let mut bench = bench();
    bench.keys("6 x");
    assert!(bench.draw().contains("You can only exclude passages here"), "{}", bench.draw());
    bench.keys("Tab Tab x");
    let marked = bench.model.workspace.batch.rules.exclusions().marked;
    assert!(marked.len() == 1 && marked[0].text.starts_with("本作业要求你"), "{marked:?}");
    let rests = bench.model.workspace.batch.remainders.all.clone().unwrap();
    assert_eq!(rests.of.iter().flatten().filter(|rest| !rest.excluded.is_empty()).count(), 3);
    assert!(bench.model.workspace.batch.is_excluded(0, rests.of[0].as_ref().unwrap().excluded[0].span));
    bench.keys("x");
    assert!(bench.model.workspace.batch.rules.exclusions().marked.is_empty());
}

#[test]
fn a_change_is_marked_at_its_own_place() {
    let texts = [
        "夜里的海是黑色的。海是黑色的。\n\n灯亮着。\n".to_owned(),
        "夜里的海是蓝色的。海是黑色的。\n\n灯亮着。\n".to_owned(),
    ];
    let mut bench = Bench::new(sources(&texts), Lang::Zh, (120, 36));
    bench.keys("4 x");
    let spans = |bench: &Bench| {
        let rests = bench.model.workspace.batch.remainders.all.clone()?;
        Some([0, 1].map(|at: usize| rests.of[at].as_ref().unwrap().excluded.iter().map(|e| e.span).collect::<Vec<_>>()))
    };
    let found = spans(&bench).unwrap();
    assert_eq!((found[0].len(), found[0][0].of(&texts[0])), (1, "黑色"), "the first one alone");
    assert_eq!(found[1][0].of(&texts[1]), "蓝色");
    assert!(bench.draw().contains("加删除线的不计入分数"), "{}", bench.draw());
    bench.keys("b");
    assert!(bench.draw().contains("手工排除") && bench.draw().contains("--base"), "{}", bench.draw());
    bench.keys("Esc x");
    assert!(spans(&bench).is_none());
}

#[test]
fn what_is_stale_is_marked_and_what_was_stopped_can_go_on() {
    let mut bench = bench();
    bench.keys("b Space");
    // The rule is another, and its result not there yet.
    bench.model.workspace.batch.rules.toggle(1);
    assert!(bench.draw().contains("being recomputed"), "{}", bench.draw());
    bench.keys("Esc");
    assert!(!bench.draw().contains("being recomputed"), "{}", bench.draw());
    // Stopped before anything came of it.
    bench.keys("b");
    let space = crossterm::event::KeyEvent::new(crossterm::event::KeyCode::Char(' '), KeyModifiers::NONE);
    bench.send(Event::Input(Input::Key(space)));
    assert!(bench.model.workspace.tasks.computes(&bench.model.workspace.results.remainders));
    bench.model.workspace.results.remainders.watch().stop();
    bench.settle();
    if bench.model.workspace.batch.remainders.stopped.is_some() {
        bench.keys("Esc");
        bench.keys("b");
    }
    assert_eq!(
        bench.model.workspace.batch.remainders.all.as_ref().map(|all| all.revision),
        Some(bench.model.workspace.batch.revision())
    );
}

#[test]
fn a_changed_file_is_examined_again() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["a.txt", "b.txt"].map(|name| folder.path().join(name));
    for (file, text) in files.iter().zip(texts()) {
        fs::write(file, text).unwrap();
    }
    let mut bench = Bench::new(files.iter().cloned().map(Source::File).collect(), Lang::En, (120, 36));
    bench.keys("b Space Esc 4");
    fs::write(&files[0], "Short, and without any quotation now.\n").unwrap();
    bench.send(Event::Files(crate::document::FileChange::Files([0].into())));
    bench.settle();
    let rests = bench.model.workspace.batch.remainders.all.clone().unwrap();
    assert_eq!(rests.revision, bench.model.workspace.batch.revision());
    let counts = rests.of.iter().flatten().map(|rest| rest.excluded.len()).collect::<Vec<_>>();
    assert_eq!(counts, [0, 1]);
    bench.draw();
}

#[test]
fn nothing_is_excluded_from_a_list_of_features() {
    let texts = ["a\t1\nb\t2\n", "a\t1\nc\t2\n"].map(str::to_owned);
    let mut bench = Bench::with(sources(&texts), &[("lang", "en"), ("recipe", "tokens=given")], (120, 36));
    bench.keys("b Space");
    assert!(bench.draw().contains("A list of features has nothing to exclude."), "{}", bench.draw());
    assert!(bench.model.workspace.batch.remainders.all.is_none());
}

#[test]
fn rules_asked_for_on_opening_hold_from_the_start() {
    let exclusions =
        Exclusions { references: true, patterns: vec![Pattern::new("x").unwrap()], ..Exclusions::default() };
    let rules = ExclusionRules::new(&exclusions, GivenRules::default());
    assert!(matches!(rules.on().collect::<Vec<_>>()[..], [RuleKind::References, RuleKind::Pattern(_)]));
    assert_eq!(rules.options(), "--exclude references --exclude-pattern x");
    let (back, [q, r]) = (rules.exclusions(), [false, true]);
    assert_eq!((back.quotations, back.references, back.patterns.len(), back.common), (q, r, 1, None));
}

#[test]
fn the_dialog_in_both_languages() {
    for (lang, size) in [(Lang::En, (120, 36)), (Lang::Zh, (80, 24))] {
        let mut bench = Bench::new(sources(&texts()), lang, size);
        all(&mut bench);
        bench.keys("b");
        assert!(bench.model.workspace.dialogs.on_top::<ExclusionsDialog>());
        bench.holds("exclusions");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn swapping_the_documents_swaps_the_scores(on in prop::collection::vec(any::<bool>(), 3), which in 0usize..6) {
        let [i, j] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]][which];
        let texts = texts();
        let of = |texts: [&String; 2]| {
            let mut bench = Bench::new(sources(&texts.map(Clone::clone)), Lang::En, (80, 24));
            bench.model.workspace.batch.rules.list.iter_mut().zip(&on).for_each(|(rule, on)| rule.on = *on);
            bench.model.workspace.batch.rules.revision += 1;
            // Any key has what is missing asked for.
            bench.keys("Home");
            bench.model.workspace.batch.pair_remainder([0, 1]).map(|(pair, _)| (pair.hamming(), pair.coverage))
        };
        let (one, other) = (of([&texts[i], &texts[j]]), of([&texts[j], &texts[i]]));
        prop_assert_eq!(one.is_some(), on.contains(&true));
        prop_assert_eq!(one, other.map(|(hd, [a, b])| (hd, [b, a])));
    }
}

#[test]
fn a_base_text_is_chosen_on_the_screens_and_a_cover_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    let form = "I declare that this is my own work and that I cite every source of it.";
    let own = |n: usize| (0..60).map(|word| format!("own{n}word{word}")).collect::<Vec<_>>().join(" ");
    let write = |name: &str, text: String| {
        fs::write(folder.path().join(name), text).unwrap();
        Source::File(folder.path().join(name))
    };
    let sources = (0..3).map(|n| write(&format!("{n}.txt"), format!("{form}\n{}", own(n)))).collect();
    write("sheet.txt", format!("Please sign. {form}"));
    let mut bench = Bench::new(sources, Lang::En, (120, 36));
    let shared = |bench: &Bench| bench.model.workspace.batch.scored_pair([0, 1]).unwrap().coverage[0];
    assert!(shared(&bench) > 0.05);
    bench.keys("b");
    assert!(bench.draw().contains("3 documents begin with “I declare that this is my own work"), "{}", bench.draw());
    bench.keys("x");
    assert!(shared(&bench) == 0.0 && bench.draw().contains("marked by hand"), "{}", bench.draw());
    bench.keys("G Space");
    assert!(shared(&bench) > 0.05);
    // The same by the sheet itself.
    bench.keys("o");
    assert!(bench.draw().contains("Choose a base text to exclude"), "{}", bench.draw());
    bench.keys("G Enter");
    let drawn = bench.draw();
    assert!(shared(&bench) == 0.0 && drawn.contains("passages of the base text"), "{drawn}");
    // A document that is open is no longer compared then.
    bench.keys("o Tab Enter");
    assert!(bench.model.workspace.batch.entries[0].aside, "{}", bench.draw());
}
