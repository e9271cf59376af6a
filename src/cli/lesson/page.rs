//! Lessons as one HTML page for people without a terminal: nothing is loaded, both languages are in it, and everything
//! can be read and printed without its script, which turns pages and takes the steps of a walk.
//!
//! A picture is SVG of the same states as the screens show. Those of a walk are also in the page as data ([`walk`]),
//! from which the script draws the other steps. Texts of lessons come from anywhere: maud escapes them, and the
//! [`POLICY`] lets a browser run and load nothing but what is written here.

mod figures;
#[cfg(test)]
mod tests;
mod walk;

use std::fmt::Write as _;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{
    compare::{Examined, coverage::RunLength, diff::diff, pair::cosine},
    document::safe_name,
    html,
    lab::robustness,
    lesson::{Answer, Bilingual, Exercise, IncludedLesson, Lesson, LessonError, LessonPage, Show, Task},
    locale::Lang,
    say,
    simhash::{Fingerprint, Pipeline, Recipe, Trace, Watch},
    t,
};
use {
    figures::{legend, letter},
    walk::WalkData,
};

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");
/// The rights of a browser in the page: it may run the one script and use the one style sheet that are in it, each
/// known by its SHA-256. Nothing else runs, whatever a lesson's texts contain, and nothing is loaded or sent. A test
/// prints the digests of changed ones.
const POLICY: &str = "default-src 'none'; \
    style-src 'sha256-zadaWWWXz6zNyxyn6s2zz10eTaq4H4sawzaMNtt68Cs='; \
    script-src 'sha256-ZYGSrTfLNJmoALBFebDarKDejNAIBofby4RtJcA4LWk='; \
    base-uri 'none'; form-action 'none'";
/// The languages of the page.
const LANGUAGES: [Lang; 2] = [Lang::En, Lang::Zh];

/// A lesson, and its name in addresses within the page: letters, digits and hyphens.
pub(super) struct NamedLesson {
    pub id: String,
    pub lesson: Lesson,
}

impl NamedLesson {
    /// An included lesson: once, or once in each language where those differ.
    ///
    /// # Errors
    /// Never: a test reads every included lesson.
    pub(super) fn of(included: IncludedLesson) -> Result<Vec<Self>, Vec<LessonError>> {
        let languages = if included.differs() { &LANGUAGES[..] } else { &LANGUAGES[..1] };
        let named = |&lang: &Lang| {
            let id = if lang.is_chinese() { format!("{}-zh", included.name) } else { included.name.to_owned() };
            Ok(Self { id, lesson: included.lesson(lang)? })
        };
        languages.iter().map(named).collect()
    }
}

/// The page, which begins in that language.
///
/// # Errors
/// That of the pipeline on a document of a lesson.
pub(super) fn page(lessons: &[NamedLesson], lang: Lang) -> Result<String, LessonError> {
    let mut walks = Vec::new();
    let mut articles = Vec::new();
    for named in lessons {
        articles.push(article(named, &mut walks)?);
    }
    let [style, script] = [STYLE, SCRIPT].map(|text| text.replace('\r', ""));
    let title = match lessons {
        [only] => safe_name(only.lesson.title.get(lang)),
        _ => t!(lang, "lesson-page.course").to_owned(),
    };
    let markup = html! {
        (DOCTYPE) "\n"
        html lang=(lang.tag()) {
            head {
                meta charset="utf-8"; "\n"
                meta name="viewport" content="width=device-width, initial-scale=1"; "\n"
                meta http-equiv="Content-Security-Policy" content=(POLICY); "\n"
                meta name="color-scheme" content="light dark"; "\n"
                meta name="referrer" content="no-referrer"; "\n"
                title { (title) } "\n"
                style { (PreEscaped(&style)) } "\n"
            }
            body {
                @for language in LANGUAGES {
                    @let chosen = language.is_chinese() == lang.is_chinese();
                    input type="radio" name="language" class="language" id=(language_id(language)) checked[chosen]; "\n"
                }
                header {
                    p class="languages" {
                        label for="language-en" lang="en" { "English" } " "
                        label for="language-zh" lang="zh-Hans" { "中文" }
                    }
                    p class="program" { "simscope" }
                } "\n"
                @if lessons.len() > 1 { (contents(lessons)) }
                main { "\n" @for article in &articles { (article) } }
                (bar())
                script type="application/json" id="walks" { (PreEscaped(json(&walks))) } "\n"
                script { (PreEscaped(&script)) }
            }
        }
    };
    let mut out = Vec::new();
    // Writing into memory cannot fail.
    _ = html::write(&mut out, &markup);
    Ok(String::from_utf8_lossy(&out).into_owned())
}

