//! The parser of the filter language.

use std::{error::Error, fmt, ops::Range, str::FromStr};

use super::{
    Condition, Filter, Test, TextPattern, fold_case_and_width,
    keywords::{Keyword, NumberField, decisions, presence, verdict},
};
use crate::{document::safe_name, locale::Lang, t};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FilterError {
    /// The wrong bytes; empty if something is missing.
    pub at: Range<usize>,
    /// In characters, from 1.
    pub column: usize,
    pub kind: FilterErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FilterErrorKind {
    Unknown {
        word: String,
        /// A known word with almost the same spelling.
        near: Option<&'static str>,
    },
    /// No operator after the field.
    NoOperator(FieldName),
    /// The field allows only `:` `=` `!=`.
    WrongOperator(FieldName),
    /// No value after the operator, or a wrong one.
    WrongValue(FieldName),
    /// The end of a range is less than its beginning.
    Backwards,
    /// No closing quote.
    OpenQuote,
    /// No closing parenthesis.
    OpenGroup,
    /// No opening parenthesis.
    NoGroup,
    /// No term after `|` or `-`, or in parentheses.
    Nothing,
    /// Too many nested parentheses.
    TooDeep,
}

/// The name of a field in a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FieldName(pub(super) Keyword);

impl FilterError {
    /// Place, error and allowed values, in a sentence.
    pub(crate) fn message(&self, lang: Lang) -> String {
        let what = match &self.kind {
            FilterErrorKind::Unknown { word, near: Some(near) } => {
                t!(lang, "filter.unknown-near", word = safe_name(word), near)
            }
            FilterErrorKind::Unknown { word, near: None } => {
                let names: Vec<String> = Keyword::all().map(|word| word.name(lang).to_owned()).collect();
                t!(lang, "filter.unknown", word = safe_name(word), names = lang.list(&names))
            }
            FilterErrorKind::NoOperator(FieldName(word)) => {
                let example = format!("{}{}", word.name(lang), word.operator());
                t!(lang, "filter.no-operator", name = word.name(lang), example)
            }
            FilterErrorKind::WrongOperator(FieldName(word)) => {
                t!(lang, "filter.wrong-operator", name = word.name(lang))
            }
            FilterErrorKind::WrongValue(FieldName(word)) => {
                t!(lang, "filter.wrong-value", name = word.name(lang), allowed = word.allowed(lang))
            }
            FilterErrorKind::Backwards => t!(lang, "filter.backwards").into(),
            FilterErrorKind::OpenQuote => t!(lang, "filter.open-quote").into(),
            FilterErrorKind::OpenGroup => t!(lang, "filter.open-group").into(),
            FilterErrorKind::NoGroup => t!(lang, "filter.no-group").into(),
            FilterErrorKind::Nothing => t!(lang, "filter.nothing").into(),
            FilterErrorKind::TooDeep => t!(lang, "filter.too-deep").into(),
        };
        t!(lang, "filter.at", column = self.column, what)
    }
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl Error for FilterError {}

/// The greatest depth of nested parentheses, since each needs space on the stack.
const DEEPEST: usize = 64;

impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let filter = parser.any()?;
        match parser.peek() {
            None => Ok(filter),
            // Only a closing parenthesis ends the filter early.
            Some(_) => Err(parser.error_at(parser.here(), FilterErrorKind::NoGroup)),
        }
    }
}

