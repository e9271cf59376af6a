//! `simscope export`: what was compared and decided, as one file.

use std::{
    io::ErrorKind as Io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use clap::error::ErrorKind;
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag, low_level,
};

use super::{
    Code, archive,
    archive::prints_among,
    arguments::{Export, Meant},
    compare, complain, complain_of,
    desk::{Close, Desk, Entry, Whole, troubled},
    documents::in_folders,
    print, progress, refuse,
    settings::Chosen,
    tell_left_out, usage,
};
use crate::{
    archive::FingerprintRecord,
    compare::{
        Groups,
        pair::{self, Pair},
    },
    document::{Source, safe_name},
    locale::Lang,
    review::{
        FileId, Files, Matched, Roots, Rules,
        export::{Form, Listed, Look, Made, Material, Of, Report, Said, Which},
        filter::{Fault, Filter},
        journal::{Journal, data_folder},
    },
    say::{self, Named},
    simhash::{Stopped, Tokenizer, Watch},
    t,
};

/// Checks the arguments, compares, and writes the file.
pub(super) fn run(arguments: Export, chosen: Chosen) -> Result<Code, clap::Error> {
    let Export { documents, mut against, output, format, meant, diffs, exclude, reuse, force } = arguments;
    let prints = prints_among(&mut against);
    let wrong = |kind, message: &str| Err(usage("export", kind, message));
    if documents.sources.is_empty() || documents.sources.len() < 2 && against.is_empty() && prints.is_empty() {
        let message =
            format!("export takes two documents or more, or a folder of them, not {}", documents.sources.len());
        return wrong(ErrorKind::TooFewValues, &message);
    }
    let (archive, left_out) = in_folders(against);
    tell_left_out(&left_out, chosen.lang);
    let batch = documents.sources.len();
    let sources: Vec<Source> = documents.sources.into_iter().chain(archive).collect();
    compare::not_too_many("export", Groups::against(batch, sources.len()).pairs(), Groups::HELD)?;
    let standard = output.as_os_str() == "-";
    let ending = output.extension().and_then(|ending| Form::of_ending(&ending.to_string_lossy()));
    let Some(form) = format.or(ending) else {
        let message = "which form? --format html, markdown, csv or json, or an ending of the file such as .html";
        return wrong(ErrorKind::MissingRequiredArgument, message);
    };
    let lang = chosen.lang;
    let meant = Wanted::of("export", meant, &chosen)?;
    // Before a long comparison, not after it.
    if !standard && !force && output.symlink_metadata().is_ok() {
        return Ok(refuse(&taken(&output, lang)));
    }
    let roots = Roots::new(&documents.named);
    let mut journal = Journal::open(&roots, data_folder().as_deref());
    if let Ok(journal) = &mut journal {
        journal.notices().iter().for_each(|notice| complain(&notice.message(lang)));
    }
    let rules = exclude.rules("export", &chosen)?;
    let cache = reuse.cache(&roots, &chosen);
    let desk = Desk::cached(sources, chosen, cache).against(batch);
    let desk = match archive::looked_up(desk, prints, batch, meant.cutoff) {
        Ok(desk) => leaving_out(desk, rules, &roots, journal.as_ref().ok()),
        Err(message) => return Ok(refuse(&message)),
    };
    let Ok(report) = report(&desk, &roots, journal.as_ref().ok(), &meant, diffs, form) else {
        return Ok(Code::Trouble);
    };
    told_of(&report, form);
    let mut code = if troubled(&desk.entries) { Code::Trouble } else { Code::Done };
    complain_of(&desk.entries, lang);
    if let Err(error) = journal {
        complain(&error.message(lang));
        code = Code::Trouble;
    }
    if standard {
        return Ok(print(code, lang, |out| report.write(form, out)));
    }
    Ok(save(&report, form, &output, force).map_or_else(|message| refuse(&message), |()| code))
}

/// Which pairs are wanted, looked at.
pub(super) struct Wanted {
    pub filter: Filter,
    /// Up to this distance pairs join clusters.
    pub cutoff: u32,
    /// Documents are called by numbers.
    pub hidden: bool,
}

