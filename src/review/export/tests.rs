//! Reports read back: by an HTML tokenizer, a Markdown parser, a CSV reader.

use std::path::Path;

use html5ever::{
    TokenizerResult,
    tendril::StrTendril,
    tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts},
};
use serde_json::Value;

use super::*;
use crate::{
    compare::{
        Comparison, Examined, Groups, TextThresholds, Thresholds,
        coverage::{FromOthers, RunLength},
        exclusion::{ExcludedSpan, ExclusionReason},
        order::{NameOrder, ordered},
        pair::{self, Pair as Compared},
        submissions::submissions,
    },
    document::{Source, from_bytes},
    files::{Access, Disk, create_folders, read_from, tests::every_case},
    locale::{self, Lang},
    review::{
        Decisions, EventId, EventRecord, FileId, Files, HunkId, Redactor, ReviewChange, ReviewEvent, ReviewState,
        Roots, SubmissionState, Target, Timestamp, Verdict, filter::Filter, submissions::Submissions,
    },
    simhash::{Pipeline, Recipe, Span, Watch},
};

const A: &str = "The keeper wrote a page every evening about the fog on the sea and the ships that passed.\n\n\
                 He rang the bell for forty days, and all the ships came home in the end, every one of them.\n";
const HOSTILE: &str = "<script>alert(1)</script> ]]> | `x` *b* _i_ [l](http://e.x) <!-- & &lt; \u{202e}\u{1b}[2J\
                       \n# no heading\n- no list\n1. no list\n> no quote\n=HYPERLINK(\"x\")\n\n<img \
                       src=http://e.x/y>\n";

/// A report of texts, with what a reader decided.
struct Texts {
    documents: Vec<crate::document::Document>,
    examined: Vec<Examined>,
    pairs: Vec<Compared>,
    from_others: Vec<FromOthers>,
    recipe: Recipe,
    hidden: bool,
    lang: Lang,
    /// Exclusions of each.
    excluded: Vec<Vec<ExcludedSpan>>,
}

impl Texts {
    fn new(texts: &[(&str, &str)]) -> Self {
        let recipe: Recipe = "words;fold=none;tf;xxh3-64;64;gt".parse().expect("a recipe");
        let read = |(name, text): &(&str, &str)| {
            from_bytes(Source::File(name.into()), text.as_bytes().to_vec()).expect("text")
        };
        let documents: Vec<_> = texts.iter().map(read).collect();
        let examine = |text: &str| Examined::new(text, &Pipeline::new(&recipe), RunLength::default());
        let examined: Vec<_> = documents.iter().map(|d| examine(&d.text).expect("nobody stops it")).collect();
        let subjects: Vec<_> = examined.iter().map(|e| Some(e.subject.clone())).collect();
        let groups = Groups::all(subjects.len());
        let pair::Compared { pairs, from_others } =
            pair::compare_all(&subjects, &groups, |_, _| false, &Watch::default()).expect("nobody stops it");
        let order = ordered(&pairs, Thresholds::default(), &NameOrder::default());
        let pairs: Vec<Compared> = order.into_iter().map(|at| pairs[at as usize]).collect();
        Self { documents, examined, pairs, from_others, recipe, hidden: false, lang: Lang::En, excluded: Vec::new() }
    }

    fn file(&self, at: usize) -> FileId {
        FileId::of(&self.documents[at], &Roots::new(["."]))
    }

    fn matched(&self, changes: Vec<ReviewChange>) -> Decisions {
        let mut state = ReviewState::default();
        for (change, number) in changes.into_iter().zip(1..) {
            let at = Timestamp::of(std::time::UNIX_EPOCH);
            state.apply(EventRecord { at, id: EventId { session: 1, number }, event: ReviewEvent::Change(change) });
        }
        Decisions::new(&state, &Files::new((0..self.documents.len()).map(|at| self.file(at)).collect()))
    }

    fn report(&self, changes: Vec<ReviewChange>, filter: &str, which: DetailedPairs, form: ReportFormat) -> Report {
        let listed = ListedPairs::By(filter.parse::<Filter>().expect("a filter"));
        let scope = ReportScope { listed, detailed: which, full: false, by: ListedBy::Pair, form };
        let mut report = self.with(changes, |input| input.report(&scope)).expect("nobody stops it");
        report.created = Timestamp::of(std::time::UNIX_EPOCH);
        report
    }

