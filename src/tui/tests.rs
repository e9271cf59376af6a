//! The interface without a terminal: keys in, a picture out. Work is done in the same threads, waited for in turn.

mod archive;
mod browser;
mod command;
mod dialogs;
mod diff;
mod exclusion;
mod export;
mod exporting;
mod files;
mod first_run;
mod help;
mod hidden;
mod kept;
mod lab;
mod lesson;
mod library;
mod list;
mod look;
mod manual;
mod many;
mod meaning;
mod mouse;
mod moving;
mod open_library;
mod orphans;
mod received;
mod review;
mod shared;
mod storm;
mod submissions;
mod two_texts;
mod whole;

use std::{
    path::Path,
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use insta::assert_snapshot;
use proptest::prelude::*;
use ratatui::{Terminal, backend::TestBackend, layout::Rect};

use super::{
    dialog::export::ExportDialog,
    event::Event,
    journal::JournalWriter,
    model::{Look, Model, OpenReview, Transition, effect::Request, job::Jobs},
    screen::Screen,
    theme::{Depth, Ground},
    update, view,
};
use crate::{
    config::{Config, SettingKey, SettingOrigin},
    document::{Sample, Source},
    locale::Lang,
    review::{Roots, journal::Journal},
    simhash::is_han,
    t,
};

/// The user's data folder, inside the reviewed folder, where nothing of it is a document.
const DATA: &str = ".data";

/// The interface over some documents.
struct Bench {
    model: Model,
    jobs: Jobs,
    events: Receiver<Event>,
    copied: Vec<String>,
    pictures: usize,
    cells: Vec<String>,
    journal: Option<JournalWriter>,
}

impl Bench {
    fn new(sources: Vec<Source>, lang: Lang, (width, height): (u16, u16)) -> Self {
        Self::with(sources, &[("lang", if lang.is_chinese() { "zh" } else { "en" })], (width, height))
    }

    fn with(sources: Vec<Source>, settings: &[(&str, &str)], (width, height): (u16, u16)) -> Self {
        let mut config = Config::default();
        for (name, value) in settings {
            config.set(name.parse().unwrap(), value, SettingOrigin::Flag).unwrap();
        }
        let mut model = Model::new(sources, &config, Look::new(&config, Depth::True, Ground::Dark));
        model.size = (width, height);
        let mut bench = Self::unstarted(model);
        let effects = update::start(&mut bench.model);
        bench.perform(effects);
        bench.settle();
        bench
    }

    fn unstarted(model: Model) -> Self {
        let (sender, events) = mpsc::channel();
        let (copied, pictures, cells) = Default::default();
        Self {
            model,
            jobs: Jobs::new(move |workspace, message| _ = sender.send(Event::Job(workspace, message))),
            events,
            copied,
            pictures,
            cells,
            journal: None,
        }
    }

    fn of(texts: &[&str]) -> Self {
        let texts = texts.iter().enumerate().map(|(i, text)| Source::Text { nth: i + 1, text: (*text).into() });
        Self::new(texts.collect(), Lang::En, (120, 36))
    }

    /// Opens the review of a folder.
    fn open_review(&mut self, folder: &Path) {
        let roots = Roots::new([folder]);
        self.journal = Some(JournalWriter::new(Journal::open(&roots, Some(&folder.join(DATA))).unwrap(), roots));
        self.model.workspace.review = Some(OpenReview::new(&self.model.workspace.batch.rules, None));
        self.send(Event::Input(Input::FocusGained));
        self.settle();
    }

    fn perform(&mut self, effects: Vec<Request>) {
        for effect in effects {
            match effect {
                Request::Start(workspace, job) => self.jobs.start(workspace, job).unwrap(),
                Request::Copy(text) => self.copied.push(text),
                // Files are made only where a test wants them.
                Request::Picture => self.pictures += 1,
                Request::Keep(order) => {
                    if let Some(journal) = &mut self.journal {
                        let answer = journal.execute(order);
                        self.send(Event::Review(Box::new(answer)));
                    }
                }
                #[cfg(unix)]
                Request::Resume => {}
                Request::Watch(..) | Request::Suspend | Request::Redraw => {}
            }
        }
    }

    fn send(&mut self, event: Event) {
        let effects = update::update(&mut self.model, event);
        self.perform(effects);
    }

    /// For events by chance: where this dialog is open, a key would write a report where the tests run.
    fn close_export(&mut self) {
        self.model.workspace.dialogs.take::<ExportDialog>();
    }

    /// Waits until no work is left: every job ends with a message, whatever became of it.
    fn settle(&mut self) {
        while self.jobs.running() {
            let event = self.events.recv().unwrap();
            self.send(event);
        }
        self.send(Event::Frame(Transition::LONG));
        self.draw();
    }

    /// Presses keys as the keymap writes them, parted by spaces; draws after each, as the loop does.
    fn keys(&mut self, keys: &str) -> &mut Self {
        for name in keys.split(' ') {
            let (modifiers, name) = match name.strip_prefix("Ctrl-") {
                Some(name) => (KeyModifiers::CONTROL, name),
                None => (KeyModifiers::NONE, name),
            };
            let code = match name {
                "Enter" => KeyCode::Enter,
                "Esc" => KeyCode::Esc,
                "Space" => KeyCode::Char(' '),
                "Tab" => KeyCode::Tab,
                "Up" => KeyCode::Up,
                "Down" => KeyCode::Down,
                "Left" => KeyCode::Left,
                "Right" => KeyCode::Right,
                "Home" => KeyCode::Home,
                "End" => KeyCode::End,
                "PageUp" => KeyCode::PageUp,
                "PageDown" => KeyCode::PageDown,
                "Backspace" => KeyCode::Backspace,
                "F1" => KeyCode::F(1),
                name => KeyCode::Char(name.chars().next().unwrap()),
            };
            self.send(Event::Input(Input::Key(KeyEvent::new(code, modifiers))));
            self.settle();
        }
        self
    }

    /// Types text as it stands.
    fn type_text(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            self.send(Event::Input(Input::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE))));
        }
        self.settle();
        self
    }

    /// Runs a line of the command line.
    fn command(&mut self, line: &str) -> &mut Self {
        self.keys(":").type_text(line).keys("Enter")
    }

    /// Compares what is drawn at 120 by 36 in English with the one snapshot of that state. Other sizes and languages
    /// are held by what is so of every screen: a changed word is one changed snapshot.
    fn holds(&mut self, state: &str) {
        let drawn = self.draw();
        if self.model.size == (120, 36) && self.model.lang == Lang::En {
            assert_snapshot!(state, drawn);
            return;
        }
        let rows: Vec<&str> = drawn.lines().map(|row| row.trim_matches('"').trim()).collect();
        let (first, keys) = (rows[0], rows[rows.len() - 1]);
        assert!(
            first.starts_with("simscope") && first.contains(self.model.workspace.screen.number().to_string().as_str())
        );
        assert_eq!(keys.chars().any(is_han), self.model.lang.is_chinese(), "the keys of {state}:\n{drawn}");
        let all = Rect::new(0, 0, self.model.size.0, self.model.size.1);
        for (place, target) in &self.model.workspace.drawn.targets {
            assert_eq!(place.intersection(all), *place, "{target:?} of {state} is on the screen:\n{drawn}");
        }
    }

    fn draw(&mut self) -> String {
        self.frame().to_string()
    }

    /// The cells with their styles.
    fn styled(&mut self) -> ratatui::buffer::Buffer {
        self.frame().buffer().clone()
    }

    fn frame(&mut self) -> TestBackend {
        let (width, height) = self.model.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let theme = self.model.styles();
        let mut drawn = None;
        terminal.draw(|frame| drawn = Some(view::draw(&self.model, &theme, frame))).unwrap();
        self.model.workspace.drawn = drawn.unwrap();
        self.cells = terminal.backend().buffer().content().iter().map(|cell| cell.symbol().to_owned()).collect();
        terminal.backend().clone()
    }
}