fn language_id(lang: Lang) -> &'static str {
    if lang.is_chinese() { "language-zh" } else { "language-en" }
}

/// A text in both languages, of which one is visible; once where it is the same.
fn both(text: impl Fn(Lang) -> String) -> Markup {
    let [en, zh] = LANGUAGES.map(text);
    html! {
        @if en == zh { (en) } @else {
            @for (lang, text) in LANGUAGES.into_iter().zip([en, zh]) {
                span class=(if lang.is_chinese() { "zh" } else { "en" }) lang=(lang.tag()) { (text) }
            }
        }
    }
}

/// A text of a lesson.
fn translated(text: &Bilingual) -> Markup {
    both(|lang| text.get(lang).into())
}

/// A text of the locale.
fn phrase(key: &'static str) -> Markup {
    both(|lang| lang.text(key).into())
}

/// A name in each language, safe to show.
fn names(name: &Bilingual) -> [String; 2] {
    LANGUAGES.map(|lang| safe_name(name.get(lang)))
}

/// The list of lessons.
fn contents(lessons: &[NamedLesson]) -> Markup {
    html! {
        nav {
            h1 { (phrase("lesson-page.course")) }
            ol { @for NamedLesson { id, lesson } in lessons {
                li class=[only(lesson)] { a href={ "#" (id) "-1" } { (translated(&lesson.title)) } }
            } }
        } "\n"
    }
}

/// The controls, which only the script shows.
fn bar() -> Markup {
    html! {
        footer id="bar" hidden {
            button id="back" type="button" { "‹" } " "
            input id="pages" type="range" min="1" value="1" aria-label="page / 页"; " "
            button id="next" type="button" { "›" } " "
            output id="place" {} " "
            small { (phrase("lesson-page.keys")) }
        } "\n"
    }
}

/// The data as JSON that can be in an element of a page: no bracket, ampersand or invisible character is there as such.
fn json(walks: &[WalkData]) -> String {
    let text = serde_json::to_string(walks).unwrap_or_else(|_| "[]".into());
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '<' | '>' | '&') {
            // Into a string nothing can fail.
            _ = write!(safe, "\\u{:04x}", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    safe
}

/// A lesson with all its pages.
fn article(named: &NamedLesson, walks: &mut Vec<WalkData>) -> Result<Markup, LessonError> {
    let lesson = &named.lesson;
    let all = lesson.pages_in_all();
    let mut documents =
        PageDocuments { lesson, recipe: &lesson.recipe, traces: lesson.traces(&lesson.recipe)?, walks: Vec::new() };
    let head = html! {
        (heading(named))
        h3 { (phrase("lesson.goal")) }
        p class="said" { (translated(&lesson.goal)) }
        @if let Some(source) = &lesson.source {
            p class="aside" { (both(|lang| t!(lang, "lesson.source", source = source.get(lang)))) }
        }
        (texts(lesson))
    };
    let mut sections = vec![section(named, 1, all, &head)];
    for (at, page) in lesson.pages.iter().enumerate() {
        if let Some(recipe) = &page.recipe {
            documents = PageDocuments { lesson, recipe, traces: lesson.traces(recipe)?, walks: Vec::new() };
        }
        let body = html! {
            p class="said" { (translated(&page.text)) }
            (documents.picture(page, walks))
            @if let Some(exercise) = &page.exercise {
                (asked(exercise, |answer| answer.value(|at| documents.traces.get(at))))
            }
            @if let Some(task) = &page.task { (to_do(task)) }
        };
        sections.push(section(named, at + 2, all, &body));
    }
    let end = html! {
        @for (head, text) in [("lesson.try", &lesson.attempt.text), ("lesson.remember", &lesson.remember)] {
            h3 { (phrase(head)) }
            p class="said" { (translated(text)) }
        }
    };
    sections.push(section(named, all, all, &end));
    Ok(html! { article id=(named.id) class=[only(lesson)] { "\n" @for section in &sections { (section) } } "\n" })
}

/// The class of what is in one language alone.
fn only(lesson: &Lesson) -> Option<&'static str> {
    lesson.only.map(|lang| if lang.is_chinese() { "zh" } else { "en" })
}