    fn with<T>(&self, changes: Vec<ReviewChange>, make: impl FnOnce(&ReportInput<'_>) -> T) -> T {
        let matched = self.matched(changes);
        let look = |pair: &Compared, names: [&str; 2]| {
            let of = |at: usize| &self.examined[at];
            let [a, b] = pair.documents().map(of);
            let subjects = [&*a.subject, &*b.subject];
            let comparison = Comparison::new(*pair, [&a.trace, &b.trace], subjects, 3);
            let text = format!("{} and {}", names[0], names[1]);
            Some(DetailInput {
                hamming_as_read: comparison.hamming_as_read,
                sentences: vec![TopicSentence { topic: "rule", label: "RULE".into(), text }],
            })
        };
        let documents =
            self.documents.iter().zip(&self.examined).enumerate().map(|(at, (document, examined))| DocumentInput {
                name: &document.name,
                path: document.source.place(),
                compared: Ok(ComparedDocument {
                    document,
                    fingerprint: examined.trace.sketch.fingerprint,
                    reading: "UTF-8".into(),
                    excluded: self.excluded.get(at).map_or(&[], |all| all),
                }),
                record: None,
            });
        let failed = DocumentInput {
            name: "broken.pdf",
            path: "x/broken.pdf".into(),
            compared: Err(("binary", "x/broken.pdf: no".into())),
            record: None,
        };
        let paths = self.documents.iter().map(|document| (&*document.name, vec![document.source.place()]));
        let redactor = Redactor::new(paths.chain([("broken.pdf", vec!["x/broken.pdf".into()])]), None, self.lang);
        let material = ReportInput {
            given: None,
            lang: self.lang,
            recipe: &self.recipe,
            k: 3,
            cutoff: 10,
            run: RunLength::default(),
            texts: TextThresholds { shared: 50, ..TextThresholds::default() },
            exclusions: vec!["quotations".into()],
            title: "Case 7 of secret-name",
            reviewer: "",
            hide_names: self.hidden,
            redactor: &redactor,
            documents: documents.chain([failed]).collect(),
            archive: None,
            pairs: &self.pairs,
            submissions: Submissions {
                all: submissions(&self.pairs, &self.from_others, &NameOrder::default(), |_| true)
                    .into_iter()
                    .map(|submission| (submission, SubmissionState::default()))
                    .collect(),
                unknown: 1,
            },
            whole: &|pair| *pair,
            by_remainder: !self.excluded.is_empty(),
            decisions: &matched,
            remainder: &|pair| {
                let mut rest = *pair;
                rest.coverage = [0.25, 0.5];
                self.excluded.iter().any(|all| !all.is_empty()).then_some(rest)
            },
            score: &|_| None,
            altered: &|_| false,
            altered_sentence: &|_, _| None,
            cosine: &|pair| {
                let [a, b] = pair.documents().map(|at| &self.examined[at].subject);
                pair::cosine(a, b)
            },
            warnings: &|_, name| vec![DocumentWarning { message: format!("{name} is cut"), is_weak: false }],
            detail: &look,
            watch: &Watch::default(),
        };
        make(&material)
    }
}

fn written(report: &Report, form: ReportFormat) -> String {
    let mut out = Vec::new();
    report.write(form, &mut out).expect("written");
    String::from_utf8(out).expect("UTF-8")
}

fn lighthouse() -> Texts {
    let b = A.replace("fog on the sea", "mist on the sea").replace("He rang", "Who rang");
    let moved = "He rang the bell for forty days, and all the ships came home in the end, every one of them.\n\n\
                 Glass frogs hide their blood while they sleep, behind mirrors in the liver.\n";
    Texts::new(&[("a.txt", A), ("sub/b.txt", &b), ("c|<d>.txt", moved)])
}

fn changes(texts: &Texts) -> Vec<ReviewChange> {
    let [a, b] = [0, 1].map(|at| texts.file(at));
    let pair = Target::pair(&a, &b);
    // The second change of its paragraph is one that a link leads to as well.
    let words = |a: &str, b: &str| HunkId {
        a: crate::review::Excerpt::of(a),
        b: crate::review::Excerpt::of(b),
        nth: 0,
        shared: false,
    };
    vec![
        ReviewChange::Verdict { of: pair.clone(), verdict: Some(Verdict::Copy) },
        ReviewChange::Note { of: pair, text: "See a.txt, =1+1\n\n<b>**not bold**</b> | end".into(), over: Vec::new() },
        ReviewChange::Verdict { of: Target::hunk(&a, &b, &words("fog", "mist")), verdict: Some(Verdict::Quotation) },
        ReviewChange::Verdict { of: Target::hunk(&a, &b, &words("gone", "words")), verdict: Some(Verdict::Unsure) },
    ]
}

/// The tags and the text of an HTML page.
#[derive(Default)]
struct Page {
    tags: std::cell::RefCell<Vec<Tag>>,
    text: std::cell::RefCell<String>,
    errors: std::cell::RefCell<Vec<String>>,
}

impl TokenSink for Page {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) => {
                let raw = tag.kind == TagKind::StartTag && &*tag.name == "style";
                self.tags.borrow_mut().push(tag);
                if raw {
                    return TokenSinkResult::RawData(html5ever::tokenizer::states::RawKind::Rawtext);
                }
            }
            Token::CharacterTokens(text) => self.text.borrow_mut().push_str(&text),
            Token::ParseError(error) => self.errors.borrow_mut().push(error.into_owned()),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn page(html: &str) -> Page {
    let tokenizer = Tokenizer::new(Page::default(), TokenizerOpts { exact_errors: true, ..Default::default() });
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(html));
    assert!(matches!(tokenizer.feed(&queue), TokenizerResult::Done));
    tokenizer.end();
    tokenizer.sink
}