/// The ASCII equivalent of a full-width mark of Chinese input methods.
pub(super) fn mark(c: char) -> char {
    match c {
        '：' => ':',
        '＜' | '〈' => '<',
        '＞' | '〉' => '>',
        '＝' => '=',
        '！' => '!',
        '－' | '−' | '–' => '-',
        '（' => '(',
        '）' => ')',
        '｜' => '|',
        '＂' => '"',
        // A comma separates words like a space.
        ',' | '，' | '、' => ' ',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

fn closing(open: char) -> Option<&'static [char]> {
    match open {
        '"' | '＂' => Some(&['"', '＂']),
        '“' | '”' => Some(&['”', '“']),
        '「' => Some(&['」']),
        '『' => Some(&['』']),
        _ => None,
    }
}

fn ends_word(c: char) -> bool {
    matches!(mark(c), ' ' | '(' | ')' | '|') || closing(c).is_some()
}

pub(super) fn ends_name(c: char) -> bool {
    ends_word(c) || matches!(mark(c), ':' | '<' | '>' | '=' | '!' | '≤' | '≥' | '≠')
}

#[derive(Clone, Copy, PartialEq)]
enum Operator {
    Is,
    IsNot,
    Less,
    AtMost,
    More,
    AtLeast,
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next mark; skips white space.
    fn peek(&mut self) -> Option<char> {
        let blank = self.rest().find(|c| mark(c) != ' ').unwrap_or(self.rest().len());
        self.at += blank;
        self.next()
    }

    /// The next mark, which may be white space.
    fn next(&self) -> Option<char> {
        self.rest().chars().next().map(mark)
    }

    fn step(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    fn take(&mut self, wanted: char) -> bool {
        let there = self.next() == Some(wanted);
        if there {
            self.step();
        }
        there
    }

    /// The next character; empty at the end.
    fn here(&self) -> Range<usize> {
        self.at..self.at + self.rest().chars().next().map_or(0, char::len_utf8)
    }

    fn error_at(&self, at: Range<usize>, kind: FilterErrorKind) -> FilterError {
        FilterError { column: self.text[..at.start].chars().count() + 1, at, kind }
    }

    /// Skips one of the words, in any case. Returns whether there was one.
    fn word(&mut self, words: &[&str]) -> bool {
        let rest = self.rest();
        let word = &rest[..rest.find(ends_name).unwrap_or(rest.len())];
        let there = words.contains(&&*fold_case_and_width(word));
        if there {
            self.at += word.len();
        }
        there
    }

    /// Terms with `|` between them.
    fn any(&mut self) -> Result<Filter, FilterError> {
        let mut any = Vec::new();
        loop {
            let all = self.all()?;
            let or = self.peek() == Some('|');
            let here = self.here();
            while self.take('|') {}
            let or = self.word(&["or", "或"]) || or;
            if all.is_empty() && (or || !any.is_empty()) {
                return Err(self.error_at(here, FilterErrorKind::Nothing));
            }
            any.push(all);
            if !or {
                return Ok(Filter::any(any));
            }
        }
    }

    /// Terms side by side.
    fn all(&mut self) -> Result<Filter, FilterError> {
        let mut all = Vec::new();
        loop {
            let before = self.at;
            match self.peek() {
                None | Some(')' | '|') => return Ok(Filter::all(all)),
                _ if self.word(&["or", "或"]) => {
                    self.at = before;
                    return Ok(Filter::all(all));
                }
                _ if !all.is_empty() && self.word(&["and", "且", "和"]) => {
                    if matches!(self.peek(), None | Some(')' | '|')) {
                        return Err(self.error_at(self.here(), FilterErrorKind::Nothing));
                    }
                }
                _ => {}
            }
            all.push(self.one()?);
        }
    }

    fn one(&mut self) -> Result<Filter, FilterError> {
        let mut negated = false;
        loop {
            let there = match self.peek() {
                Some('-' | '!') => {
                    self.step();
                    true
                }
                _ => self.word(&["not", "非"]),
            };
            if !there {
                break;
            }
            negated = !negated;
        }
        let one = match self.peek() {
            Some('(') => self.group()?,
            None | Some(')' | '|') => return Err(self.error_at(self.here(), FilterErrorKind::Nothing)),
            Some(_) => self.test()?,
        };
        Ok(if negated { one.negated() } else { one })
    }

    fn group(&mut self) -> Result<Filter, FilterError> {
        let open = self.here();
        if self.depth == DEEPEST {
            return Err(self.error_at(open, FilterErrorKind::TooDeep));
        }
        self.depth += 1;
        self.step();
        let inner = self.any()?;
        if self.peek().is_none() {
            return Err(self.error_at(open, FilterErrorKind::OpenGroup));
        }
        if inner.is_empty() {
            return Err(self.error_at(self.here(), FilterErrorKind::Nothing));
        }
        self.step();
        self.depth -= 1;
        Ok(inner)
    }

    /// A field with its condition, or a flag.
    fn test(&mut self) -> Result<Filter, FilterError> {
        let start = self.at;
        let rest = self.rest();
        let mut end = rest.find(ends_name).unwrap_or(rest.len());
        // Two names have a > within.
        let behind = rest[end..].char_indices().nth(2).map_or(rest.len(), |(at, _)| end + at);
        if matches!(Keyword::of(&rest[..behind]), Some(Keyword::Number(NumberField::AInB | NumberField::BInA))) {
            end = behind;
        }
        if end == 0 {
            // A quote or an operator without a name before it.
            end = self.here().len();
        }
        let name = &rest[..end];
        let Some(word) = Keyword::of(name) else {
            return Err(self.error_at(start..start + end, unknown(name)));
        };
        self.at += end;
        if let Keyword::Flag(flag) = word {
            return Ok(Filter::Test(Test::Flag(flag)));
        }
        let Some(operator) = self.operator() else {
            return Err(self.error_at(start..start + end, FilterErrorKind::NoOperator(FieldName(word))));
        };
        let test = match word {
            Keyword::Number(field) => self.number(field, operator)?,
            _ if !matches!(operator, Operator::Is | Operator::IsNot) => {
                return Err(self.error_at(start..self.at, FilterErrorKind::WrongOperator(FieldName(word))));
            }
            _ => self.value(word)?,
        };
        Ok(if operator == Operator::IsNot { Filter::Test(test).negated() } else { Filter::Test(test) })
    }

    fn operator(&mut self) -> Option<Operator> {
        // White space is allowed around an operator.
        let before = self.at;
        let first = self.peek();
        let operator = match first {
            Some(':' | '=') => Operator::Is,
            Some('<') => Operator::Less,
            Some('>') => Operator::More,
            Some('≤') => Operator::AtMost,
            Some('≥') => Operator::AtLeast,
            Some('≠' | '!') => Operator::IsNot,
            _ => {
                self.at = before;
                return None;
            }
        };
        self.step();
        match (first, operator) {
            (Some('!'), _) if !self.take('=') => {
                self.at = before;
                None
            }
            (Some('!'), operator) => Some(operator),
            (_, Operator::Less) if self.take('=') => Some(Operator::AtMost),
            (_, Operator::More) if self.take('=') => Some(Operator::AtLeast),
            // `==` as in programs, `:=` and `:<` by habit.
            (_, Operator::Is) if self.take('=') => Some(Operator::Is),
            (Some(':'), Operator::Is) if matches!(self.next(), Some('<' | '>' | '≤' | '≥')) => self.operator(),
            (_, operator) => Some(operator),
        }
    }

    /// A word or a text in quotes; its place, and whether it was in quotes.
    fn text(&mut self) -> Result<(String, Range<usize>, bool), FilterError> {
        _ = self.peek();
        let start = self.at;
        let Some(close) = self.rest().chars().next().and_then(closing) else {
            let rest = self.rest();
            let end = rest.find(ends_word).unwrap_or(rest.len());
            self.at += end;
            return Ok((rest[..end].to_owned(), start..self.at, false));
        };
        self.step();
        let mut inner = String::new();
        let mut chars = self.rest().char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => inner.extend(chars.next().map(|(_, c)| c)),
                c if close.contains(&c) => {
                    self.at += at + c.len_utf8();
                    return Ok((inner, start..self.at, true));
                }
                c => inner.push(c),
            }
        }
        Err(self.error_at(start..self.text.len(), FilterErrorKind::OpenQuote))
    }

    fn number(&mut self, field: NumberField, operator: Operator) -> Result<Test, FilterError> {
        let (text, at, quoted) = self.text()?;
        let wrong =
            |parser: &Self| parser.error_at(at.clone(), FilterErrorKind::WrongValue(FieldName(Keyword::Number(field))));
        if quoted {
            return Err(wrong(self));
        }
        let text = fold_case_and_width(&text).replace('。', ".");
        if matches!(operator, Operator::Is | Operator::IsNot) {
            if let Some(known) = presence(&text) {
                return Ok(Test::Known(field, known));
            }
            if let Some((low, high)) = text.split_once("..") {
                let bound = |text: &str| if text.is_empty() { Some(None) } else { number(text, field).map(Some) };
                let compare = match (bound(low), bound(high)) {
                    (Some(Some(low)), Some(Some(high))) if low > high => {
                        return Err(self.error_at(at, FilterErrorKind::Backwards));
                    }
                    (Some(Some(low)), Some(Some(high))) => Condition::Within(low, high),
                    (Some(Some(low)), Some(None)) => Condition::AtLeast(low),
                    (Some(None), Some(Some(high))) => Condition::AtMost(high),
                    _ => return Err(wrong(self)),
                };
                return Ok(Test::Number(field, compare));
            }
        }
        let value = number(&text, field).ok_or_else(|| wrong(self))?;
        let compare = match operator {
            Operator::Is | Operator::IsNot => Condition::Is(value),
            Operator::Less => Condition::Less(value),
            Operator::AtMost => Condition::AtMost(value),
            Operator::More => Condition::More(value),
            Operator::AtLeast => Condition::AtLeast(value),
        };
        Ok(Test::Number(field, compare))
    }

    /// The value of a name, a verdict or a note.
    fn value(&mut self, word: Keyword) -> Result<Test, FilterError> {
        let (text, at, quoted) = self.text()?;
        let asked = if quoted { None } else { presence(&text) };
        let test = match (word, asked) {
            (Keyword::Verdict, Some(decided)) => Some(Test::Decided(decided)),
            (Keyword::Verdict, None) => verdict(&text).map(Test::Verdict),
            (Keyword::Note, Some(noted)) => Some(Test::Noted(noted)),
            _ if text.is_empty() => None,
            (Keyword::Note, None) => Some(Test::Note(TextPattern::new(&text))),
            _ => Some(Test::Name(TextPattern::new(&text))),
        };
        test.ok_or_else(|| self.error_at(at, FilterErrorKind::WrongValue(FieldName(word))))
    }
}