fn samples() -> Vec<Source> {
    crate::document::samples(Sample::CHINESE)
}

#[test]
fn every_screen_in_both_sizes() {
    for size in [(120, 36), (80, 24)] {
        let mut bench = Bench::new(samples(), Lang::En, size);
        for (key, name) in [("1", "overview"), ("2", "pipeline"), ("3", "bits"), ("4", "diff"), ("5", "lab")] {
            bench.keys(key);
            bench.holds(name);
        }
    }
}

#[test]
fn dialogs_in_both_languages() {
    for lang in [Lang::En, Lang::Zh] {
        let mut bench = Bench::new(samples(), lang, (120, 36));
        let dialogs = [
            ("?", "help"),
            ("R", "recipe"),
            ("R j j j Enter", "weight"),
            ("2 Enter", "feature"),
            ("l Enter", "column"),
        ];
        for (keys, name) in dialogs {
            bench.keys(keys).holds(name);
            bench.model.workspace.dialogs.close_all();
        }
    }
}

#[test]
fn a_pair_under_every_profile() {
    for (size, lang) in [((120, 36), Lang::En), ((80, 24), Lang::Zh)] {
        let mut bench = Bench::new(samples(), lang, size);
        bench.keys("p j j");
        bench.holds("profiles");
    }
}