/// Nothing in the page runs or loads anything, its tags are closed in order, and its links lead somewhere in it.
fn sound(page: &Page) {
    assert_eq!(*page.errors.borrow(), Vec::<String>::new());
    let mut open: Vec<String> = Vec::new();
    let (mut ids, mut links) = (Vec::new(), Vec::new());
    for tag in &*page.tags.borrow() {
        let name = tag.name.to_string();
        assert!(!["script", "img", "iframe", "link", "object", "form", "base"].contains(&&*name), "{name}");
        for attribute in &tag.attrs {
            let (key, value) = (attribute.name.local.to_string(), attribute.value.to_string());
            assert!(!key.starts_with("on") && key != "src", "{key}");
            match &*key {
                "id" => ids.push(value),
                "href" => links.push(value.strip_prefix('#').expect("a place in the page").to_owned()),
                _ => {}
            }
        }
        if ["meta", "br"].contains(&&*name) {
            continue;
        }
        match tag.kind {
            TagKind::StartTag if tag.self_closing => {}
            TagKind::StartTag => open.push(name),
            TagKind::EndTag => assert_eq!(open.pop(), Some(name)),
        }
    }
    assert_eq!(open, Vec::<String>::new());
    assert!(links.iter().all(|link| ids.contains(link)), "{links:?} {ids:?}");
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(all, ids.len(), "an id stands once");
}