/// Digits, a point, digits; a minus sign only for a cosine.
fn number(text: &str, field: NumberField) -> Option<f64> {
    let text = if field.is_share() { text.strip_suffix('%').unwrap_or(text) } else { text };
    let digits = if field == NumberField::Cosine { text.strip_prefix('-').unwrap_or(text) } else { text };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits =
        |part: &str| !part.is_empty() && part.len() <= 15 && part.bytes().all(|byte| byte.is_ascii_digit());
    let sound = all_digits(whole) && all_digits(part) && !(field.is_whole() && digits.contains('.'));
    // There is no minus zero.
    sound.then(|| text.parse().ok())?.map(|number: f64| number + 0.0)
}

/// An unknown word, with a known one of almost the same spelling.
fn unknown(name: &str) -> FilterErrorKind {
    let folded = fold_case_and_width(name);
    let names = Keyword::all().map(|word| word.name(Lang::En)).filter(|name| name.len() > 3);
    let near = names.map(|name| (strsim::damerau_levenshtein(name, &folded), name)).filter(|(far, _)| *far <= 2).min();
    FilterErrorKind::Unknown { word: name.chars().take(40).collect(), near: near.map(|(_, name)| name) }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Completion {
    /// The bytes that it replaces.
    pub at: Range<usize>,
    pub text: String,
    /// Its meaning, in a few words; empty if that is obvious.
    pub hint: &'static str,
}

/// The completions after a text, the likeliest first. None for names, numbers and notes.
pub(crate) fn completions(before: &str, lang: Lang) -> Vec<Completion> {
    // Text in quotes is free.
    if before.matches('"').count() % 2 == 1 {
        return Vec::new();
    }
    let start = before.rfind(ends_word).map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
    let signs = before[start..].find(|c| !matches!(mark(c), '-' | '!')).unwrap_or(before.len() - start);
    let start = start + signs;
    let term = &before[start..];
    let found = Keyword::all().filter(|word| !matches!(word, Keyword::Flag(_))).find_map(|word| {
        let names = [Lang::En, Lang::Zh].map(|lang| word.name(lang));
        let mut ends = term.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
        let end = ends.find(|&end| names.contains(&&*fold_case_and_width(&term[..end])))?;
        let operator = term[end..].chars().next().map(mark)?;
        matches!(operator, ':' | '=')
            .then(|| (word, start + end + term[end..].chars().next().map_or(0, char::len_utf8)))
    });
    if let Some((word, from)) = found {
        let typed = fold_case_and_width(&before[from..]);
        let values = match word {
            Keyword::Verdict => decisions(lang),
            Keyword::Note => decisions(lang).into_iter().take(2).collect(),
            _ => Vec::new(),
        };
        let fits = values.into_iter().filter(|value| value.starts_with(&typed) && *value != typed);
        return fits.map(|value| Completion { at: from..before.len(), text: value.into(), hint: "" }).collect();
    }
    let typed = fold_case_and_width(term);
    let fits = Keyword::all().filter(|word| word.begins(&typed));
    let put = |word: Keyword| Completion {
        at: start..before.len(),
        text: format!("{}{}", word.name(lang), word.operator()),
        hint: word.hint(lang),
    };
    fits.map(put).filter(|completion| completion.text != term).collect()
}