#[test]
fn a_pair_by_other_methods() {
    for (size, lang) in [((120, 36), Lang::En), ((80, 24), Lang::Zh)] {
        let mut bench = Bench::new(samples(), lang, size);
        bench.keys("E j j j j");
        bench.holds("evidence");
    }
}

#[test]
fn evidence_of_another_recipe_is_marked_until_it_is_there() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("E");
    assert!(!bench.draw().contains("recomputed"));
    bench.model.workspace.batch.generation += 1;
    assert!(bench.draw().contains("recomputed"), "what is shown is of the generation before");
}

#[test]
fn lists_of_features_have_vectors_alone() {
    let mut bench = Bench::of(&["a\t1\nb\t2", "a\t1\nc\t2"]);
    bench.model.workspace.batch.recipe = "given;fold=none;given;xxh3-64;64;gt".parse().unwrap();
    bench.model.workspace.batch.generation += 1;
    bench.keys("E Enter G Enter");
    let drawn = bench.draw();
    assert!(drawn.contains("0.200") && drawn.contains("lists of features") && !drawn.contains("MinHash"), "{drawn}");
}

#[test]
fn hyperplanes_between_a_pair() {
    for (size, lang) in [((120, 36), Lang::En), ((80, 24), Lang::Zh)] {
        let mut bench = Bench::new(samples(), lang, size);
        bench.keys("j a Tab . . . . . . . . . . .");
        bench.holds("planes");
    }
}

#[test]
fn hyperplanes_are_stepped_through_with_the_keys_of_the_pipeline() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("3 a");
    let hyperplanes =
        |bench: &Bench| (bench.model.workspace.hyperplanes.random, bench.model.workspace.hyperplanes.step());
    assert_eq!(hyperplanes(&bench), (false, 1), "they are added one by one");
    assert!(bench.draw().contains("The first hyperplane: A "), "{}", bench.draw());
    bench.keys("$ , ,");
    assert_eq!(hyperplanes(&bench), (false, 62));
    bench.keys("Tab . . ,");
    assert_eq!(hyperplanes(&bench), (true, 2));
    bench.keys(", , , g ,");
    assert_eq!(hyperplanes(&bench), (true, 1), "there is no plane before the first");
    bench.keys("G .");
    assert_eq!(hyperplanes(&bench), (true, 1024));
    bench.keys("Tab");
    assert_eq!(hyperplanes(&bench), (false, 62), "each kind keeps its place");
    // Another recipe has other columns, and no more of them than it has bits.
    bench.keys("$ Esc").command("set recipe bits=16").keys("a");
    assert_eq!(hyperplanes(&bench), (false, 16));
    bench.keys("a");
    assert!(bench.model.workspace.dialogs.is_empty());
}

#[test]
fn a_real_text_is_played_as_a_time_lapse_and_a_lesson_step_by_step() {
    for keys in ["2 ^", "2 t ^"] {
        let mut bench = Bench::new(samples(), Lang::En, (120, 36));
        bench.keys(keys).keys("Space");
        let at = |bench: &Bench| {
            let workspace = &bench.model.workspace;
            if workspace.two_texts.on { workspace.two_texts.step } else { workspace.pipeline.step }.unwrap()
        };
        let mut steps = vec![at(&bench)];
        let (mut fast, mut slow) = (Duration::ZERO, 0);
        while let Some(pause) = bench.model.pace() {
            if bench.model.workspace.walk().unwrap().stride() > 1 {
                fast += pause;
            } else {
                slow += 1;
            }
            bench.send(Event::Tick);
            steps.push(at(&bench));
        }
        assert!(steps.windows(2).all(|two| two[0] < two[1]), "{steps:?}");
        assert!(fast > Duration::from_secs(5) && fast <= Duration::from_secs(11), "{fast:?}");
        assert!(slow <= 6 * 4, "{slow}");
        // The last picture is the one that stays.
        let played = bench.draw();
        assert_eq!(bench.keys("$").draw(), played);
        if !bench.model.workspace.two_texts.on {
            let walk = &bench.model.workspace.pipeline.walk;
            let begun = |at: &usize| steps.contains(at) && steps.contains(&(at + 1)) && steps.contains(&(at + 2));
            let starts: Vec<usize> =
                std::iter::successors(Some(0), |&at| Some(walk.next_stage(at)).filter(|&next| next < walk.last()))
                    .skip(1)
                    .collect();
            assert!(starts.len() >= 4 && starts.iter().all(begun), "{starts:?} {steps:?}");
        }
    }
    let mut lesson = Bench::new(samples(), Lang::En, (120, 36));
    lesson.keys("L j Enter n ^ Space");
    while lesson.model.pace().is_some() {
        assert_eq!(lesson.model.workspace.walk().unwrap().stride(), 1);
        lesson.send(Event::Tick);
    }
}

