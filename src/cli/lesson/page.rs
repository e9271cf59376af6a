//! Lessons as one HTML page for people without a terminal: nothing is loaded, both languages are in it, and everything
//! can be read and printed without its script, which turns pages, takes the steps of walks, judges predictions and
//! computes in labs.
//!
//! A picture is SVG of the same states as the screens show. Those of a walk are also in the page as data ([`walk`]),
//! from which the script draws the other steps. Texts of lessons come from anywhere: maud escapes them, and the
//! [`POLICY`] lets a browser run and load nothing but what is written here.
//!
//! It must not give an answer away: a page with a question has no picture and no data of later steps
//! ([`LessonPage::step`]), and its answer is folded up; on paper all answers are on the last page of a lesson.

mod figures;
mod lab;
#[cfg(test)]
mod tests;
mod walk;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{
    compare::{Examined, coverage::RunLength, diff::diff, pair::cosine},
    document::safe_name,
    html,
    lab::robustness,
    lesson::{Bilingual, Exercise, IncludedLesson, Lesson, LessonError, LessonPage, PairWalk, Show, Walk},
    locale::Lang,
    say,
    simhash::{Fingerprint, Pipeline, Recipe, Trace, Watch},
    t,
};
use {
    figures::{legend, letter},
    walk::WalkData,
};

const STYLE: &str = include_str!("../../../assets/lesson-page/page.css");
/// One script of several files, so that the policy names one digest.
const SCRIPT: &str = concat!(
    include_str!("../../../assets/lesson-page/simhash.js"),
    include_str!("../../../assets/lesson-page/walk.js"),
    include_str!("../../../assets/lesson-page/lab.js"),
    include_str!("../../../assets/lesson-page/page.js"),
);
/// The rights of a browser in the page: it may run the one script and use the one style sheet that are in it, each
/// known by its SHA-256. Nothing else runs, whatever a lesson's texts contain, and nothing is loaded or sent. A test
/// prints the digests of changed ones.
const POLICY: &str = "default-src 'none'; \
    style-src 'sha256-JxzLNuZtdA3fCqZkO7+y/vb1ZH994CSRKeQOoVt7tdw='; \
    script-src 'sha256-MxCt1JMpNvm3nNp+TetgfOYcOhQFUs+OXKI9Ch+xbWw='; \
    base-uri 'none'; form-action 'none'";
/// The languages of the page.
const LANGUAGES: [Lang; 2] = [Lang::En, Lang::Zh];

/// A lesson, and its name in addresses within the page: letters, digits and hyphens.
pub(super) struct NamedLesson {
    name: String,
    /// The language of this article, if the other has one of its own.
    lang: Option<Lang>,
    lesson: Lesson,
}

impl NamedLesson {
    /// A lesson from a file.
    pub(super) fn from_file(lesson: Lesson) -> Self {
        Self { name: "lesson".into(), lang: None, lesson }
    }

    /// An included lesson: once, or once in each language where those differ.
    ///
    /// # Errors
    /// Never: a test reads every included lesson.
    pub(super) fn of(included: IncludedLesson) -> Result<Vec<Self>, Vec<LessonError>> {
        let differs = included.differs();
        let languages = if differs { &LANGUAGES[..] } else { &LANGUAGES[..1] };
        let named = |&lang: &Lang| {
            Ok(Self { name: included.name.into(), lang: differs.then_some(lang), lesson: included.lesson(lang)? })
        };
        languages.iter().map(named).collect()
    }

    /// Its name in addresses.
    fn id(&self) -> String {
        let ending = if self.class() == Some("zh") { "-zh" } else { "" };
        [&*self.name, ending].concat()
    }

    /// The class of what is seen in one language alone.
    fn class(&self) -> Option<&'static str> {
        self.lang.map(|lang| if lang.is_chinese() { "zh" } else { "en" })
    }
}

