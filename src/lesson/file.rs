//! Parses a lesson file into a [`Lesson`], or an error with line and key, and writes one of two texts as a draft that a
//! teacher completes. Pure.
//!
//! Texts may have figures of the pipeline in braces: `{sum 3}`, `{distance}`, `{n_eff of 2}` (`prose` has them all),
//! and numbers that are quoted as given: `{=8·10⁹}`.
//!
//! A lesson is TOML. Each text for readers is in two languages, `{ en = "…", zh = "…" }`, or in one. The types that
//! serde fills begin with `Raw`; [`LessonParser`] checks them and makes the types of `plan` from them.
//!
//! ```toml
//! format = 1
//! languages = ["en"]                  # a lesson in one language: texts are plain strings
//! title = { en = "…", zh = "…" }
//! source = "article 002"              # whose figures these are, if anybody's; or { en = "…", zh = "…" }
//! goal = { en = "…", zh = "…" }
//! recipe = "given;fold=none;given:all;xxh3-64;6;gt"
//! k = 1                               # if it is not 3
//! knows = ["near-duplicate", "cosine"] # terms that the screens may use; also margin, n_eff, share
//!
//! [[document]]
//! name = "A"                          # or { en = "…", zh = "…" }
//! features = [["CSDN", 4, "100101"], ["博客", 5]]   # name, weight, and the hash in bits where it is given
//! # text = "…"                        # or a text
//! sums = [9, -9, 1, -1, 1, 9]         # what must come out: checked, never shown unchecked
//! bits = "101011"
//!
//! [[distance]]
//! between = [1, 2]
//! is = 3
//!
//! [[step]]
//! text = { en = "…", zh = "…" }
//! show = "pipeline"                   # or overview, bits, diff, angle, two-texts (of the first two), lab, robustness,
//!                                     # plane (of texts of two words), index (of all)
//! document = 1
//! documents = [1, 2]                  # those whose words are replaced at random, for robustness; of the plane
//! lines = 3                           # random lines in the plane, or hyperplanes of the angle
//! at = "sums 2"                       # a stage and how many of its steps are done; or "end"
//! column = 4
//! mark = ["column 4", "feature CSDN"] # what the text is about: marked in it and in the picture
//! only = ["bits", "sums"]             # the parts of the screen that are left; also words
//! scale = true                        # sums on the axis that all documents fit
//! recipe = "…"                        # another one from here on
//! blocks = 4                          # of the index: into how many blocks bits are cut,
//! chosen = 1                          # and how many of them make a key;
//! table = 3                           # the table under the cursor
//! predict = { question = { … }, answer = "bit 4", because = { … } }   # or "sum 4", "distance", a number
//! task = { goal = "distance > 3", edits = 1, hints = [{ … }], done = { … } }   # in the lab, see `task`; or several
//! spot = { parts = [{ … }, { … }], wrong = 2, because = { … } }   # one of them is wrong
//!
//! [try]
//! en = "…"
//! web = { en = "…", zh = "…" }        # the same for a browser, which has no keys of the terminal
//! show = "pipeline"                   # where it is tried, with document, at, column, recipe, blocks as in a step
//! [remember]
//! en = "…"
//! ```

#[cfg(test)]
mod tests;

use std::cell::RefCell;

use serde::Deserialize;
use toml::Spanned;

use super::{
    Bilingual, BitsError, FeatureError, Lesson, LessonError, LessonErrorKind, Task, TaskGoal,
    plan::{Answer, Exercise, ExpectedDistance, LessonPage, LessonPart, LessonTerm, LessonText, Show, WalkPlace},
    walk::Stage,
};
use crate::{
    compare::geometry::LINES,
    locale::Lang,
    simhash::{Fingerprint, Order, Recipe, sketch},
    t,
};