#[test]
fn hyperplanes_are_played_the_further_the_more() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("a Tab Space");
    let mut steps = vec![bench.model.workspace.hyperplanes.step()];
    while bench.model.pace().is_some() {
        bench.send(Event::Tick);
        steps.push(bench.model.workspace.hyperplanes.step());
    }
    assert!(steps.starts_with(&[1, 2, 3]) && steps.ends_with(&[1024]), "{steps:?}");
    assert!(steps.len() < 100, "{} ticks", steps.len());
    bench.keys("Space > > <");
    assert_eq!(bench.model.workspace.hyperplanes.step(), 2, "from the start again, then by powers of two");
    bench.keys("Esc");
    assert_eq!(bench.model.pace(), None);
    bench.model.play.still = true;
    bench.keys("a Space Space");
    assert_eq!(
        (bench.model.workspace.hyperplanes.step(), bench.model.pace()),
        (4, None),
        "without motion play is a step"
    );
}

#[test]
fn a_pair_without_an_angle_says_so() {
    let mut bench = Bench::of(&["some words", "?!"]);
    bench.keys("a");
    assert!(bench.draw().contains("no fingerprint"));
    let mut bench = Bench::of(&["some words", "words some"]);
    bench.keys("a");
    assert!(bench.draw().contains("span no plane"));
}

#[test]
fn profiles_are_shown_of_the_pair_and_the_recipe_they_were_made_for_or_not_at_all() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("p");
    let pair = bench.model.workspace.pair().unwrap();
    let distance = |bench: &Bench, documents| bench.model.workspace.opinions_of(documents).map(|all| all[0].hamming);
    assert_eq!(distance(&bench, pair), Some(bench.model.workspace.listed(0).unwrap().hamming()));
    // Another k is another verdict, and no new computation.
    let near = |bench: &mut Bench| bench.draw().matches(" near  ").count();
    let before = near(&mut bench);
    bench.keys("+ + +");
    assert!(near(&mut bench) > before);
    // Another pair: what is known of the one before is not its own.
    bench.keys("Esc j");
    let other = bench.model.workspace.pair().unwrap();
    assert_eq!(distance(&bench, other), None);
    bench.keys("p");
    assert_eq!(distance(&bench, other), Some(bench.model.workspace.listed(1).unwrap().hamming()));
    // Another recipe: until its results are there, none are shown.
    bench.model.workspace.batch.recipe = "gaoya".parse().unwrap();
    bench.model.workspace.batch.generation += 1;
    assert_eq!(distance(&bench, other), None);
    assert!(bench.draw().contains("Working"));
    bench.keys("j");
    let own = bench.model.workspace.batch.pair(other).unwrap().hamming();
    assert_eq!(distance(&bench, other), Some(own));
    assert_eq!(bench.model.workspace.opinions_of(other).unwrap()[0].profile, Some("gaoya"));
}

#[test]
fn a_number_typed_in_a_picker_is_taken_and_everything_follows() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("2 R j j j j j Enter 1 2 8 Enter");
    assert!(bench.draw().contains("128 bits"));
    assert_eq!(bench.model.workspace.batch.recipe.bits, 64, "xxh3-64 does not reach 128 bits, and the picker says so");
    bench.keys("Esc Enter 1 2 Enter Esc");
    assert_eq!(bench.model.workspace.batch.recipe.bits, 12);
    assert_eq!(bench.model.workspace.batch.ranked, bench.model.workspace.batch.generation);
    assert_eq!(bench.model.workspace.batch.fingerprint(0).map(crate::simhash::Fingerprint::width), Some(12));
}