impl Wanted {
    /// As `command` was given them.
    pub fn of(command: &str, meant: Meant, chosen: &Chosen) -> Result<Self, clap::Error> {
        let Meant { pairs, cutoff, hide_names } = meant;
        let filter = pairs.as_deref().unwrap_or_default().parse().map_err(|fault: Fault| {
            usage(command, ErrorKind::ValueValidation, &format!("--pairs: {}", fault.message(chosen.lang)))
        });
        Ok(Self { filter: filter?, cutoff, hidden: hide_names || chosen.config.hide_names() })
    }
}

/// Says what is not in a form that has no sentences for it.
pub(super) fn told_of(report: &Report, form: Form) {
    if matches!(form, Form::Csv | Form::Json) {
        report.left_out.iter().for_each(|sentence| complain(sentence));
    }
}

/// What was compared and decided.
///
/// # Errors
/// None: nobody holds the other end of its watch.
pub(super) fn report(
    desk: &Desk,
    roots: &Roots,
    journal: Option<&Journal>,
    wanted: &Wanted,
    diffs: Which,
    form: Form,
) -> Result<Report, Stopped> {
    let ranked = desk.pairs();
    let matched = journal.map(|journal| matched(desk, roots, journal)).unwrap_or_default();
    progress::during("work.reporting", desk.chosen.lang, |watch| {
        material(desk, &ranked, &matched, wanted, watch, |material| {
            material.report(&Listed::By(wanted.filter.clone()), diffs, form)
        })
    })
}

/// Signals that end the program.
#[cfg(unix)]
const ENDING: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const ENDING: [i32; 2] = [SIGINT, SIGTERM];

/// How often is asked whether a signal came.
const PACE: Duration = Duration::from_millis(50);

fn save(report: &Report, form: Form, path: &Path, force: bool) -> Result<(), String> {
    // A file that is half written when Ctrl-C is pressed goes; before that there is none.
    let stop = Arc::new(AtomicBool::new(false));
    let signals = ENDING.map(|signal| flag::register(signal, stop.clone()));
    let watch = Watch::default();
    let saved = thread::scope(|scope| {
        let (sender, ended) = mpsc::channel::<()>();
        let (stop, watch) = (&stop, &watch);
        scope.spawn(move || {
            while ended.recv_timeout(PACE) == Err(RecvTimeoutError::Timeout) {
                if stop.load(Ordering::Relaxed) {
                    watch.stop();
                }
            }
        });
        let saved = report.save(form, path, force, watch);
        drop(sender);
        saved
    });
    for (signal, id) in ENDING.into_iter().zip(signals) {
        _ = id.map(low_level::unregister);
        if stop.load(Ordering::Relaxed) {
            _ = low_level::emulate_default_handler(signal);
        }
    }
    saved.map_err(|error| match error.kind() {
        Io::AlreadyExists => taken(path, report.lang),
        _ => t!(report.lang, "cli.export-failed", place = shown(path), reason = error),
    })
}

fn taken(path: &Path, lang: Lang) -> String {
    t!(lang, "cli.export-taken", place = shown(path))
}

fn shown(path: &Path) -> String {
    safe_name(&path.display().to_string())
}

/// Leaves out what was asked for, and what the review has left out beside it.
pub(super) fn leaving_out(desk: Desk, mut rules: Rules, roots: &Roots, journal: Option<&Journal>) -> Desk {
    if let Some(journal) = journal {
        rules.keep(&journal.omissions(), &files(&desk, roots), desk.run);
    }
    // A list of features cannot be cut.
    let texts = desk.chosen.recipe.tokenizer != Tokenizer::Given;
    desk.without(texts.then(|| rules.exclusions()))
}

/// What was decided of the documents as they are.
fn matched(desk: &Desk, roots: &Roots, journal: &Journal) -> Matched {
    Matched::new(journal.state(), &files(desk, roots))
}