/// The page, which begins in that language.
///
/// # Errors
/// That of the pipeline on a document of a lesson.
pub(super) fn page(lessons: &[NamedLesson], lang: Lang) -> Result<String, LessonError> {
    let mut walks = Vec::new();
    let course = lessons.iter().any(|other| other.name != lessons[0].name);
    let articles: Vec<Markup> =
        lessons.iter().map(|named| article(named, course, &mut walks)).collect::<Result<_, _>>()?;
    let [style, script] = [STYLE, SCRIPT].map(|text| text.replace('\r', ""));
    let title = match lessons {
        [only, ..] if !course => safe_name(only.lesson.title.get(lang)),
        _ => t!(lang, "lesson-page.course").to_owned(),
    };
    let markup = html! {
        (DOCTYPE) "\n"
        html lang=(lang.tag()) {
            (html::head(&title, POLICY, &style))
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
                @if course { (contents(lessons)) }
                main { @for article in &articles { (article) } }
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

/// The list of lessons; the script adds the scores.
fn contents(lessons: &[NamedLesson]) -> Markup {
    html! {
        nav id="contents" {
            h1 { (phrase("lesson-page.course")) }
            ol { @for named in lessons {
                li class=[named.class()] {
                    a href={ "#" (named.id()) "-1" } { (translated(&named.lesson.title)) } " " (score(named))
                }
            } }
        } "\n"
    }
}

/// Room for the score of a lesson: the script puts the numbers in.
fn score(named: &NamedLesson) -> Markup {
    let asked = named.lesson.pages.iter().filter(|page| page.exercise.is_some()).count();
    html! {
        @if asked > 0 {
            span class="score" data-lesson=(named.id()) hidden {
                (both(|lang| t!(lang, "lesson-page.score", right = "{right}", asked, answered = "{answered}")))
            }
        }
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
    text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// A lesson with all its pages.
fn article(named: &NamedLesson, course: bool, walks: &mut Vec<WalkData>) -> Result<Markup, LessonError> {
    let lesson = &named.lesson;
    let all = lesson.pages_in_all();
    let head = html! {
        h2 { (translated(&lesson.title)) }
        h3 { (phrase("lesson.goal")) }
        p class="said" { (translated(&lesson.goal)) }
        @if let Some(source) = &lesson.source {
            p class="aside" { (both(|lang| t!(lang, "lesson.source", source = source.get(lang)))) }
        }
        (texts(lesson))
    };
    let section = |at: usize, body: &Markup| section(named, course, [at, all], body);
    let mut sections = vec![section(1, &head)];
    let mut answers = Vec::new();
    let mut made = Vec::new();
    for (at, traced) in (2..).zip(lesson.traced_pages()?) {
        let page = traced.page;
        if page.recipe.is_some() {
            made.clear();
        }
        let mut documents = PageDocuments { lesson, recipe: traced.recipe, traces: &traced.traces, walks: &mut made };
        let picture = documents.picture(page, walks);
        let answered = page.exercise.as_ref().map(|exercise| {
            let value = traced.answer();
            (exercise, value, answer(exercise, value))
        });
        let body = html! {
            p class="said" { (translated(&page.text)) }
            (picture)
            @if let Some((exercise, value, answer)) = &answered { (asked(exercise, *value, answer)) }
            @if let Some(task) = &page.task {
                (lab::to_do(task))
                (lab::lab(documents.recipe, documents.traces.get(page.document), lesson, page))
            }
        };
        sections.push(section(at, &body));
        if answered.is_some() || page.task.is_some() {
            answers.push(html! {
                dt { (both(|lang| t!(lang, "lesson.of", at, all))) }
                dd {
                    @if let Some((_, _, answer)) = answered { (answer) }
                    @if let Some(task) = &page.task {
                        @for text in task.hints.iter().chain(&task.done) { p { (translated(text)) } }
                    }
                }
            });
        }
    }
    sections.push(section(all, &end(named)));
    Ok(html! {
        article id=(named.id()) class=[named.class()] {
            @for section in &sections { (section) }
            // For paper.
            @if !answers.is_empty() {
                div class="answers" {
                    h2 { (translated(&lesson.title)) " · " (phrase("lesson-page.answers")) }
                    dl { @for answer in answers { (answer) } }
                }
            }
        } "\n"
    })
}

/// The last page.
fn end(named: &NamedLesson) -> Markup {
    let lesson = &named.lesson;
    html! {
        h3 { (phrase("lesson.try")) }
        @if let Some(text) = &lesson.attempt_in_browser {
            p class="said" { (translated(text)) }
        } @else {
            // Its keys are those of the terminal.
            p class="aside" { (both(|lang| t!(lang, "lesson-page.in-terminal", name = named.name.as_str()))) }
            p class="said" { (translated(&lesson.attempt.text)) }
        }
        h3 { (phrase("lesson.remember")) }
        p class="said" { (translated(&lesson.remember)) }
        p { (score(named)) }
    }
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
fn differences(lesson: &Lesson, pair: [usize; 2]) -> Markup {
    let [Some(a), Some(b)] = pair.map(|at| lesson.documents.get(at)) else { return html! {} };
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

/// A page of a lesson, with its number among all.
fn section(named: &NamedLesson, course: bool, [at, all]: [usize; 2], body: &Markup) -> Markup {
    html! {
        section id={ (named.id()) "-" (at) } {
            p class="place" {
                @if course { a class="home" href="#contents" { (phrase("lesson-page.contents")) } }
                span {
                    @if at > 1 { span class="of" { (translated(&named.lesson.title)) " · " } }
                    (both(|lang| t!(lang, "lesson.of", at, all)))
                }
            }
            (body)
        } "\n"
    }
}

/// The right answer to a question, with the reason.
fn answer(exercise: &Exercise, value: Option<f64>) -> Markup {
    html! {
        p {
            @if let Some(value) = value { b { (say::answer(value, Lang::En)) } " " }
            @if let Some(because) = &exercise.because { (translated(because)) }
        }
    }
}

/// A question, where a number can be typed under the script; its answer opens on a click.
fn asked(exercise: &Exercise, value: Option<f64>, answer: &Markup) -> Markup {
    html! {
        div class="question" data-answer=[value] {
            @if let Some(question) = &exercise.question {
                h3 { (phrase("lesson.predict")) }
                p { (translated(question)) }
            } @else {
                h3 { (phrase("lesson.spot")) }
                p { (phrase("lesson.spot-question")) }
                ol { @for part in &exercise.parts { li { (translated(part)) } } }
            }
            form class="guess" hidden {
                input type="text" inputmode="decimal" autocomplete="off" maxlength="12" aria-label="answer / 答案"; " "
                button { (phrase("lesson-page.check")) }
                p class="verdict" role="status" {
                    span class="right" hidden { (both(|lang| t!(lang, "lesson.right", said = "{said}"))) }
                    span class="wrong" hidden { (both(|lang| t!(lang, "lesson.wrong", said = "{said}", is = "{is}"))) }
                }
            }
            details class="answer" {
                summary { (phrase("lesson-page.answer")) }
                (answer)
            }
        }
    }
}

/// The documents of a lesson under the recipe of a page.
struct PageDocuments<'a> {
    lesson: &'a Lesson,
    recipe: &'a Recipe,
    traces: &'a [Trace],
    /// Document, column and last step of each walk under this recipe that the page has already, with its number.
    walks: &'a mut Vec<([usize; 3], usize)>,
}

impl PageDocuments<'_> {
    fn picture(&mut self, page: &LessonPage, walks: &mut Vec<WalkData>) -> Markup {
        let pair = page.pair();
        // Marks of differing bits can be counted.
        let hidden = page.asks_distance();
        let compared = |documents: &Self| {
            figures::compared(&documents.names(&pair), &documents.fingerprints(&pair), page, documents.lesson.k)
        };
        match page.show {
            Show::Pipeline | Show::Lab => self.walk(page, walks),
            Show::TwoTexts => self.two_texts(page, walks),
            Show::Robustness => self.runs(page),
            Show::Plane => {
                let shown: Vec<&Trace> = page.watched.iter().filter_map(|&at| self.traces.get(at)).collect();
                figures::plane(&shown, page.lines)
            }
            Show::Diff | Show::Angle if hidden => differences(self.lesson, pair),
            Show::Overview | Show::Index if hidden => html! {},
            Show::Bits | Show::Overview => compared(self),
            Show::Diff => html! { (differences(self.lesson, pair)) (compared(self)) },
            Show::Angle => html! { (self.circle(pair)) (compared(self)) },
            Show::Index => {
                let all: Vec<usize> = (0..self.traces.len()).collect();
                figures::index(&self.names(&all), &self.fingerprints(&all), page, self.lesson.k)
            }
        }
    }

    fn walk(&mut self, page: &LessonPage, walks: &mut Vec<WalkData>) -> Markup {
        let Some(trace) = self.traces.get(page.document) else { return html! {} };
        let walk = Walk::new(trace, trace.order(self.lesson.order));
        let at = page.step(&walk, trace);
        // While a question is open, there is nothing after its step.
        let last = if page.exercise.is_some() { at } else { walk.last() };
        // Sentences about sums name a column.
        let column = page.column.or(page.marked_columns.first().copied()).unwrap_or(0);
        let key = [page.document, column, last];
        let made = self.walks.iter().find(|(of, _)| *of == key).map(|&(_, number)| number);
        let number = made.unwrap_or_else(|| {
            let of = self.lesson.pages.iter().filter(|other| other.document == page.document);
            let wanted: Vec<_> = of.map(|page| page.step(&walk, trace)).collect();
            walks.push(WalkData::new(trace, &walk, &wanted, column, last));
            self.walks.push((key, walks.len() - 1));
            walks.len() - 1
        });
        let name = self.lesson.documents.get(page.document).map(|document| &document.name);
        let names: Vec<&str> = walk.order().iter().map(|&at| trace.name(at)).collect();
        walks.get(number).map_or_else(|| html! {}, |data| walk::figure(&[(number, data)], at, name, &names, page))
    }

    /// Both texts of a pair on one slider.
    fn two_texts(&self, page: &LessonPage, walks: &mut Vec<WalkData>) -> Markup {
        let pair = page.pair();
        let [Some(a), Some(b)] = pair.map(|at| self.traces.get(at)) else { return html! {} };
        let walk = PairWalk::new([a, b], &a.order(self.lesson.order));
        let at = page.pair_step(&walk);
        let last = if page.exercise.is_some() { at } else { walk.last() };
        let first = walks.len();
        walks.extend(WalkData::pair([a, b], &walk, last));
        let both: Vec<(usize, &WalkData)> = (first..).zip(walks.get(first..).unwrap_or_default()).collect();
        html! {
            (legend(&self.names(&pair)))
            (walk::figure(&both, at, None, &[], page))
        }
    }

    /// How far words replaced at random change the documents of the page.
    fn runs(&self, page: &LessonPage) -> Markup {
        let found = page.watched.iter().filter_map(|&at| {
            let text = self.lesson.documents.get(at)?.text.as_str();
            Some((self.name(at), robustness(text, self.recipe, |_| (), &Watch::default()).ok()?))
        });
        figures::runs(&found.collect::<Vec<_>>(), self.lesson.k)
    }

    /// The name of a document in each language.
    fn name(&self, at: usize) -> [String; 2] {
        self.lesson.documents.get(at).map_or_else(Default::default, |document| names(&document.name))
    }

    fn names(&self, of: &[usize]) -> Vec<[String; 2]> {
        of.iter().map(|&at| self.name(at)).collect()
    }

    fn fingerprints(&self, of: &[usize]) -> Vec<Option<Fingerprint>> {
        of.iter().map(|&at| self.traces.get(at)?.sketch.fingerprint).collect()
    }

    fn circle(&self, pair: [usize; 2]) -> Markup {
        let subject = |at: usize| {
            let text = self.lesson.documents.get(at)?.text.as_str();
            let pipeline = Pipeline::new(self.recipe).without_places();
            Examined::new(text, &pipeline, RunLength::default()).ok().map(|examined| examined.subject)
        };
        let found = || {
            let cosine = cosine(&*subject(pair[0])?, &*subject(pair[1])?)?;
            let [Some(a), Some(b)] = pair.map(|at| self.traces.get(at)) else { return None };
            let hamming = a.sketch.fingerprint?.hamming(b.sketch.fingerprint?);
            figures::circle(cosine, [a, b], hamming)
        };
        found().unwrap_or_else(|| html! {})
    }
}