#[test]
fn every_width_is_drawn() {
    let mut bench = Bench::of(&["the quick brown fox jumps", "the quick brown dog jumps"]);
    bench.command("set recipe hash=xxh3-128");
    for bits in ["3", "5", "16", "17", "33", "64", "65", "96", "127", "128"] {
        bench.command(&format!("set recipe bits={bits}"));
        assert_eq!(bench.model.workspace.batch.recipe.bits.to_string(), bits);
        for screen in ["1", "2", "3", "4", "5"] {
            for size in [(120, 36), (80, 24), (40, 10)] {
                bench.model.size = size;
                bench.keys(screen);
            }
        }
    }
}

#[test]
fn unticking_a_feature_moves_the_bits_and_reset_brings_them_back() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("3");
    let documents = bench.model.workspace.pair().unwrap();
    let reasons = bench.model.workspace.results.detail_of(documents).cloned().unwrap();
    let reasons = reasons.comparison.bits.as_ref().unwrap();
    let before = reasons.joint.sums.clone();
    bench.keys("Space");
    assert_ne!(bench.model.workspace.bits.sums(reasons), &before);
    bench.keys("r");
    assert_eq!(bench.model.workspace.bits.sums(reasons), &before);
    bench.keys("m");
    let [a, b] = bench.model.workspace.bits.fingerprints(reasons);
    let crossing = reasons.crossing.as_ref().unwrap();
    assert_eq!(a.hamming(b), crossing.hamming, "what was said is what is shown");
}

#[test]
fn stepping_arrives_at_the_fingerprint() {
    let mut bench = Bench::of(&["one two three", "one two four"]);
    bench.keys("2");
    let trace = bench.model.workspace.batch.trace(0).unwrap().clone();
    bench.keys("^");
    assert!(bench.draw().contains("Segmentation will give"));
    assert!(bench.model.workspace.pipeline.sums(&trace).iter().all(|&v| v == 0));
    bench.keys(". .");
    assert!(bench.draw().contains("Token 2 of 3 is “two”, its first occurrence"));
    bench.keys("> > > . )");
    assert!(bench.draw().contains("Row 2 of 3") && bench.draw().contains("after 2 of 3 rows"));
    bench.keys("$");
    assert!(bench.draw().contains("All bits are known"));
    assert_eq!(bench.model.workspace.pipeline.sums(&trace), trace.sums);
    bench.keys(". ,");
    assert!(bench.draw().contains("bit 62 is"));
    bench.keys("Esc");
    assert_eq!(bench.model.workspace.pipeline.step, None);
    assert_eq!(bench.model.workspace.screen, Screen::Pipeline);
}

#[test]
fn steps_follow_by_themselves_until_the_last_one() {
    let mut bench = Bench::of(&["one two", "one"]);
    bench.keys("2 Space");
    assert_eq!((bench.model.workspace.pipeline.step, bench.model.pace()), (Some(0), Some(Duration::from_secs(1))));
    bench.keys("] ] ] ]");
    assert_eq!(bench.model.pace(), Some(Duration::from_millis(125)), "eight a second, no faster");
    bench.keys("?");
    assert_eq!(bench.model.pace(), None, "what is covered rests");
    bench.keys("Esc");
    let last = bench.model.workspace.pipeline.walk.last();
    for at in 1..=last {
        bench.send(Event::Tick);
        assert_eq!(bench.model.workspace.pipeline.step, Some(at));
    }
    assert_eq!(bench.model.pace(), None);
    let mut bench = Bench::with(samples(), &[("motion", "false")], (120, 36));
    bench.keys("2 Space Space Space");
    assert_eq!(
        (bench.model.workspace.pipeline.step, bench.model.pace()),
        (Some(2), None),
        "without motion play is a step"
    );
}

#[test]
fn the_diff_is_marked_by_itself_only_within_k() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("4");
    assert!(bench.draw().contains("CHANGE 1"));
    bench.keys("1 j 4");
    assert!(!bench.draw().contains("CHANGE"), "above k the texts stand without marks");
    bench.keys("d");
    assert!(bench.draw().contains("not a near-duplicate at threshold 3") && bench.draw().contains("CHANGE 1"));
}