/// A text for readers, or a name.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a text is \"…\" or { en = \"…\", zh = \"…\" }")]
enum RawText {
    Same(String),
    Said(RawLanguages),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLanguages {
    #[serde(default)]
    en: String,
    #[serde(default)]
    zh: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct RawLesson {
    format: Spanned<u32>,
    languages: Option<Spanned<Vec<String>>>,
    title: Spanned<RawText>,
    source: Option<Spanned<RawText>>,
    goal: Spanned<RawText>,
    recipe: Spanned<String>,
    k: Option<u32>,
    #[serde(default)]
    knows: Vec<Spanned<String>>,
    order: Option<Spanned<String>>,
    document: Spanned<Vec<RawDocument>>,
    #[serde(default)]
    distance: Vec<RawDistance>,
    step: Spanned<Vec<RawStep>>,
    r#try: Spanned<RawTry>,
    remember: Spanned<RawText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct RawDocument {
    name: Spanned<RawText>,
    #[serde(rename = "text")]
    body: Option<String>,
    features: Option<Vec<Spanned<RawFeature>>>,
    sums: Option<Spanned<Vec<f64>>>,
    bits: Option<Spanned<String>>,
}

/// What there is to try, and the screen on which it is tried: that of the last step, where none is named.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct RawTry {
    #[serde(default)]
    en: String,
    #[serde(default)]
    zh: String,
    web: Option<Spanned<RawText>>,
    show: Option<Spanned<String>>,
    document: Option<Spanned<usize>>,
    at: Option<Spanned<String>>,
    column: Option<Spanned<usize>>,
    recipe: Option<Spanned<String>>,
    documents: Option<Spanned<Vec<usize>>>,
    #[serde(default)]
    lines: usize,
    blocks: Option<Spanned<u8>>,
    chosen: Option<Spanned<u8>>,
}

/// Name, weight, and the hash in bits.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a feature is [\"name\", weight] or [\"name\", weight, \"hash in bits\"], the weight a number"
)]
enum RawFeature {
    Plain(String, f64),
    Hashed(String, f64, String),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct RawDistance {
    between: Spanned<[usize; 2]>,
    is: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct RawStep {
    text: Spanned<RawText>,
    show: Option<Spanned<String>>,
    document: Option<Spanned<usize>>,
    documents: Option<Spanned<Vec<usize>>>,
    at: Option<Spanned<String>>,
    column: Option<Spanned<usize>>,
    #[serde(default)]
    mark: Vec<Spanned<String>>,
    #[serde(default)]
    only: Vec<Spanned<String>>,
    #[serde(default)]
    scale: bool,
    recipe: Option<Spanned<String>>,
    #[serde(default)]
    lines: usize,
    #[serde(default)]
    table: usize,
    blocks: Option<Spanned<u8>>,
    chosen: Option<Spanned<u8>>,
    predict: Option<RawPrediction>,
    spot: Option<RawSpot>,
    task: Option<RawTask>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct RawPrediction {
    question: Spanned<RawText>,
    answer: Spanned<toml::Value>,
    because: Option<Spanned<RawText>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct RawSpot {
    parts: Vec<Spanned<RawText>>,
    wrong: Spanned<usize>,
    because: Option<Spanned<RawText>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table")]
struct RawTask {
    goal: Spanned<RawGoals>,
    edits: Option<usize>,
    #[serde(default)]
    hints: Vec<Spanned<RawText>>,
    done: Option<Spanned<RawText>>,
}

/// One goal or several.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a goal is \"…\" or [\"…\", \"…\"]")]
enum RawGoals {
    One(String),
    All(Vec<String>),
}

/// The most documents of a lesson, and the most steps: each step of a walk takes all documents through the pipeline.
const MOST: [usize; 2] = [16, 200];
/// The most bytes of all documents.
const LONGEST_TEXTS: usize = 64 << 10;

/// The longest lesson file that is read, in bytes.
pub(crate) const LONGEST: usize = 1 << 20;

/// Parses the text of a lesson file; `file` is its name, safe to show.
///
/// # Errors
/// All errors in values, or the first one of the TOML itself. [`Lesson::check`] checks the figures.
pub(crate) fn parse(text: &str, file: &str) -> Result<Lesson, Vec<LessonError>> {
    let mut parser = LessonParser { text, file, only: None, errors: RefCell::default() };
    if text.len() > LONGEST {
        return Err(vec![parser.error(0, None, LessonErrorKind::TooLong(text.len()))]);
    }
    match toml::from_str(text) {
        Ok(raw) => {
            let lesson = parser.lesson(raw);
            let mut errors = parser.errors.into_inner();
            let lesson = lesson.map_err(|error| errors.push(error));
            errors.sort_by_key(|error| error.line);
            lesson.ok().filter(|_| errors.is_empty()).ok_or(errors)
        }
        Err(error) => {
            let at = error.span().map_or(text.len(), |span| span.start);
            let message = error.message().lines().collect::<Vec<_>>().join("; ");
            // A missing field has no key.
            let key = parser.key(at).filter(|_| !message.starts_with("missing field"));
            Err(vec![parser.error(at, key, LessonErrorKind::Syntax(message))])
        }
    }
}

struct LessonParser<'a> {
    text: &'a str,
    file: &'a str,
    /// The language of a lesson that is in one alone.
    only: Option<Lang>,
    /// Errors after which more can be found.
    errors: RefCell<Vec<LessonError>>,
}

impl LessonParser<'_> {
    fn line(&self, at: usize) -> usize {
        1 + self.text.bytes().take(at).filter(|&byte| byte == b'\n').count()
    }

    /// The key that a value at that place belongs to: the last one on the line before an equals sign.
    fn key(&self, at: usize) -> Option<String> {
        let begin = self.text.get(..at)?.rfind('\n').map_or(0, |feed| feed + 1);
        let end = self.text.get(at..)?.find(['\n', ',', '}']).map_or(self.text.len(), |end| at + end);
        let line = self.text.get(begin..end).filter(|line| !line.is_empty())?;
        let before =
            line.get(..line.get(..=(at - begin).min(line.len() - 1))?.rfind('=').or_else(|| line.find('='))?)?;
        let name: String =
            before.trim_end().chars().rev().take_while(|c| c.is_alphanumeric() || "-_".contains(*c)).collect();
        (!name.is_empty()).then(|| name.chars().rev().collect())
    }

    fn error(&self, at: usize, key: Option<String>, kind: LessonErrorKind) -> LessonError {
        LessonError { file: self.file.into(), line: self.line(at), key, kind: Box::new(kind) }
    }

    /// The error in the value of a key.
    fn value_error<T>(&self, value: &Spanned<T>, key: &str, kind: LessonErrorKind) -> LessonError {
        self.error(value.span().start, Some(key.into()), kind)
    }

    /// A number from `first` on, of `all`, as an index from 0.
    fn index(&self, n: &Spanned<usize>, key: &str, first: usize, all: usize) -> Result<usize, LessonError> {
        let index = n.get_ref().checked_sub(first).filter(|&index| index < all);
        index.ok_or_else(|| self.value_error(n, key, LessonErrorKind::OutOfRange { all, first }))
    }

    /// What was read, or a note of the error.
    fn noted<T>(&self, read: Result<T, LessonError>) -> Option<T> {
        read.map_err(|error| self.errors.borrow_mut().push(error)).ok()
    }

    fn lesson(&mut self, raw: RawLesson) -> Result<Lesson, LessonError> {
        if *raw.format.get_ref() != 1 {
            return Err(self.value_error(&raw.format, "format", LessonErrorKind::Format));
        }
        self.only = match &raw.languages {
            None => None,
            Some(all) => match all.get_ref().iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                ["en"] => Some(Lang::En),
                ["zh"] => Some(Lang::Zh),
                ["en", "zh"] | ["zh", "en"] => None,
                _ => return Err(self.value_error(all, "languages", LessonErrorKind::Languages)),
            },
        };
        let recipe = self.recipe(&raw.recipe)?;
        let bits = recipe.bits;
        let orders = [("place", Order::Place), ("weight", Order::Weight)];
        let order = raw.order.as_ref().map_or(Ok(Order::Place), |order| self.named(order, "order", &orders))?;
        if raw.document.get_ref().is_empty() {
            return Err(self.value_error(&raw.document, "document", LessonErrorKind::Empty));
        }
        if raw.step.get_ref().is_empty() {
            return Err(self.value_error(&raw.step, "step", LessonErrorKind::Empty));
        }
        let [documents, steps] = MOST;
        let (found, found_steps) = (raw.document.get_ref().len(), raw.step.get_ref().len());
        if found > documents {
            return Err(self.value_error(&raw.document, "document", LessonErrorKind::TooMany(found, documents)));
        }
        if found_steps > steps {
            return Err(self.value_error(&raw.step, "step", LessonErrorKind::TooMany(found_steps, steps)));
        }
        let at = raw.document.span().start;
        let documents = raw.document.into_inner().into_iter();
        let documents: Vec<LessonText> =
            documents.filter_map(|text| self.noted(self.document(text, &recipe))).collect();
        let bytes = documents.iter().map(|document| document.text.len()).sum();
        if bytes > LONGEST_TEXTS {
            let kind = LessonErrorKind::Texts(bytes, LONGEST_TEXTS);
            return Err(self.error(at, Some("document".into()), kind));
        }
        let all = found;
        let distances = raw.distance.iter().map(|found| {
            let [a, b] = *found.between.get_ref();
            if a == b || ![a, b].iter().all(|n| (1..=all).contains(n)) {
                return Err(self.value_error(&found.between, "between", LessonErrorKind::NotTwo([a, b], all)));
            }
            Ok(ExpectedDistance { between: [a - 1, b - 1], is: found.is, line: self.line(found.between.span().start) })
        });
        let distances = distances.filter_map(|distance| self.noted(distance)).collect();
        let mut current = recipe.bits;
        let mut pages = Vec::new();
        for step in raw.step.into_inner() {
            let Some(page) = self.noted(self.page(step, all, current)) else { continue };
            current = page.recipe.as_ref().map_or(current, |recipe| recipe.bits);
            pages.push(page);
        }
        let attempt_in_browser = raw.r#try.get_ref().web.as_ref().map(|web| self.said(web));
        let attempt = self.attempt(raw.r#try, all, current, pages.last())?;
        Ok(Lesson {
            file: self.file.into(),
            only: self.only,
            title: self.said(&raw.title),
            source: raw.source.map(|source| self.name(source.get_ref())),
            goal: self.said(&raw.goal),
            k: raw.k.unwrap_or(3).min(u32::from(bits)),
            knows: self.listed(&raw.knows, "knows", &LessonTerm::ALL)?,
            recipe,
            order,
            documents,
            distances,
            pages,
            attempt,
            attempt_in_browser,
            remember: self.said(&raw.remember),
        })
    }

    /// A text in both languages, or in the one that the lesson is in.
    fn said(&self, raw: &Spanned<RawText>) -> Bilingual {
        let at = raw.span().start;
        let name = self.name(raw.get_ref());
        let same = matches!(raw.get_ref(), RawText::Same(_)) && self.only.is_none();
        let missing = [(Lang::En, &name.en), (Lang::Zh, &name.zh)].into_iter().find(|(_, text)| text.is_empty());
        if let Some(lang) = missing.map(|(lang, _)| self.only.unwrap_or(lang)).or(same.then_some(Lang::Zh)) {
            self.errors.borrow_mut().push(self.error(at, self.key(at), LessonErrorKind::Missing(lang)));
        }
        Bilingual { line: self.line(at), ..name }
    }

    /// A name, which is shown as it is, with no figures put into it, and may be the same in both languages.
    fn name(&self, raw: &RawText) -> Bilingual {
        let (en, zh) = match raw {
            RawText::Same(text) => (text, text),
            RawText::Said(RawLanguages { en, zh }) => match self.only {
                Some(Lang::Zh) => (zh, zh),
                Some(_) => (en, en),
                None => (en, zh),
            },
        };
        Bilingual { en: en.trim().into(), zh: zh.trim().into(), line: 0 }
    }

    /// The value of that name.
    fn named<T: Copy>(&self, name: &Spanned<String>, key: &str, all: &[(&'static str, T)]) -> Result<T, LessonError> {
        let found = all.iter().find(|(known, _)| known == name.get_ref()).map(|(_, value)| *value);
        let allowed = || all.iter().map(|(known, _)| *known).collect();
        found.ok_or_else(|| self.value_error(name, key, LessonErrorKind::Unknown(name.get_ref().clone(), allowed())))
    }

    /// The values that a list names.
    fn listed<T: Copy>(
        &self,
        names: &[Spanned<String>],
        key: &str,
        all: &[(&'static str, T)],
    ) -> Result<Vec<T>, LessonError> {
        names.iter().map(|name| self.named(name, key, all)).collect()
    }

    /// The last page, with what there is to try: on the screen that it names, else on that of the last step.
    fn attempt(
        &self,
        raw: Spanned<RawTry>,
        documents: usize,
        bits: u8,
        last: Option<&LessonPage>,
    ) -> Result<LessonPage, LessonError> {
        let span = raw.span();
        let RawTry { en, zh, web: _, show, document, documents: named, at, column, recipe, lines, blocks, chosen } =
            raw.into_inner();
        let text = Spanned::new(span, RawText::Said(RawLanguages { en, zh }));
        if let (None, None, Some(last)) = (&show, &at, last) {
            let text = self.said(&text);
            return Ok(LessonPage { text, exercise: None, task: None, ..last.clone() });
        }
        let (mark, only, scale) = (Vec::new(), Vec::new(), false);
        let (predict, spot, task) = (None, None, None);
        let step = RawStep {
            text,
            show,
            document,
            documents: named,
            at,
            column,
            mark,
            only,
            scale,
            recipe,
            lines,
            table: 0,
            blocks,
            chosen,
            predict,
            spot,
            task,
        };
        self.page(step, documents, bits)
    }

    fn recipe(&self, line: &Spanned<String>) -> Result<Recipe, LessonError> {
        line.get_ref()
            .parse::<Recipe>()
            .map_err(|error| self.value_error(line, "recipe", LessonErrorKind::Recipe(error)))
    }

    fn bits(&self, digits: &Spanned<String>, key: &str, bits: u8) -> Result<Fingerprint, LessonError> {
        binary(digits.get_ref(), bits).map_err(|error| self.value_error(digits, key, LessonErrorKind::Bits(error)))
    }

    fn document(&self, raw: RawDocument, recipe: &Recipe) -> Result<LessonText, LessonError> {
        let at = raw.name.span().start;
        let name = self.name(raw.name.get_ref());
        let text = match (raw.body, raw.features) {
            (Some(text), None) if !recipe.weight.is_given() => text,
            (None, Some(rows)) if recipe.weight.is_given() => {
                let rows = rows.iter().map(|row| self.row(row, recipe.bits));
                rows.collect::<Result<String, _>>()?
            }
            _ => {
                let features = recipe.weight.is_given();
                return Err(self.error(at, Some("document".into()), LessonErrorKind::Document { name, features }));
            }
        };
        let columns = recipe.bits;
        if let Some(sums) = raw.sums.as_ref().filter(|sums| sums.get_ref().len() != usize::from(columns)) {
            return Err(self.value_error(sums, "sums", LessonErrorKind::Sums(sums.get_ref().len(), columns)));
        }
        let bits = raw.bits.as_ref().map(|bits| self.bits(bits, "bits", recipe.bits)).transpose()?;
        Ok(LessonText { name, text, sums: raw.sums.map(Spanned::into_inner), bits, line: self.line(at) })
    }

    /// A line of a list of features, as the tokenizer `given` reads it.
    fn row(&self, row: &Spanned<RawFeature>, bits: u8) -> Result<String, LessonError> {
        let (name, weight, hash) = match row.get_ref() {
            RawFeature::Plain(name, weight) => (name, weight, None),
            RawFeature::Hashed(name, weight, hash) => (name, weight, Some(hash)),
        };
        let error = |error| self.value_error(row, "features", LessonErrorKind::Feature { name: name.clone(), error });
        if name.contains(['\t', '\n', '\r']) {
            return Err(error(FeatureError::Name));
        }
        if !weight.is_finite() {
            return Err(error(FeatureError::Weight(*weight)));
        }
        Ok(match hash {
            None => format!("{name}\t{weight}\n"),
            Some(hash) => {
                let hash = binary(hash, bits).map_err(|bits| error(FeatureError::Hash(bits)))?;
                format!("{name}\t{weight}\t{:x}\n", hash.value())
            }
        })
    }

    fn page(&self, raw: RawStep, documents: usize, bits: u8) -> Result<LessonPage, LessonError> {
        let recipe = raw.recipe.as_ref().map(|line| self.recipe(line)).transpose()?;
        let bits = recipe.as_ref().map_or(bits, |recipe| recipe.bits);
        let show = match raw.show.as_ref() {
            None if raw.task.is_some() => Show::Lab,
            None => Show::Pipeline,
            Some(show) => self.named(show, "show", &Show::ALL)?,
        };
        if let Some(other) = raw.show.as_ref().filter(|_| raw.task.is_some() && show != Show::Lab) {
            return Err(self.value_error(other, "show", LessonErrorKind::TaskShow));
        }
        let document = raw.document.as_ref().map_or(Ok(0), |n| self.index(n, "document", 1, documents))?;
        if let Some(wrong) = raw
            .documents
            .as_ref()
            .filter(|some| some.get_ref().is_empty() || !some.get_ref().iter().all(|n| (1..=documents).contains(n)))
        {
            let kind = LessonErrorKind::OutOfRange { all: documents, first: 1 };
            return Err(self.value_error(wrong, "documents", kind));
        }
        let watched =
            raw.documents.map_or_else(|| vec![document], |some| some.into_inner().into_iter().map(|n| n - 1).collect());
        let column = raw.column.as_ref().map(|n| self.index(n, "column", 0, bits.into())).transpose()?;
        let line = raw.at.as_ref().map_or(0, |at| self.line(at.span().start));
        let at = raw.at.as_ref().map(|at| self.place(at)).transpose()?;
        let exercise = match (raw.predict, raw.spot) {
            (None, None) => None,
            (Some(predict), None) => Some(self.predict(&predict, bits, document)?),
            (None, Some(spot)) => {
                let wrong = self.index(&spot.wrong, "wrong", 1, spot.parts.len())? + 1;
                let parts = spot.parts.iter().map(|part| self.said(part)).collect();
                let because = spot.because.as_ref().map(|because| self.said(because));
                Some(Exercise { question: None, parts, answer: Answer::Number(wrong as f64), because })
            }
            (Some(predict), Some(_)) => {
                return Err(self.value_error(&predict.answer, "predict", LessonErrorKind::TwoQuestions));
            }
        };
        let task = raw.task.as_ref().map(|task| self.task(task, bits)).transpose()?;
        let [blocks, chosen] =
            [(&raw.blocks, 4), (&raw.chosen, 1)].map(|(said, usual)| said.as_ref().map_or(usual, |n| *n.get_ref()));
        let said = raw.blocks.as_ref().or(raw.chosen.as_ref());
        if let Some(at) = said.filter(|_| !(1..=bits.min(16)).contains(&blocks) || chosen >= blocks || chosen == 0) {
            let key = if raw.blocks.is_some() { "blocks" } else { "chosen" };
            return Err(self.value_error(at, key, LessonErrorKind::Blocks { blocks, chosen, most: bits.min(16) }));
        }
        let mut marked_columns = Vec::new();
        let mut marked_features = Vec::new();
        for mark in raw.mark {
            match mark.get_ref().split_once(' ') {
                Some(("feature", name)) => marked_features.push(name.to_owned()),
                Some(("column", n)) => {
                    let column = n.parse().ok().filter(|&column: &usize| column < usize::from(bits));
                    let all = bits.into();
                    let error = || self.value_error(&mark, "mark", LessonErrorKind::OutOfRange { all, first: 0 });
                    marked_columns.push(column.ok_or_else(error)?);
                }
                _ => {
                    let given = mark.get_ref().clone();
                    return Err(self.value_error(&mark, "mark", LessonErrorKind::MarkSyntax(given)));
                }
            }
        }
        let column = column.or(marked_columns.first().copied());
        Ok(LessonPage {
            text: self.said(&raw.text),
            show,
            document,
            watched,
            at,
            line,
            column,
            marked_columns,
            marked_features,
            recipe,
            only: self.listed(&raw.only, "only", &LessonPart::ALL)?,
            scale: raw.scale,
            lines: raw.lines.min(LINES),
            table: raw.table.saturating_sub(1),
            blocks,
            chosen,
            exercise,
            task,
        })
    }

    fn task(&self, raw: &RawTask, bits: u8) -> Result<Task, LessonError> {
        let error = |given: &str| {
            self.value_error(&raw.goal, "goal", LessonErrorKind::Goal(given.into(), bits.saturating_sub(1)))
        };
        let given: Vec<&str> = match raw.goal.get_ref() {
            RawGoals::One(one) => vec![one],
            RawGoals::All(all) => all.iter().map(String::as_str).collect(),
        };
        let there = |goal: &TaskGoal| goal.column().is_none_or(|column| column < usize::from(bits));
        let goals = given.iter().map(|given| given.parse().ok().filter(there).ok_or_else(|| error(given)));
        let goals = goals.collect::<Result<Vec<TaskGoal>, _>>()?;
        if goals.is_empty() {
            return Err(error(""));
        }
        Ok(Task {
            goals,
            edits: raw.edits,
            hints: raw.hints.iter().map(|hint| self.said(hint)).collect(),
            done: raw.done.as_ref().map(|done| self.said(done)),
            line: self.line(raw.goal.span().start),
        })
    }

    fn place(&self, at: &Spanned<String>) -> Result<WalkPlace, LessonError> {
        let why = || self.value_error(at, "at", LessonErrorKind::At(at.get_ref().clone()));
        let mut words = at.get_ref().split_whitespace();
        let (stage, number) = (words.next().unwrap_or_default(), words.next());
        if words.next().is_some() {
            return Err(why());
        }
        match (stage, number) {
            ("end", None) => Ok(WalkPlace::End),
            ("text", None) => Ok(WalkPlace::Step(Stage::Text, 1)),
            (stage, Some(number)) => {
                let stage = Stage::find(stage).ok_or_else(why)?;
                let number = number.parse::<usize>().ok().filter(|&n| n > 0).ok_or_else(why)?;
                Ok(WalkPlace::Step(stage, number))
            }
            _ => Err(why()),
        }
    }

    fn predict(&self, raw: &RawPrediction, bits: u8, document: usize) -> Result<Exercise, LessonError> {
        let why = || self.value_error(&raw.answer, "answer", LessonErrorKind::Answer(bits));
        let column = |text: &str| text.trim().parse::<usize>().ok().filter(|&column| column < usize::from(bits));
        let answer = match raw.answer.get_ref() {
            toml::Value::Integer(number) => Answer::Number(*number as f64),
            toml::Value::Float(number) => Answer::Number(*number),
            toml::Value::String(text) if text == "distance" => Answer::Distance,
            toml::Value::String(text) => match text.split_once(' ') {
                Some(("bit", n)) => Answer::Bit { document, column: column(n).ok_or_else(why)? },
                Some(("sum", n)) => Answer::Sum { document, column: column(n).ok_or_else(why)? },
                _ => return Err(why()),
            },
            _ => return Err(why()),
        };
        let question = Some(self.said(&raw.question));
        let because = raw.because.as_ref().map(|because| self.said(because));
        Ok(Exercise { question, parts: Vec::new(), answer, because })
    }
}

/// Bits written as digits, exactly as many as there are columns.
fn binary(digits: &str, bits: u8) -> Result<Fingerprint, BitsError> {
    if digits.is_empty() || !digits.bytes().all(|digit| matches!(digit, b'0' | b'1')) {
        return Err(BitsError::Digits(digits.into()));
    }
    if digits.len() != usize::from(bits) {
        return Err(BitsError::Width(digits.into(), bits));
    }
    Ok(Fingerprint::from_columns(digits.bytes().map(|digit| digit == b'1')))
}

#[derive(Clone, Debug)]
pub(crate) struct LessonDraft {
    pub name: String,
    /// The original text and the altered one.
    pub texts: [String; 2],
    pub recipe: Recipe,
    /// The threshold, in bits.
    pub k: u32,
}

impl LessonDraft {
    /// The lesson as a file, read back and checked.
    ///
    /// # Errors
    /// If the file is too long, or a figure differs from the pipeline.
    pub(crate) fn file(&self, name: &str) -> Result<String, Vec<LessonError>> {
        let text = self.write();
        parse(&text, name)?.checked()?;
        Ok(text)
    }

    fn write(&self) -> String {
        let name = &self.name;
        let both = |en: String, zh: String| format!("{{ en = {}, zh = {} }}", string(&en), string(&zh));
        let said = |key: &'static str| both(Lang::En.text(key).into(), Lang::Zh.text(key).into());
        let print = |text: &str| sketch(text, &self.recipe).ok()?.fingerprint;
        let [a, b] = [0, 1].map(|at| print(&self.texts[at]));
        let title = both(t!(Lang::En, "saved.title", name), t!(Lang::Zh, "saved.title", name));
        let mut file = format!(
            "format = 1\ntitle = {title}\ngoal = {}\nrecipe = {}\nk = {}\n",
            said("saved.goal"),
            string(&self.recipe.to_string()),
            self.k
        );
        for (name, text) in ["A", "B"].into_iter().zip(&self.texts) {
            file += &["\n[[document]]\nname = ", &string(name), "\ntext = ", &string(text), "\n"].concat();
        }
        let mut predict = String::new();
        if let (Some(a), Some(b)) = (a, b) {
            file += &["\n[[distance]]\nbetween = [1, 2]\nis = ", &a.hamming(b).to_string(), "\n"].concat();
            predict = format!("predict = {{ question = {}, answer = \"distance\" }}\n", said("saved.question"));
        }
        for (show, text, after) in [("diff", "saved.step-diff", &*predict), ("bits", "saved.step-bits", "")] {
            file += &["\n[[step]]\nshow = ", &string(show), "\ntext = ", &said(text), "\n", after].concat();
        }
        for (table, text) in [("try", "saved.try"), ("remember", "saved.remember")] {
            let [en, zh] = [Lang::En, Lang::Zh].map(|lang| string(lang.text(text)));
            file += &["\n[", table, "]\nen = ", &en, "\nzh = ", &zh, "\n"].concat();
        }
        file
    }
}

/// As TOML writes a string: as JSON does, but for DEL, which it does not allow as it stands.
fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}
