//! The text of a lesson file → a [`Lesson`], or what is wrong with it, with line and key. Pure.
//!
//! A lesson is TOML. Everything a reader reads stands in it twice, `{ en = "…", zh = "…" }`.
//!
//! ```toml
//! format = 1
//! title = { en = "…", zh = "…" }
//! source = "article 002"              # whose figures these are, if anybody's; or { en = "…", zh = "…" }
//! goal = { en = "…", zh = "…" }
//! recipe = "given;fold=none;given:all;xxh3-64;6;gt"
//! k = 1                               # if it is not 3
//!
//! [[document]]
//! name = "A"
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
//! show = "pipeline"                   # or overview, bits, diff, angle (of the first two), index (of them all)
//! document = 1
//! at = "sums 2"                       # a stage and how many of its steps are done; or "end"
//! column = 4
//! recipe = "…"                        # another one from here on
//! blocks = 4                          # of the index: into how many blocks bits are cut,
//! chosen = 1                          # and how many of them make a key
//! predict = { question = { … }, answer = "bit 4", because = { … } }   # or "sum 4", "distance", a number
//! spot = { parts = [{ … }, { … }], wrong = 2, because = { … } }   # one of them is wrong
//!
//! [try]
//! en = "…"
//! [remember]
//! en = "…"
//! ```

use serde::Deserialize;
use toml::Spanned;

use super::{
    Lesson,
    plan::{Answer, Both, Distance, Exercise, LessonText, Page, Place, Show},
    walk::Stage,
};
use crate::simhash::{Fingerprint, Order, Recipe};

/// What is wrong with a lesson file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {}{why}", key.as_ref().map(|key| format!("{key}: ")).unwrap_or_default())]
pub struct LessonFault {
    /// The file, as it is to be shown.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The key, where it is one's fault.
    pub key: Option<String>,
    /// What is wrong, and what is allowed.
    pub why: String,
}

/// A text of the reader's, in both languages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    en: String,
    zh: String,
}

impl From<Said> for Both {
    fn from(said: Said) -> Self {
        Self { en: said.en.trim().into(), zh: said.zh.trim().into() }
    }
}

/// Whose figures: a name that is the same in both languages, or one in each.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a source is \"…\" or { en = \"…\", zh = \"…\" }")]
enum Source {
    Name(String),
    Said(Said),
}