/// The files of the documents, in their order.
fn files(desk: &Desk, roots: &Roots) -> Files {
    let file = |entry: &Entry<Whole>| match &entry.seen {
        Ok(seen) => FileId::of(&seen.made.document, roots),
        // What cannot be read is in no pair; its path keeps its place in the list.
        Err(_) => FileId { path: roots.path_of(&entry.source), size: 0, hash: 0 },
    };
    let of_print = |(_, print): &(String, FingerprintRecord)| {
        let (size, hash) = print.bytes.unwrap_or_default();
        FileId { path: roots.path_of(&Source::File(print.path.clone())), size, hash }
    };
    Files::new(desk.entries.iter().map(file).chain(desk.prints.iter().map(of_print)).collect())
}

/// Hands what there is to report to `make`.
fn material(
    desk: &Desk,
    pairs: &[Pair],
    matched: &Matched,
    wanted: &Wanted,
    watch: &Watch,
    make: impl FnOnce(&Material<'_>) -> Result<Report, Stopped>,
) -> Result<Report, Stopped> {
    let (chosen, lang) = (&desk.chosen, desk.chosen.lang);
    let whole = |at: usize| desk.entries.get(at)?.seen.as_ref().ok().map(|seen| &seen.made);
    let excluded = |at: usize| {
        let of = desk.left_out.as_ref().and_then(|left_out| left_out.of.get(at)?.as_ref());
        of.map_or(&[][..], |without| &without.excluded)
    };
    let documents = desk.entries.iter().enumerate().map(|(at, entry)| Of {
        name: &entry.name,
        path: entry.source.given(),
        made: match &entry.seen {
            Ok(seen) => {
                let sketch = &seen.made.sketch;
                Ok(Made {
                    document: &seen.made.document,
                    fingerprint: sketch.fingerprint.filter(|_| !sketch.constant),
                    reading: say::reading(&seen.reading, lang),
                    excluded: excluded(at),
                })
            }
            Err(trouble) => Err((trouble.kind(), trouble.message(lang))),
        },
        print: None,
    });
    let prints = desk.prints.iter().map(|(name, print)| Of {
        name,
        path: print.path.to_string_lossy().into_owned(),
        made: Err(("print", t!(lang, "print.only").to_owned())),
        print: Some(print),
    });
    let look = |pair: &Pair, names: [&str; 2]| {
        let close = desk.look(*pair)?;
        let said = sentences(&close, names, desk);
        Some(Look { coverage: close.comparison.coverage, said })
    };
    let cosine = |pair: &Pair| {
        let [a, b] = pair.documents().map(whole);
        pair::cosine(&a?.subject, &b?.subject)
    };
    let warned = |at: usize, name: &str| {
        let Some(Ok(seen)) = desk.entries.get(at).map(|entry| &entry.seen) else { return Vec::new() };
        let sketch = &seen.made.sketch;
        let all = say::warnings(name, &seen.reading, sketch, &chosen.recipe, lang);
        all.into_iter().map(|warning| warning.message).collect()
    };
    make(&Material {
        lang,
        recipe: &chosen.recipe,
        k: chosen.k(),
        cutoff: wanted.cutoff,
        run: desk.run,
        exclusions: desk.left_out.as_ref().map_or_else(Vec::new, |left_out| say::rules(&left_out.exclusions, lang)),
        hidden: wanted.hidden,
        documents: documents.chain(prints).collect(),
        pairs,
        matched,
        rest: &|pair| desk.pair_without(pair),
        cosine: &cosine,
        warnings: &warned,
        look: &look,
        archive: desk.looked_up,
        watch,
    })
}

/// What there is to say of a pair whose documents are to be called so.
fn sentences(close: &Close<'_>, names: [&str; 2], desk: &Desk) -> Vec<Said> {
    let lang = desk.chosen.lang;
    let [a, b] = close.named();
    let named = [Named { name: names[0], ..a }, Named { name: names[1], ..b }];
    let said = say::pair(&close.comparison, named, desk.run, lang).into_iter();
    said.map(|s| Said { topic: s.topic.key(), label: s.topic.label(lang).into(), text: s.text }).collect()
}
