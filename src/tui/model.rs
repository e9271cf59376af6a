//! What the interface knows and shows. Plain values: no terminal, no threads, no drawing.
//!
//! One value per screen holds where the reader is on it; [`Desk`] holds the documents and what was computed of them.

mod align;
mod archived;
mod asked;
mod bits;
mod browser;
mod command;
mod desk;
mod diff;
mod drawn;
mod editor;
mod exclusion;
mod exporting;
mod filtering;
mod lab;
mod left;
mod lesson;
mod library;
mod list;
mod listing;
mod look;
mod orphans;
mod overlay;
mod overview;
mod passages;
mod pipeline;
mod planes;
mod play;
mod review;

use std::{borrow::Cow, sync::Arc, time::Duration};

pub use align::Aligning;
pub use archived::{Archived, Query};
pub use asked::Asked;
pub use bits::{Bits, Pane};
pub use browser::{Browser, Fate, Item as Found, Refused, Row, Taken};
pub use command::{LIVE, Prompt, SET, What, choice, live};
pub use desk::{Again, Close, Desk, Diffed, Entry, Evidenced, Examined, Opinions, Outdated, Prepared, Trouble, Work};
pub use diff::{DiffPlace, Item, Match, Search, Side, folded, sign as diff_sign};
pub use drawn::{Drawn, Target};
pub use editor::{Editor, Motion};
pub use exclusion::Leaving;
pub use exporting::{Exporting, Field, Handed, Meant, Stage, Writing};
pub use filtering::Filtering;
pub use lab::{Curve, Keeping, Lab, LabPane, Tried, Workbench};
pub use left::{PairRest, Rest, Rests, Stamp};
pub use lesson::{Answered, Reading, Tables};
pub use library::{Holdings, Library, LibraryPane, Seek, Shelf, Sought};
pub use list::List;
pub use listing::{About, Listing, Wish};
pub use look::Look;
pub use orphans::{Lost, Orphan, Places, contents};
pub use overlay::{Choice, EvidencePage, Keepsake, Overlay, Picker, Setting, Traced};
pub use overview::{MainPane, Overview, Sort};
pub use passages::{Order as PassageOrder, Passages};
pub use pipeline::{Operands, Pipeline, order_of};
pub use planes::Planes;
pub use play::Play;
pub use review::{Deciding, Noting, Review, Subject};

use super::{action::Action, keymap::Keymap, screen::Screen, theme::Theme};
use crate::{
    compare::{
        coverage::RunLength,
        pair::{DEFAULT_K, Pair},
    },
    config::{Config, Key},
    document::Source,
    locale::Lang,
    review::filter::fold,
    simhash::Recipe,
};

/// Everything the interface knows.
#[derive(Debug)]
pub struct Model {
    /// The language.
    pub lang: Lang,
    /// The keys.
    pub keymap: Keymap,
    /// The colours.
    pub look: Look,
    /// The recipe wanted; results of an older one are shown as such until theirs arrive.
    pub recipe: Recipe,
    /// The largest distance called near.
    pub k: u32,
    /// How long a shared run must be.
    pub run: RunLength,
    /// The documents and what is known of them.
    pub desk: Desk,
    /// The screen shown.
    pub screen: Screen,
    /// What lies over it, the topmost last.
    pub overlays: Vec<Overlay>,
    /// Screen 1.
    pub overview: Overview,
    /// Screen 2.
    pub pipeline: Pipeline,
    /// Screen 3.
    pub bits: Bits,
    /// Screen 4.
    pub diff: DiffPlace,
    /// Screen 5.
    pub lab: Lab,
    /// Screen 6.
    pub library: Library,
    /// The sheet of planes.
    pub planes: Planes,
    /// Whether steps follow each other by themselves.
    pub play: Play,
    /// The lesson that is read.
    pub reading: Option<Reading>,
    /// Whether its questions are asked.
    pub prompts: bool,
    /// The review, if this is one.
    pub review: Option<Review>,
    /// The report that is being written.
    pub writing: Option<Writing>,
    /// What was chosen for it.
    pub sent: Option<Box<Exporting>>,
    /// What is to be taken home, until it is.
    pub keepsake: Option<Keepsake>,
    /// How many desks there have been.
    desks: u64,
    /// What is to be told in passing; goes with the next key.
    pub notice: Option<String>,
    /// The lines that the command line carried out, the last one last.
    pub history: Vec<String>,
    /// The size of the terminal, in cells.
    pub size: (u16, u16),
    /// What the last frame showed where.
    pub drawn: Drawn,
    /// What the button went down on, until it is let go.
    pub dragged: Option<Target>,
    /// What was asked for already, so that it is not asked for twice.
    pub asked: Asked,
    /// The program is to end.
    pub quit: bool,
    /// Because of this signal.
    pub signal: Option<i32>,
}