fn heading(named: &NamedLesson) -> Markup {
    html! { h2 { (translated(&named.lesson.title)) } }
}

/// The documents, to be opened. Lists of features are rows of pictures; they are no texts.
fn texts(lesson: &Lesson) -> Markup {
    if lesson.recipe.weight.is_given() {
        return html! {};
    }
    html! {
        @for (at, document) in lesson.documents.iter().enumerate() {
            details class="document" {
                summary { (letter(at)) " " (translated(&document.name)) }
                p { (document.text) }
            }
        }
    }
}

/// Both texts at once: what only A has is struck out, what only B has underlined.
fn differences(lesson: &Lesson) -> Markup {
    let [Some(a), Some(b)] = [0, 1].map(|at| lesson.documents.get(at)) else { return html! {} };
    let texts = [a.text.as_str(), b.text.as_str()];
    let diff = diff(texts[0], texts[1], None);
    let names = [a, b].map(|document| names(&document.name));
    html! {
        figure class="differences" {
            (legend(&names))
            @for row in &diff.rows {
                p { @for part in diff.inline(row) {
                    @let text = part.span.of(texts[part.side]);
                    @match (part.hunk, part.side) {
                        (None, _) => (text),
                        (Some(_), 0) => del { (text) },
                        (Some(_), _) => ins { (text) },
                    }
                } }
            }
            figcaption { (phrase("lesson-page.differences")) }
        }
    }
}

/// A page of a lesson.
fn section(NamedLesson { id, lesson }: &NamedLesson, at: usize, all: usize, body: &Markup) -> Markup {
    html! {
        section id={ (id) "-" (at) } {
            p class="place" {
                @if at > 1 { span class="of" { (translated(&lesson.title)) " · " } }
                (both(|lang| t!(lang, "lesson.of", at, all)))
            }
            (body)
        } "\n"
    }
}

/// A question; its answer opens on a click.
fn asked(exercise: &Exercise, value: impl Fn(Answer) -> Option<f64>) -> Markup {
    let answer = value(exercise.answer).map(|value| say::decimals(value, decimals(value), Lang::En));
    html! {
        div class="question" {
            @if let Some(question) = &exercise.question {
                h3 { (phrase("lesson.predict")) }
                p { (translated(question)) }
            } @else {
                h3 { (phrase("lesson.spot")) }
                p { (phrase("lesson.spot-question")) }
                ol { @for part in &exercise.parts { li { (translated(part)) } } }
            }
            details {
                summary { (phrase("lesson-page.answer")) }
                p {
                    @if let Some(answer) = &answer { b { (answer) } " " }
                    @if let Some(because) = &exercise.because { (translated(because)) }
                }
            }
        }
    }
}

/// A task; its hints open on a click, and so does what to learn from it.
fn to_do(task: &Task) -> Markup {
    html! {
        div class="question" {
            h3 { (phrase("task.head")) }
            ul { @for text in 0..say::task_conditions(task, Lang::En).len() {
                li { (both(|lang| say::task_conditions(task, lang).swap_remove(text))) }
            } }
            @for (n, hint) in task.hints.iter().enumerate() {
                details {
                    summary { (both(|lang| t!(lang, "task.hint-head", n = n + 1, all = task.hints.len()))) }
                    p { (translated(hint)) }
                }
            }
            @if let Some(done) = &task.done {
                details {
                    summary { (phrase("task.after")) }
                    p { (translated(done)) }
                }
            }
        }
    }
}