#[test]
fn every_form_has_the_same_numbers() {
    let texts = lighthouse();
    let report = texts.report(changes(&texts), "", DetailedPairs::Flagged, ReportFormat::Html);
    let json: Value = serde_json::from_str(&written(&report, ReportFormat::Json)).expect("JSON");
    assert_eq!((&json["schema"], &json["recipe"]), (&"simscope/report/3".into(), &texts.recipe.to_string().into()));
    let html = written(&report, ReportFormat::Html);
    sound(&page(&html));
    let csv = written(&report, ReportFormat::Csv);
    let mut reader = ::csv::Reader::from_reader(csv.as_bytes());
    let head = reader.headers().expect("a head").clone();
    let records: Vec<::csv::StringRecord> = reader.records().map(|record| record.expect("a record")).collect();
    let pairs = json["pairs"].as_array().expect("a list");
    assert_eq!((records.len(), pairs.len(), texts.pairs.len()), (3, 3, 3));
    let of_pair = |pair: &Value| [&pair["a"], &pair["b"]].map(|number| number.as_u64().expect("a number") as usize - 1);
    for (record, pair) in records.iter().zip(pairs) {
        let compared = texts.pairs.iter().find(|one| one.documents() == of_pair(pair)).expect("a pair");
        let field = |name: &str| &record[head.iter().position(|one| one == name).expect(name)];
        let percent = |name: &str| format!("{:.1}", pair[name].as_f64().expect("a number") * 100.0);
        assert_eq!(field("hamming"), pair["hamming"].to_string());
        assert_eq!(pair["hamming"].as_u64(), compared.hamming().map(u64::from));
        assert_eq!(
            [field("a_in_b_percent"), field("b_in_a_percent")],
            [percent("a_in_b"), percent("b_in_a")].each_ref().map(|s| &**s)
        );
        assert!((pair["a_in_b"].as_f64().expect("a number") - compared.coverage[0]).abs() < 1e-12);
        assert_eq!(field("verdict"), pair["verdict"].as_str().unwrap_or_default());
        let cells =
            [field("hamming").to_owned(), locale::percent(compared.coverage[0]), locale::percent(compared.coverage[1])];
        let row = html.split_once(&format!("<tr id=\"row-{}\"", pair["number"])).expect("a row").1;
        let row = page(row.split_once("</tr>").expect("its end").0);
        let text = row.text.borrow();
        assert!(cells.iter().all(|cell| text.contains(&**cell)), "{cells:?} {text}");
    }
    let noted = &records[0][head.iter().position(|name| name == "note").expect("note")];
    assert_eq!(noted, "See a.txt, =1+1\n\n<b>**not bold**</b> | end");
}

#[test]
fn the_page_says_what_was_decided_and_where() {
    let texts = lighthouse();
    let report = texts.report(changes(&texts), "", DetailedPairs::All, ReportFormat::Html);
    assert_eq!(report.details.len(), 3);
    let first = &report.details[0];
    assert_eq!((first.hunks.len(), first.hunks[0].change, first.orphans.len()), (1, Some(1), 1));
    let rows = &first.differences.as_ref().expect("near").rows;
    let texts: Vec<String> = rows
        .iter()
        .map(|row| {
            row.parts
                .iter()
                .map(|part| match part.kind {
                    PartKind::Same => part.text.clone(),
                    PartKind::AlsoInA | PartKind::AlsoInB => panic!("nothing is elsewhere"),
                    PartKind::Removed => format!("[-{}-]", part.text),
                    PartKind::Added => format!("{{+{}+}}", part.text),
                })
                .collect()
        })
        .collect();
    assert!(
        texts[0].contains("about the [-fog-]{+mist+} on the sea") && texts[1].starts_with("[-He-]{+Who+} rang"),
        "{texts:?}"
    );
    assert_eq!(rows[1].a, Some(Location { paragraph: 2, page: None, chapter: None }));
    // A passage in another place is reported with both places.
    let mut passages = report.details.iter().flat_map(|detail| &detail.passages);
    assert!(passages.any(|passage| (passage.here.paragraph, passage.there.paragraph) == (2, 1)));
    for side in 0..2 {
        let marks = report.details.iter().flat_map(|detail| &detail.columns[side].blocks);
        let parts = marks.filter_map(|block| match block {
            ColumnBlock::Paragraph { parts, .. } => Some(parts),
            ColumnBlock::Omitted { .. } => None,
        });
        assert!(parts.flatten().any(|part| part.passage.is_some_and(|passage| passage.begins)));
    }
    insta::assert_snapshot!("report-md", written(&report, ReportFormat::Markdown));
    let body = written(&report, ReportFormat::Html);
    insta::assert_snapshot!("report-html", body.split_once("</head>").expect("a head").1);
}