/// From this width on, panes stand side by side.
const WIDE: u16 = 100;

impl Model {
    /// A model over sources that are still to be read.
    pub fn new(sources: Vec<Source>, config: &Config, look: Look) -> Self {
        // Whoever read the settings looked at the recipe already.
        let recipe = config.recipe().unwrap_or_default();
        let overview = Overview { sort: Sort::of(config.text(Key::Sort)), ..Overview::default() };
        let mut pipeline = Pipeline::default();
        pipeline.order = order_of(config.text(Key::FeatureSort));
        let mut desk = Desk::new(sources);
        if config.hide_names() {
            desk.hide(config.lang());
        }
        Self {
            lang: config.lang(),
            keymap: Keymap::remapped(&config.bindings).0,
            look,
            k: config.k(recipe.bits).unwrap_or(DEFAULT_K.min(u32::from(recipe.bits))),
            recipe,
            run: config.run(),
            desk,
            screen: Screen::Overview,
            overlays: Vec::new(),
            overview,
            pipeline,
            bits: Bits::default(),
            diff: DiffPlace::with(config.context()),
            lab: Lab::default(),
            library: Library::default(),
            planes: Planes::default(),
            play: Play::new(config.motion()),
            reading: None,
            prompts: true,
            review: None,
            writing: None,
            sent: None,
            keepsake: None,
            desks: 1,
            notice: None,
            history: Vec::new(),
            size: (80, 24),
            drawn: Drawn::default(),
            dragged: None,
            asked: Asked::default(),
            quit: false,
            signal: None,
        }
    }

    /// A desk of other documents, with the same manners.
    pub fn another_desk(&self, sources: Vec<Source>) -> Self {
        let mut desk = Desk::new(sources);
        desk.number = self.desks;
        Self {
            lang: self.lang,
            keymap: self.keymap.clone(),
            look: self.look,
            recipe: self.recipe.clone(),
            k: self.k,
            run: self.run,
            desk,
            screen: Screen::Overview,
            overlays: Vec::new(),
            overview: Overview::default(),
            pipeline: Pipeline::default(),
            bits: Bits::default(),
            diff: DiffPlace::with(self.diff.context),
            lab: Lab::keeping(&self.lab),
            library: Library::default(),
            planes: Planes::default(),
            play: self.play.stopped(),
            reading: None,
            prompts: self.prompts,
            review: None,
            writing: None,
            sent: None,
            keepsake: None,
            desks: self.desks + 1,
            notice: None,
            history: self.history.clone(),
            size: self.size,
            drawn: Drawn::default(),
            dragged: None,
            asked: Asked::default(),
            quit: false,
            signal: None,
        }
    }

    /// Takes over what the reader chose at another desk that is not about its documents.
    pub fn keep_manners_of(&mut self, other: &mut Self) {
        self.look = other.look;
        self.lang = other.lang;
        self.play = other.play.stopped();
        self.prompts = other.prompts;
        self.desks = other.desks;
        self.size = other.size;
        self.history = std::mem::take(&mut other.history);
    }

    /// The desk of that number: this one, or the one beneath the lesson.
    pub fn at_desk(&mut self, number: u64) -> Option<&mut Self> {
        if self.desk.number == number {
            return Some(self);
        }
        self.reading.as_mut()?.beneath.as_mut()?.at_desk(number)
    }

    /// The desk of the documents that the program was opened with.
    pub fn outermost(&mut self) -> &mut Self {
        match self.reading {
            Some(Reading { beneath: Some(ref mut beneath), .. }) => beneath.outermost(),
            _ => self,
        }
    }

    /// How long until the next step comes by itself; `None` where none does.
    pub fn pace(&self) -> Option<Duration> {
        let seen = match self.overlays.last() {
            None => self.screen == Screen::Pipeline,
            Some(overlay) => *overlay == Overlay::Geometry,
        };
        (self.play.on && seen).then(|| self.play.interval())
    }

    /// Whether panes stand side by side on a screen so wide. In large print they never do: it leaves out what is
    /// secondary, however large the terminal.
    pub fn wide(&self, width: u16) -> bool {
        !self.look.big && width >= WIDE
    }