/// As many decimals as the number has, up to three.
fn decimals(value: f64) -> usize {
    (0..3)
        .find(|&places| {
            let scaled = value * 10f64.powi(places as i32);
            scaled.fract().abs() < f64::EPSILON
        })
        .unwrap_or(3)
}

/// The documents of a lesson under the recipe of a page.
struct PageDocuments<'a> {
    lesson: &'a Lesson,
    recipe: &'a Recipe,
    traces: Vec<Trace>,
    /// Document and column of each walk that is in the page already, with its number there.
    walks: Vec<([usize; 2], usize)>,
}

impl PageDocuments<'_> {
    fn picture(&mut self, page: &LessonPage, walks: &mut Vec<WalkData>) -> Markup {
        let of_two = match page.show {
            Show::Pipeline | Show::Lab => return self.walk(page, walks),
            Show::Index => return figures::index(&self.names(), &self.fingerprints(), page, self.lesson.k),
            Show::Diff | Show::TwoTexts => Some(differences(self.lesson)),
            Show::Angle => Some(self.circle()),
            Show::Robustness => return self.runs(page),
            Show::Overview | Show::Bits | Show::Plane => None,
        };
        html! {
            @if let Some(picture) = of_two { (picture) }
            (figures::compared(&self.names(), &self.fingerprints(), &page.marked_columns, self.lesson.k))
        }
    }

    fn walk(&mut self, page: &LessonPage, walks: &mut Vec<WalkData>) -> Markup {
        let Some(trace) = self.traces.get(page.document) else { return html! {} };
        // Sentences about sums name a column.
        let column = page.column.or(page.marked_columns.first().copied()).unwrap_or(0);
        let key = [page.document, column];
        let made = self.walks.iter().find(|(of, _)| *of == key).map(|&(_, number)| number);
        let number = made.unwrap_or_else(|| {
            let of = self.lesson.pages.iter().filter(|other| other.document == page.document);
            let wanted: Vec<_> = of.filter_map(|page| page.at).collect();
            walks.push(WalkData::new(trace, self.lesson.order, &wanted, column));
            self.walks.push((key, walks.len() - 1));
            walks.len() - 1
        });
        let name = self.lesson.documents.get(page.document).map(|document| &document.name);
        walks
            .get(number)
            .map_or_else(|| html! {}, |data| walk::figure(data, number, name, trace, self.lesson.order, page))
    }

    /// How far words replaced at random change the documents of the page.
    fn runs(&self, page: &LessonPage) -> Markup {
        let names = self.names();
        let found = page.watched.iter().filter_map(|&at| {
            let text = self.lesson.documents.get(at)?.text.as_str();
            Some((names.get(at)?.clone(), robustness(text, self.recipe, |_| (), &Watch::default()).ok()?))
        });
        figures::runs(&found.collect::<Vec<_>>(), self.lesson.k)
    }

    /// The names of the documents in each language.
    fn names(&self) -> Vec<[String; 2]> {
        self.lesson.documents.iter().map(|document| names(&document.name)).collect()
    }

    fn fingerprints(&self) -> Vec<Option<Fingerprint>> {
        self.traces.iter().map(|trace| trace.sketch.fingerprint).collect()
    }

    fn circle(&self) -> Markup {
        let subject = |at: usize| {
            let text = self.lesson.documents.get(at)?.text.as_str();
            let pipeline = Pipeline::new(self.recipe).without_places();
            Examined::new(text, &pipeline, RunLength::default()).ok().map(|examined| examined.subject)
        };
        let fingerprints = self.fingerprints();
        let found = || {
            let cosine = cosine(&*subject(0)?, &*subject(1)?)?;
            let [a, b] = [(*fingerprints.first()?)?, (*fingerprints.get(1)?)?];
            figures::circle(cosine, [self.traces.first()?, self.traces.get(1)?], a.hamming(b))
        };
        found().unwrap_or_else(|| html! {})
    }
}