#[test]
fn moves_have_a_number_at_both_ends() {
    let [fog, bell] = A.trim_end().split_once("\n\n").map(|(fog, bell)| [fog, bell]).expect("two paragraphs");
    let frogs = "Glass frogs hide their blood while they sleep, behind mirrors in the liver, until night comes.";
    let texts = [format!("{fog}\n\n{bell}\n\n{frogs}\n"), format!("{frogs}\n\n{fog}\n\n{bell}\n")];
    let texts = Texts::new(&[("a", &texts[0]), ("b", &texts[1])]);
    let report = texts.report(Vec::new(), "", DetailedPairs::All, ReportFormat::Html);
    let found = report.details[0].differences.as_ref().expect("near");
    let ends: Vec<_> = found.rows.iter().filter_map(|row| Some((row.kind, row.moved?))).collect();
    assert_eq!((ends, found.changes), (vec![("added", 1), ("removed", 1)], 1));
    let html = written(&report, ReportFormat::Html);
    assert!(html.contains("moved 1, from here") && html.contains("moved 1, to here"));
}

#[test]
fn text_that_occurs_elsewhere_is_not_called_removed_or_added() {
    let own = (0..90).map(|n| format!("The keeper lit lamp {n} at dusk. ")).collect::<Vec<_>>().concat();
    let [first, second] = A.trim_end().split_once("\n\n").map(|(first, second)| [first, second]).expect("two");
    let [a, b] = [format!("{first}\n\n{own}\n\n{second}\n"), format!("{second} {first}\n\n{own}\n")];
    let texts = Texts::new(&[("a", &a), ("b", &b)]);
    let changes = {
        let shared =
            crate::compare::coverage::passages::shared([&a, &b], RunLength::default(), &Watch::default()).unwrap();
        let bell = shared.iter().find(|passage| passage.places[0][0].of(&a).starts_with("He rang")).expect("shared");
        let of = Target::hunk(&texts.file(0), &texts.file(1), &HunkId::passage(bell, [&a, &b]));
        vec![ReviewChange::Verdict { of, verdict: Some(Verdict::Quotation) }]
    };
    let report = texts.report(changes, "", DetailedPairs::All, ReportFormat::Html);
    let detail = &report.details[0];
    let parts = detail.differences.as_ref().expect("near").rows.iter().flat_map(|row| &row.parts);
    let bell: Vec<PartKind> = parts.filter(|part| part.text.contains("rang the bell")).map(|part| part.kind).collect();
    assert!(
        !bell.is_empty() && bell.iter().all(|kind| [PartKind::AlsoInA, PartKind::AlsoInB].contains(kind)),
        "{bell:?}"
    );
    assert!(detail.hunks.len() == 1 && detail.hunks[0].passage.is_some() && detail.orphans.is_empty());
    let html = written(&report, ReportFormat::Html);
    sound(&page(&html));
    assert!(html.contains("(also in A ¶ 3)"), "{html}");
    assert!(written(&report, ReportFormat::Markdown).contains("also in A ¶ 3"));
}

#[test]
fn excluded_text_is_struck_through_and_both_scores_are_given() {
    let mut texts = Texts::new(&[("a", A), ("b", &A.replace("fog", "mist"))]);
    let bell = A.find("He rang").expect("there") as u32;
    let excluded =
        ExcludedSpan { span: Span { start: bell, end: A.len() as u32 - 1 }, why: ExclusionReason::Quotation.into() };
    texts.excluded =
        vec![vec![excluded], vec![ExcludedSpan { span: Span { start: bell + 1, end: A.len() as u32 }, ..excluded }]];
    let report = texts.report(Vec::new(), "", DetailedPairs::All, ReportFormat::Html);
    let html = written(&report, ReportFormat::Html);
    sound(&page(&html));
    assert!(html.contains("<s><span class=\"ear\" lang=\"en\">excluded: </span>He rang the bell"), "{html}");
    assert!(html.contains("Including excluded text, 97.9% of A is in B, 97.2% of B is in A, HD 2."), "{html}");
    assert_eq!(
        (report.figures(&report.pairs[0])[0].text.as_str(), report.counted(&report.pairs[0]).shares[1]),
        ("25.0%", Some(0.5))
    );
    assert!(written(&report, ReportFormat::Markdown).contains("\\[x He rang"));
    assert!(written(&report, ReportFormat::Csv).contains(",2,25.0,50.0,"));
    let json: Value = serde_json::from_str(&written(&report, ReportFormat::Json)).expect("JSON");
    assert_eq!(json["pairs"][0]["rest"]["b_in_a"], 0.5);
}