    /// The document that the pipeline shows.
    pub fn shown_document(&self) -> usize {
        let sound = |entry: &Entry| !entry.failed() && !entry.waits() && !entry.aside;
        let first = || self.desk.entries.iter().position(sound);
        let chosen = self.pipeline.document.filter(|&at| self.desk.entries.get(at).is_some_and(|entry| !entry.aside));
        chosen.or_else(|| Some(self.pair()?[0])).or_else(first).unwrap_or(0)
    }

    /// What the list of pairs is to be made for.
    pub fn wish(&self) -> Wish {
        let (filter, sort) = (self.overview.filter.clone(), self.overview.sort);
        let of_review = filter.is_some() || sort == Sort::Verdict;
        let revision = self.review.as_ref().filter(|_| of_review).map_or(0, |review| review.revision);
        let cutoff = if filter.is_some() { self.library.cutoff } else { 0 };
        let rest = self.by_rest().map(|rests| rests.stamp);
        Wish { generation: self.desk.ranked, k: self.k, sort, filter, revision, cutoff, rest }
    }

    /// What a list of pairs is made of, beside them.
    pub fn about(&self) -> About {
        let names = self.desk.entries.iter().filter(|_| self.overview.filter.is_some());
        About {
            subjects: match self.by_rest() {
                Some(rests) => rests.of.iter().map(|rest| Some(rest.as_ref()?.subject.clone())).collect(),
                None => self.desk.subjects(),
            },
            names: names.map(|entry| fold(&entry.name)).collect(),
            matched: self.review.as_ref().map(|review| review.matched.clone()).unwrap_or_default(),
        }
    }

    /// What is left of all documents, where the list goes by that.
    pub fn by_rest(&self) -> Option<&Arc<Rests>> {
        let rests = self.desk.left.all.as_ref().filter(|_| self.overview.by_rest && self.desk.rules.any())?;
        // One list serves both: the same pairs in the same places.
        (rests.stamp.0 == self.desk.ranked && rests.pairs.len() == self.desk.pairs.len()).then_some(rests)
    }

    /// A pair as the list shows it: whole, or what is left of it.
    pub fn as_listed<'a>(&'a self, pair: &'a Pair) -> &'a Pair {
        self.desk.listing.shown(pair)
    }

    /// Whether the selected pair is near by the rule.
    pub fn near(&self) -> bool {
        self.desk.listed(self.overview.list.selected).is_some_and(|pair| pair.near(self.k))
    }

    /// Whether differences are marked: by the rule, unless the reader chose.
    pub fn marked(&self) -> bool {
        self.diff.marks.unwrap_or_else(|| self.near())
    }

    /// Whether the differences stand in one column: below 100 columns, unless the reader chose.
    pub fn inline(&self) -> bool {
        self.marked() && self.diff.inline.unwrap_or(!self.wide(self.size.0))
    }

    /// Whether changed words need brackets, since there is no colour to tell them by.
    pub fn brackets(&self) -> bool {
        !self.styles().coloured
    }

    /// The styles to draw with: those of the theme under the cursor while one is being chosen.
    pub fn styles(&self) -> Theme {
        let mut look = self.look;
        if let Some(Overlay::Picker(picker)) = self.overlays.last()
            && let Some(Choice::Colours(theme)) = picker.choices.get(picker.list.selected)
            && picker.list.selected != picker.opened_on
        {
            look.choose(*theme);
        }
        look.styles()
    }

    /// The first key of an action on the screen shown; where it has none, how it is typed.
    pub fn key_of(&self, action: Action) -> String {
        let keys = self.keymap.keys(self.screen, action);
        keys.first().map_or_else(|| format!(":{}", action.name()), ToString::to_string)
    }

    /// The lab's bench of the document that is shown.
    pub fn bench(&self) -> Option<&Workbench> {
        self.lab.benches.get(&self.shown_document())
    }

    /// Whether keys go to the lab's text.
    pub fn editing(&self) -> bool {
        self.screen == Screen::Lab && self.lab.editing && self.overlays.is_empty()
    }

    /// The filter of the list as it may be shown.
    pub fn shown_filter(&self) -> Option<String> {
        let filter = self.overview.filter.as_ref()?;
        let hidden = self.desk.hidden.as_ref();
        let nameless = hidden.map(|hiding| hiding.known.redact(&filter.nameless().to_string()).into_owned());
        Some(nameless.unwrap_or_else(|| filter.to_string()))
    }

    /// A text without names that are hidden.
    pub fn redacted<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.desk.hidden.as_ref().map_or(Cow::Borrowed(text), |hiding| hiding.known.redact(text))
    }

    /// The documents of the selected pair.
    pub fn pair(&self) -> Option<[usize; 2]> {
        self.desk.listed(self.overview.list.selected).map(Pair::documents)
    }
}