#[test]
fn search_finds_and_walks_and_copies() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("4 /").type_text("日记").keys("Enter");
    let search = bench.model.workspace.diff.search.clone().unwrap();
    assert!(search.matches.len() > 4);
    bench.keys("n y");
    let now = bench.model.workspace.diff.search.clone().unwrap();
    assert_eq!([search, now].map(|search| bench.model.workspace.diff.match_number(&search, false)), [1, 2]);
    assert_eq!(bench.copied.last().map(String::as_str), Some("日记"));
    bench.keys("Esc");
    assert!(bench.model.workspace.diff.search.is_none());
}

#[test]
fn a_feature_leads_to_its_place_in_the_text() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("3 Enter");
    assert_eq!(bench.model.workspace.screen, Screen::Diff);
    assert!(bench.model.workspace.diff.search.is_some_and(|search| !search.matches.is_empty()));
}

#[test]
fn a_click_on_a_row_selects_it_and_a_second_opens_it() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    let click = |bench: &mut Bench| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let event = MouseEvent { kind, column: 20, row: 8, modifiers: KeyModifiers::NONE };
        bench.send(Event::Input(Input::Mouse(event)));
        bench.settle();
    };
    click(&mut bench);
    assert_eq!((bench.model.workspace.screen, bench.model.workspace.overview.list.selected), (Screen::Overview, 2));
    click(&mut bench);
    assert_eq!(bench.model.workspace.screen, Screen::Diff);
}

#[test]
fn documents_that_cannot_be_compared_stop_nobody() {
    let missing = Source::File("no/such/file.txt".into());
    let text = |nth, text: &str| Source::Text { nth, text: text.into() };
    let sources = vec![missing, text(1, ""), text(2, "?! …"), text(3, "a word or two"), text(4, "a word or two")];
    let mut bench = Bench::new(sources, Lang::En, (120, 36));
    let picture = bench.draw();
    assert!(picture.contains("1 document cannot be used (O: why)") && picture.contains("identical, byte for byte"));
    bench.keys("O");
    assert!(bench.draw().contains("no such file"));
    bench.keys("Esc");
    for keys in ["G", "2", "3", "4", "d", "1", "Tab", "Tab"] {
        bench.keys(keys);
    }
    let mut alone = Bench::of(&["only one text here"]);
    assert!(alone.draw().contains("Only one document"));
    alone.keys("Enter");
    assert_eq!(alone.model.workspace.screen, Screen::Pipeline);
}

#[test]
fn a_wrong_list_of_features_is_said_and_stops_nobody() {
    let mut bench = Bench::of(&["a\t1\nb\t2", "no list at all"]);
    bench.command("set recipe tokens=given;weight=given");
    assert!(bench.draw().contains("no TAB"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Whatever is pressed, clicked and resized, the state stays one that can be drawn.
    #[test]
    fn no_key_breaks_it(
        steps in proptest::collection::vec((0u8..80, 0u16..130, 0u16..40), 60),
        widths in proptest::collection::vec((1u16..150, 1u16..50), 60),
    ) {
        const KEYS: &str = ": Tab 1 2 3 4 5 i p u Ctrl-r j k h l g G n N Enter Esc / R E e D P v \
            a + - y Y O c ? s m H , . w Space r d z Z Tab x 7 Ctrl-d Ctrl-u";
        let keys: Vec<&str> = KEYS.split(' ').collect();
        let mut bench = Bench::of(&["一个 the quick brown fox\n\njumps", "一个 the quick brown dog\n\njumps over", ""]);
        for (i, ((key, column, row), size)) in steps.into_iter().zip(widths).enumerate() {
            bench.close_export();
            if i % 7 == 0 {
                bench.model.size = size;
            }
            let wheel = MouseEvent { kind: MouseEventKind::ScrollDown, column, row, modifiers: KeyModifiers::NONE };
            let click = MouseEvent { kind: MouseEventKind::Down(MouseButton::Left), ..wheel };
            let drag = MouseEvent { kind: MouseEventKind::Drag(MouseButton::Left), ..wheel };
            match keys.get(usize::from(key)) {
                Some(key) => _ = bench.keys(key),
                None if key % 3 == 0 => bench.send(Event::Input(Input::Mouse(click))),
                None if key % 3 == 1 => bench.send(Event::Input(Input::Mouse(drag))),
                None => bench.send(Event::Input(Input::Mouse(wheel))),
            }
            bench.settle();
        }
    }
}