#[test]
fn hidden_names_are_nowhere() {
    let signed = format!("{A}So Secret-Name wrote to ANOTHER\nONE.\n");
    let copied = signed.replace("fog", "mist").replace("So", "Thus");
    let mut texts = Texts::new(&[("secret-name.txt", &signed), ("folder/another one.txt", &copied)]);
    texts.hidden = true;
    texts.lang = Lang::Zh;
    let pair = Target::pair(&texts.file(0), &texts.file(1));
    let lost = Target::pair(&FileId { path: "lost-name.txt".into(), size: 1, hash: 1 }, &texts.file(0));
    let note = |of, text: &str| ReviewChange::Note { of, text: text.into(), over: Vec::new() };
    let changes =
        vec![note(pair, "secret-name.txt took it from another one (folder/another one.txt)"), note(lost, "x")];
    for form in [ReportFormat::Html, ReportFormat::Markdown, ReportFormat::Csv, ReportFormat::Json] {
        let report = texts.report(changes.clone(), "name:secret-name | near", DetailedPairs::All, form);
        let text = written(&report, form);
        for name in ["secret-name", "another one", "folder", "lost-name", "broken"] {
            assert!(!text.to_lowercase().contains(name), "{name} in {form:?}\n{text}");
        }
        let in_texts = report.names.as_ref().map(|names| [names.replaced, names.kept]);
        assert_eq!(in_texts, (form != ReportFormat::Csv).then_some([4, 0]), "no texts in CSV");
        assert!(form == ReportFormat::Csv || text.contains("文档 1 wrote to"), "{text}");
        assert!(text.contains("文档 1") && text.contains("文档 2"), "{text}");
    }
    assert_eq!(
        texts.report(changes, "", DetailedPairs::None, ReportFormat::Json).pairs[0].decision.note.as_deref(),
        Some("文档 1 took it from 文档 2 (文档 2)")
    );
}

#[test]
fn hostile_texts_and_names_stay_texts() {
    let other = HOSTILE.replace("alert(1)", "alert(2)");
    let long = A.repeat(3);
    let texts = [format!("{HOSTILE}{long}"), format!("{other}{long}")];
    let texts = Texts::new(&[("=cmd|' /C calc'!A0.txt", &texts[0]), ("<script>\u{202e}.txt", &texts[1])]);
    let [a, b] = [0, 1].map(|at| texts.file(at));
    let changes = vec![ReviewChange::Note { of: Target::pair(&a, &b), text: format!("{HOSTILE}\0"), over: Vec::new() }];
    let report = texts.report(changes, "", DetailedPairs::All, ReportFormat::Html);
    let html = written(&report, ReportFormat::Html);
    let read = page(&html);
    sound(&read);
    assert!(read.text.borrow().contains("<script>alert(1)</script> ]]> | `x`"), "it is there to be read");
    let markdown = written(&report, ReportFormat::Markdown);
    for options in [pulldown_cmark::Options::empty(), pulldown_cmark::Options::all()] {
        use pulldown_cmark::{Event, Parser, Tag};
        let events: Vec<_> = Parser::new_ext(&markdown, options).collect();
        let headings = events.iter().filter(|event| matches!(event, Event::Start(Tag::Heading { .. }))).count();
        assert_eq!(headings, markdown.lines().filter(|line| line.starts_with('#')).count());
        for event in events {
            let own = !matches!(
                event,
                Event::Html(_)
                    | Event::InlineHtml(_)
                    | Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_) | Tag::HtmlBlock)
            );
            // The recipe is written as it is, to be copied.
            let recipe = matches!(&event, Event::Code(code) if **code == *report.recipe);
            assert!(recipe || own && !matches!(event, Event::Code(_)), "{event:?}");
        }
    }
    for form in [ReportFormat::Html, ReportFormat::Markdown, ReportFormat::Csv, ReportFormat::Json] {
        let text = written(&report, form);
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{0}']), "{form:?}");
    }
    let csv = written(&report, ReportFormat::Csv);
    assert!(::csv::Reader::from_reader(csv.as_bytes()).records().all(|record| {
        let record = record.expect("a record");
        record.iter().all(|field| !field.starts_with(['=', '+', '@', '-']))
    }));
}