impl From<Source> for Both {
    fn from(source: Source) -> Self {
        match source {
            Source::Name(name) => Self { en: name.clone(), zh: name },
            Source::Said(said) => said.into(),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: Spanned<u32>,
    title: Said,
    source: Option<Source>,
    goal: Said,
    recipe: Spanned<String>,
    k: Option<u32>,
    order: Option<Spanned<String>>,
    document: Spanned<Vec<Document>>,
    #[serde(default)]
    distance: Vec<Measured>,
    step: Spanned<Vec<Step>>,
    r#try: Said,
    remember: Said,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    name: Spanned<String>,
    #[serde(rename = "text")]
    body: Option<String>,
    features: Option<Vec<Spanned<Row>>>,
    sums: Option<Spanned<Vec<f64>>>,
    bits: Option<Spanned<String>>,
}

/// A feature, its weight, and its hash if it is given.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a feature is [\"name\", weight] or [\"name\", weight, \"hash in bits\"], the weight a number"
)]
enum Row {
    Plain(String, f64),
    Hashed(String, f64, String),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    between: Spanned<[usize; 2]>,
    is: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    text: Said,
    show: Option<Spanned<String>>,
    document: Option<Spanned<usize>>,
    at: Option<Spanned<String>>,
    column: Option<Spanned<usize>>,
    recipe: Option<Spanned<String>>,
    blocks: Option<Spanned<u8>>,
    chosen: Option<u8>,
    predict: Option<Predict>,
    spot: Option<Spot>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Predict {
    question: Said,
    answer: Spanned<toml::Value>,
    because: Option<Said>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Spot {
    parts: Vec<Said>,
    wrong: Spanned<usize>,
    because: Option<Said>,
}

/// The longest lesson file that is read, in bytes.
pub const LONGEST: usize = 1 << 20;

/// Reads the text of a lesson file; `file` is its name as it is to be shown.
///
/// # Errors
/// The first thing that is wrong with it. Whether its figures come out is looked at by [`Lesson::check`].
pub fn parse(text: &str, file: &str) -> Result<Lesson, LessonFault> {
    let reader = Reader { text, file };
    if text.len() > LONGEST {
        return Err(reader.fault(0, None, format!("has {} bytes; a lesson has at most {LONGEST}", text.len())));
    }
    match toml::from_str(text) {
        Ok(raw) => reader.lesson(raw),
        Err(error) => {
            let at = error.span().map_or(text.len(), |span| span.start);
            let message = error.message().lines().collect::<Vec<_>>().join("; ");
            Err(reader.fault(at, reader.key(at), message))
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    file: &'a str,
}

impl Reader<'_> {
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

    fn fault(&self, at: usize, key: Option<String>, why: String) -> LessonFault {
        LessonFault { file: self.file.into(), line: self.line(at), key, why }
    }

    /// What is wrong with the value of a key.
    fn wrong<T>(&self, value: &Spanned<T>, key: &str, why: impl Into<String>) -> LessonFault {
        self.fault(value.span().start, Some(key.into()), why.into())
    }

    fn lesson(&self, raw: File) -> Result<Lesson, LessonFault> {
        if *raw.format.get_ref() != 1 {
            return Err(self.wrong(&raw.format, "format", "this program knows format 1"));
        }
        let recipe = self.recipe(&raw.recipe)?;
        let bits = recipe.bits;
        let order = match raw.order.as_ref().map(|order| (order, &**order.get_ref())) {
            None | Some((_, "place")) => Order::Place,
            Some((_, "weight")) => Order::Weight,
            Some((order, other)) => {
                return Err(self.wrong(order, "order", format!("{other:?} is none; allowed: place, weight")));
            }
        };
        if raw.document.get_ref().is_empty() {
            return Err(self.wrong(&raw.document, "document", "a lesson has at least one"));
        }
        if raw.step.get_ref().is_empty() {
            return Err(self.wrong(&raw.step, "step", "a lesson has at least one"));
        }
        let documents: Vec<LessonText> =
            raw.document.into_inner().into_iter().map(|text| self.document(text, &recipe)).collect::<Result<_, _>>()?;
        let all = documents.len();
        let distances = raw.distance.iter().map(|found| {
            let [a, b] = *found.between.get_ref();
            if a == b || ![a, b].iter().all(|n| (1..=all).contains(n)) {
                let why = format!("[{a}, {b}] are not two of the {all} documents, counted from 1");
                return Err(self.wrong(&found.between, "between", why));
            }
            Ok(Distance { between: [a - 1, b - 1], is: found.is, line: self.line(found.between.span().start) })
        });
        let distances = distances.collect::<Result<_, _>>()?;
        let mut current = recipe.bits;
        let mut pages = Vec::new();
        for step in raw.step.into_inner() {
            let page = self.page(step, all, current)?;
            current = page.recipe.as_ref().map_or(current, |recipe| recipe.bits);
            pages.push(page);
        }
        Ok(Lesson {
            file: self.file.into(),
            title: raw.title.into(),
            source: raw.source.map(Both::from),
            goal: raw.goal.into(),
            k: raw.k.unwrap_or(3).min(u32::from(bits)),
            recipe,
            order,
            documents,
            distances,
            pages,
            attempt: raw.r#try.into(),
            remember: raw.remember.into(),
        })
    }

    fn recipe(&self, line: &Spanned<String>) -> Result<Recipe, LessonFault> {
        line.get_ref().parse::<Recipe>().map_err(|error| self.wrong(line, "recipe", error.to_string()))
    }

    fn bits(&self, digits: &Spanned<String>, key: &str, bits: u8) -> Result<Fingerprint, LessonFault> {
        binary(digits.get_ref(), bits).map_err(|why| self.wrong(digits, key, why))
    }

    fn document(&self, raw: Document, recipe: &Recipe) -> Result<LessonText, LessonFault> {
        let name = raw.name.get_ref().clone();
        let text = match (raw.body, raw.features) {
            (Some(text), None) if !recipe.weight.is_given() => text,
            (None, Some(rows)) if recipe.weight.is_given() => {
                let rows = rows.iter().map(|row| self.row(row, recipe.bits));
                rows.collect::<Result<String, _>>()?
            }
            _ => {
                let why = if recipe.weight.is_given() { "features, as the recipe's are given" } else { "a text" };
                return Err(self.wrong(&raw.name, "document", format!("{name:?} must have {why}, and nothing else")));
            }
        };
        let columns = usize::from(recipe.bits);
        if let Some(sums) = raw.sums.as_ref().filter(|sums| sums.get_ref().len() != columns) {
            let why = format!("there are {} numbers for {columns} columns", sums.get_ref().len());
            return Err(self.wrong(sums, "sums", why));
        }
        let bits = raw.bits.as_ref().map(|bits| self.bits(bits, "bits", recipe.bits)).transpose()?;
        let line = self.line(raw.name.span().start);
        Ok(LessonText { name, text, sums: raw.sums.map(Spanned::into_inner), bits, line })
    }

    /// A line of a list of features, as the tokenizer `given` reads it.
    fn row(&self, row: &Spanned<Row>, bits: u8) -> Result<String, LessonFault> {
        let (name, weight, hash) = match row.get_ref() {
            Row::Plain(name, weight) => (name, weight, None),
            Row::Hashed(name, weight, hash) => (name, weight, Some(hash)),
        };
        let why = |why: String| self.wrong(row, "features", format!("{name:?}: {why}"));
        if name.contains(['\t', '\n', '\r']) {
            return Err(why("a name has no tab and no line break".into()));
        }
        if !weight.is_finite() {
            return Err(why(format!("the weight {weight} is not a number that can be summed")));
        }
        Ok(match hash {
            None => format!("{name}\t{weight}\n"),
            Some(hash) => format!("{name}\t{weight}\t{:x}\n", binary(hash, bits).map_err(why)?.value()),
        })
    }

    fn page(&self, raw: Step, documents: usize, bits: u8) -> Result<Page, LessonFault> {
        let recipe = raw.recipe.as_ref().map(|line| self.recipe(line)).transpose()?;
        let bits = recipe.as_ref().map_or(bits, |recipe| recipe.bits);
        let show = match raw.show.as_ref() {
            None => Show::Pipeline,
            Some(show) => Show::find(show.get_ref()).ok_or_else(|| {
                let allowed = Show::ALL.map(Show::name).join(", ");
                self.wrong(show, "show", format!("{:?} is no screen; allowed: {allowed}", show.get_ref()))
            })?,
        };
        let document = match &raw.document {
            Some(n) if !(1..=documents).contains(n.get_ref()) => {
                return Err(self.wrong(n, "document", format!("there are {documents}, counted from 1")));
            }
            n => n.as_ref().map_or(0, |n| n.get_ref() - 1),
        };
        if let Some(column) = raw.column.as_ref().filter(|column| *column.get_ref() >= usize::from(bits)) {
            return Err(self.wrong(column, "column", format!("there are {bits}, counted from 0")));
        }
        let line = raw.at.as_ref().map_or(0, |at| self.line(at.span().start));
        let at = raw.at.as_ref().map(|at| self.place(at)).transpose()?;
        let exercise = match (raw.predict, raw.spot) {
            (None, None) => None,
            (Some(predict), None) => Some(self.predict(predict, bits, document)?),
            (None, Some(spot)) => {
                let wrong = *spot.wrong.get_ref();
                if !(1..=spot.parts.len()).contains(&wrong) {
                    return Err(self.wrong(
                        &spot.wrong,
                        "wrong",
                        format!("there are {} parts, counted from 1", spot.parts.len()),
                    ));
                }
                let parts = spot.parts.into_iter().map(Both::from).collect();
                let because = spot.because.map(Both::from);
                Some(Exercise { question: None, parts, answer: Answer::Number(wrong as f64), because })
            }
            (Some(predict), Some(_)) => {
                return Err(self.wrong(&predict.answer, "predict", "a step has one question: predict or spot"));
            }
        };
        let (blocks, chosen) = (raw.blocks.as_ref().map_or(4, |blocks| *blocks.get_ref()), raw.chosen.unwrap_or(1));
        if let Some(at) =
            raw.blocks.as_ref().filter(|_| !(1..=bits.min(16)).contains(&blocks) || chosen >= blocks || chosen == 0)
        {
            let why = format!(
                "{blocks} blocks of which {chosen} make a key: allowed are 2 to {} and fewer chosen",
                bits.min(16)
            );
            return Err(self.wrong(at, "blocks", why));
        }
        let column = raw.column.map(Spanned::into_inner);
        let text = raw.text.into();
        Ok(Page { text, show, document, at, line, column, recipe, blocks, chosen, exercise })
    }

    fn place(&self, at: &Spanned<String>) -> Result<Place, LessonFault> {
        let why = || {
            let stages = Stage::ALL.map(Stage::name).join(", ");
            self.wrong(
                at,
                "at",
                format!(
                    "{:?} is no step; allowed: end, or one of {stages} with a number, as in \"sums 2\"",
                    at.get_ref()
                ),
            )
        };
        let mut words = at.get_ref().split_whitespace();
        let (stage, number) = (words.next().unwrap_or_default(), words.next());
        if words.next().is_some() {
            return Err(why());
        }
        match (stage, number) {
            ("end", None) => Ok(Place::End),
            ("text", None) => Ok(Place::Step(Stage::Text, 1)),
            (stage, Some(number)) => {
                let stage = Stage::find(stage).ok_or_else(why)?;
                let number = number.parse::<usize>().ok().filter(|&n| n > 0).ok_or_else(why)?;
                Ok(Place::Step(stage, number))
            }
            _ => Err(why()),
        }
    }

    fn predict(&self, raw: Predict, bits: u8, document: usize) -> Result<Exercise, LessonFault> {
        let why = || {
            let why =
                format!("is to be a number, \"distance\", \"bit N\" or \"sum N\" with a column from 0 to {}", bits - 1);
            self.wrong(&raw.answer, "answer", why)
        };
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
        let question = Some(raw.question.into());
        Ok(Exercise { question, parts: Vec::new(), answer, because: raw.because.map(Both::from) })
    }
}

/// Bits written as digits, exactly as many as there are columns.
fn binary(digits: &str, bits: u8) -> Result<Fingerprint, String> {
    if digits.is_empty() || !digits.bytes().all(|digit| matches!(digit, b'0' | b'1')) {
        return Err(format!("{digits:?} is not written in digits 0 and 1"));
    }
    if digits.len() != usize::from(bits) {
        return Err(format!("{digits:?} has {} bits, the recipe {bits}", digits.len()));
    }
    Ok(Fingerprint::from_columns(digits.bytes().map(|digit| digit == b'1')))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"format = 1
title = { en = "T", zh = "题" }
goal = { en = "G", zh = "目标" }
recipe = "given;fold=none;given:all;xxh3-64;6;gt"

[[document]]
name = "A"
features = [["CSDN", 4, "100101"], ["博客", 5, "101011"]]
sums = [9, -9, 1, -1, 1, 9]
bits = "101011"

[[step]]
text = { en = "x", zh = "字" }
at = "sums 2"
column = 4
predict = { question = { en = "?", zh = "？" }, answer = "bit 4" }

[try]
en = "t"
zh = "试"
[remember]
en = "r"
zh = "记"
"#;

    #[test]
    fn a_lesson_reads() {
        let lesson = parse(GOOD, "a.toml").unwrap();
        assert_eq!(lesson.documents[0].text, "CSDN\t4\t25\n博客\t5\t2b\n");
        assert_eq!(lesson.pages[0].at, Some(Place::Step(Stage::Sums, 2)));
        assert_eq!(lesson.check(), Ok(()));
    }

    #[test]
    fn faults_name_line_key_and_what_is_allowed() {
        let table = [
            ("column = 4", "colum = 4", 15, Some("colum"), "expected one of"),
            ("\"100101\"]", "\"1001\"]", 8, Some("features"), "\"1001\" has 4 bits, the recipe 6"),
            ("[\"CSDN\", 4,", "[\"CSDN\", \"four\",", 8, Some("features"), "the weight a number"),
            ("\"sums 2\"", "\"sums two\"", 14, Some("at"), "text, tokens, weights"),
            ("column = 4", "column = 6", 15, Some("column"), "there are 6, counted from 0"),
            ("\"bit 4\"", "\"bit 9\"", 16, Some("answer"), "from 0 to 5"),
            ("format = 1", "format = 1\nsource = 2", 2, Some("source"), "a source is"),
            ("format = 1", "format = 2", 1, Some("format"), "format 1"),
            ("given:all", "givn:all", 4, Some("recipe"), "allowed"),
            ("bits = \"101011\"", "bits = \"1010a1\"", 10, Some("bits"), "digits 0 and 1"),
            ("zh = \"记\"", "", 21, None, "zh"),
            ("[try]", "[try", 18, None, ""),
        ];
        for nothing in ["", "\n", " ", "# only this"] {
            assert!(parse(nothing, "a.toml").unwrap_err().why.contains("missing field"), "{nothing:?}");
        }
        for (from, to, line, key, why) in table {
            let fault = parse(&GOOD.replace(from, to), "a.toml").unwrap_err();
            assert_eq!((fault.line, fault.key.as_deref()), (line, key), "{fault}");
            assert!(fault.to_string().starts_with(&format!("a.toml:{line}: ")), "{fault}");
            assert!(fault.why.contains(why), "{fault}");
        }
    }

    #[test]
    fn figures_that_do_not_come_out_are_faults_too() {
        let fault =
            |from: &str, to: &str| parse(&GOOD.replace(from, to), "a.toml").unwrap().check().unwrap_err().to_string();
        assert_eq!(fault("-1, 1, 9]", "-1, 1, 8]"), "a.toml:7: sums: column 5 of \"A\" sums to 9, not 8");
        assert_eq!(
            fault("bits = \"101011\"", "bits = \"101010\""),
            "a.toml:7: bits: the fingerprint of \"A\" is 101011, not 101010"
        );
        assert!(fault("sums 2", "sums 3").contains("at: there are 2 steps of sums"));
    }
}