/// Texts of which all share the first paragraph of [`A`].
fn many(n: usize) -> Vec<(String, String)> {
    (0..n).map(|n| (format!("{n}.txt"), format!("{A} {n}"))).collect()
}

fn borrowed(texts: &[(String, String)]) -> Vec<(&str, &str)> {
    texts.iter().map(|(name, text)| (&**name, &**text)).collect()
}

fn verdict(texts: &Texts, a: usize, b: usize) -> ReviewChange {
    ReviewChange::Verdict { of: Target::pair(&texts.file(a), &texts.file(b)), verdict: Some(Verdict::Copy) }
}

#[test]
fn what_has_no_room_is_said() {
    let texts = many(70);
    let report = Texts::new(&borrowed(&texts)).report(Vec::new(), "", DetailedPairs::All, ReportFormat::Html);
    assert_eq!((report.counts.pairs, report.pairs.len(), report.details.len()), (2415, 40, 40));
    assert_eq!(report.omitted, ["2375 more flagged pairs are not listed."]);
    assert!(report.matrix.is_none());
    let html = written(&report, ReportFormat::Html);
    sound(&page(&html));
    assert!(report.omitted.iter().all(|sentence| html.contains(sentence)));
}

#[test]
fn decided_pairs_come_first_and_each_has_a_section() {
    let texts = many(30);
    let texts = Texts::new(&borrowed(&texts));
    let last = texts.pairs[texts.pairs.len() - 1].documents();
    let report = texts.report(vec![verdict(&texts, last[0], last[1])], "", DetailedPairs::Flagged, ReportFormat::Html);
    assert_eq!([report.pairs[0].a, report.pairs[0].b], last.map(|at| at + 1));
    assert!(report.pairs[0].is_decided && report.details[0].pair == 1 && report.details.len() > 1);
    // In a file for programs the order is that of the list.
    let json = texts.report(vec![verdict(&texts, last[0], last[1])], "", DetailedPairs::Flagged, ReportFormat::Json);
    assert_eq!((json.pairs.len(), json.details[json.details.len() - 1].pair), (435, 435));
}

#[test]
fn five_thousand_decided_pairs_have_rows_and_two_hundred_sections() {
    let texts = many(101);
    let texts = Texts::new(&borrowed(&texts));
    let decided = (0..101).flat_map(|b| (0..b).map(move |a| (a, b))).take(5_000);
    let changes: Vec<ReviewChange> = decided.map(|(a, b)| verdict(&texts, a, b)).collect();
    let report = texts.report(changes, "", DetailedPairs::Flagged, ReportFormat::Html);
    assert_eq!((report.counts.decided, report.pairs.len(), report.details.len()), (5_000, 5_040, MAX_SECTIONS));
    assert!(report.omitted.iter().any(|sentence| sentence.contains("200 of 5000")), "{:?}", report.omitted);
}

#[test]
fn each_decided_pair_is_a_case_of_its_own() {
    let texts = many(5);
    let texts = Texts::new(&borrowed(&texts));
    let changes = vec![verdict(&texts, 0, 3), verdict(&texts, 1, 4)];
    let listed = ListedPairs::By(Filter::default());
    let scope = ReportScope {
        listed,
        detailed: DetailedPairs::None,
        full: false,
        by: ListedBy::Pair,
        form: ReportFormat::Html,
    };
    let mut cases = Vec::new();
    let mut hand_on = |report: Report| {
        cases.push((report.case_file(cases.len() + 1, ReportFormat::Html), report));
        Ok(())
    };
    texts.with(changes, |input| input.cases(&scope, &mut hand_on)).expect("nobody stops it");
    let mut names: Vec<&str> = cases.iter().map(|(name, _)| &**name).collect();
    names.sort_unstable();
    assert_eq!(names, ["0001-1-4.html", "0002-0-3.html"]);
    for (_, report) in &cases {
        assert_eq!((report.pairs.len(), report.details.len(), report.documents.len()), (1, 1, 2));
        let html = written(report, ReportFormat::Html);
        sound(&page(&html));
        assert!(html.contains("One pair of 10, from 5 documents."), "{html}");
    }
}

#[test]
fn pairs_that_share_nothing_are_one_sentence_unless_all_are_asked_for() {
    let others = ["Glass frogs hide their blood while they sleep.", "The tea road crosses nine rivers and a desert."];
    let texts = Texts::new(&[("a", A), ("b", others[0]), ("c", others[1])]);
    let scope = |full| ReportScope {
        listed: ListedPairs::By(Filter::default()),
        detailed: DetailedPairs::Flagged,
        full,
        by: ListedBy::Pair,
        form: ReportFormat::Markdown,
    };
    let report = |full| texts.with(Vec::new(), |input| input.report(&scope(full))).expect("not stopped");
    let short = report(false);
    assert_eq!(
        (short.pairs.len(), &*short.omitted),
        (0, &["3 pairs share no passage long enough to count and are above the threshold.".to_owned()][..])
    );
    assert_eq!((report(true).pairs.len(), report(true).omitted.len()), (3, 0));
}

#[test]
fn identical_texts_are_shown_once() {
    let texts = Texts::new(&[("a", A), ("b", A)]);
    let report = texts.report(Vec::new(), "", DetailedPairs::All, ReportFormat::Html);
    let detail = &report.details[0];
    assert!(detail.columns.len() == 1 && detail.differences.is_none() && detail.passages.is_empty());
    let html = written(&report, ReportFormat::Html);
    assert_eq!(html.matches("He rang the bell").count(), 1);
}

/// Whatever call fails and wherever the power is cut, a report is whole: the one before it, or the new one.
#[test]
fn a_report_is_whole_after_every_failure() {
    let path = Path::new("/simulated/reports/r.json");
    let report = lighthouse().report(Vec::new(), "", DetailedPairs::None, ReportFormat::Json);
    let versions = [ReportFormat::Csv, ReportFormat::Json];
    let texts = versions.map(|form| written(&report, form).into_bytes());
    let save = |disk: &Disk, version: usize, over| {
        report.save_on(disk, versions[version], path, over, &Watch::default()).is_ok()
    };
    let begin = |disk: &Disk| create_folders(disk, Path::new("/simulated/reports"), false).expect("no call fails here");
    let work = |disk: &Disk, said: &mut dyn FnMut(usize)| {
        for (version, over) in [(0, false), (1, true)] {
            if save(disk, version, over) {
                said(version);
            }
        }
    };
    let cases = every_case(begin, work, |disk, said, case| {
        let found = disk.open(path, Access::Read).and_then(|mut file| read_from(&mut *file, 0)).ok();
        let allowed = &texts[said.last().copied().unwrap_or_default()..];
        let fits = found.as_ref().map_or(said.is_empty(), |found| allowed.contains(found));
        assert!(fits, "{case}: {:?}", found.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()));
        assert!(save(disk, 0, true), "{case}: the next one is saved");
    });
    assert!(cases > 400, "{cases}");
}

#[test]
fn a_file_is_whole_or_not_there() {
    let folder = tempfile::tempdir().expect("folder or");
    let path = folder.path().join("r.json");
    let report = lighthouse().report(Vec::new(), "", DetailedPairs::None, ReportFormat::Json);
    report.save(ReportFormat::Json, &path, false, &Watch::default()).expect("saved");
    assert_eq!(std::fs::read_to_string(&path).expect("read"), written(&report, ReportFormat::Json));
    std::fs::write(&path, "mine").expect("written");
    let error = report.save(ReportFormat::Json, &path, false, &Watch::default()).expect_err("taken");
    assert_eq!(
        (error.kind(), std::fs::read_to_string(&path).expect("read").as_str()),
        (ErrorKind::AlreadyExists, "mine")
    );
    report.save(ReportFormat::Json, &path, true, &Watch::default()).expect("saved");
    assert!(report.save(ReportFormat::Json, folder.path(), true, &Watch::default()).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).expect("read").count(), 1, "nothing is left beside it");
}
