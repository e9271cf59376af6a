//! `simscope export`: what was compared and decided, as one file.

use std::{io::ErrorKind as Io, path::Path};

use clap::error::ErrorKind;

use super::{
    Code,
    arguments::Export,
    compare, complain, complain_of,
    desk::{Close, Desk, Entry, Whole, troubled, warnings},
    json::path,
    print, refuse,
    settings::Chosen,
    usage,
};
use crate::{
    compare::{
        Groups,
        exclusion::Exclusions,
        pair::{self, Pair},
    },
    document::safe_name,
    locale::Lang,
    review::{
        FileId, Files, Matched, Roots,
        export::{Form, Look, Made, Material, Of, Report, Said},
        filter::Filter,
        journal::{Journal, data_folder},
    },
    say::{self, Named},
    t,
};

/// Checks the arguments, compares, and writes the file.
pub(super) fn run(arguments: Export, chosen: Chosen) -> Result<Code, clap::Error> {
    let Export { documents, output, format, pairs, diffs, exclude, hide_names, force } = arguments;
    let wrong = |kind, message: &str| Err(usage("export", kind, message));
    if documents.sources.len() < 2 {
        let message =
            format!("export takes two documents or more, or a folder of them, not {}", documents.sources.len());
        return wrong(ErrorKind::TooFewValues, &message);
    }
    let n = documents.sources.len();
    compare::not_too_many("export", Groups::all(n).pairs(), compare::PRINTED)?;
    let standard = output.as_os_str() == "-";
    let ending = output.extension().and_then(|ending| Form::of_ending(&ending.to_string_lossy()));
    let Some(form) = format.or(ending) else {
        let message = "which form? --format html, markdown, csv or json, or an ending of the file such as .html";
        return wrong(ErrorKind::MissingRequiredArgument, message);
    };
    let lang = chosen.lang;
    let filter: Filter = match pairs.as_deref().unwrap_or_default().parse() {
        Ok(filter) => filter,
        Err(fault) => return wrong(ErrorKind::ValueValidation, &format!("--pairs: {}", fault.message(lang))),
    };
    // Before a long comparison, not after it.
    if !standard && !force && output.symlink_metadata().is_ok() {
        return Ok(refuse(&taken(&output, lang)));
    }
    let roots = Roots::new(&documents.named);
    let journal = Journal::open(&roots, data_folder().as_deref());
    let exclusions = exclude.read("export", &chosen)?;
    let desk = Desk::new(documents.sources, chosen).without(exclusions);
    let ranked = desk.pairs();
    let matched = journal.as_ref().map(|journal| matched(&desk, &roots, journal)).unwrap_or_default();
    let report = material(&desk, &ranked, &matched, hide_names, |material| material.report(&filter, diffs, form));
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

fn save(report: &Report, form: Form, path: &Path, force: bool) -> Result<(), String> {
    report.save(form, path, force).map_err(|error| match error.kind() {
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

/// What was decided of the documents as they are.
fn matched(desk: &Desk, roots: &Roots, journal: &Journal) -> Matched {
    let file = |entry: &Entry<Whole>| match &entry.seen {
        Ok(seen) => FileId::of(&seen.made.document, roots),
        // What cannot be read is in no pair; its path keeps its place in the list.
        Err(_) => FileId { path: roots.path_of(&entry.source), size: 0, hash: 0 },
    };
    Matched::new(journal.state(), &Files::new(desk.entries.iter().map(file).collect()))
}

/// Hands what there is to report to `make`.
fn material(
    desk: &Desk,
    pairs: &[Pair],
    matched: &Matched,
    hidden: bool,
    make: impl FnOnce(&Material<'_>) -> Report,
) -> Report {
    let (chosen, lang) = (&desk.chosen, desk.chosen.lang);
    let whole = |at: usize| desk.entries.get(at)?.seen.as_ref().ok().map(|seen| &seen.made);
    let excluded = |at: usize| {
        let of = desk.left_out.as_ref().and_then(|left_out| left_out.of.get(at)?.as_ref());
        of.map_or(&[][..], |without| &without.excluded)
    };
    let documents = desk.entries.iter().enumerate().map(|(at, entry)| Of {
        name: &entry.name,
        path: path(&entry.source),
        made: match &entry.seen {
            Ok(seen) => {
                let sketch = &seen.made.examined.trace.sketch;
                Ok(Made {
                    document: &seen.made.document,
                    fingerprint: sketch.fingerprint.filter(|_| !sketch.constant),
                    reading: say::reading(&seen.reading, lang),
                    excluded: excluded(at),
                })
            }
            Err(trouble) => Err((trouble.kind(), trouble.message(lang))),
        },
    });
    let look = |pair: &Pair, names: [&str; 2]| {
        let close = desk.look(*pair)?;
        let said = sentences(&close, names, desk);
        Some(Look { coverage: close.comparison.coverage, said })
    };
    let cosine = |pair: &Pair| {
        let [a, b] = pair.documents().map(whole);
        pair::cosine(&a?.examined.subject, &b?.examined.subject)
    };
    let warned = |at: usize, name: &str| {
        let Some(Ok(seen)) = desk.entries.get(at).map(|entry| &entry.seen) else { return Vec::new() };
        let sketch = &seen.made.examined.trace.sketch;
        let all = warnings(name, &seen.reading, sketch, &chosen.recipe, lang);
        all.into_iter().map(|warning| warning.message).collect()
    };
    make(&Material {
        lang,
        recipe: &chosen.recipe,
        k: chosen.k(),
        run: desk.run,
        exclusions: desk.left_out.as_ref().map_or_else(Vec::new, |left_out| rules(&left_out.exclusions, lang)),
        hidden,
        documents: documents.collect(),
        pairs,
        matched,
        rest: &|pair| desk.pair_without(pair),
        cosine: &cosine,
        warnings: &warned,
        look: &look,
    })
}

/// What was to be left out, a line for each rule.
fn rules(exclusions: &Exclusions, lang: Lang) -> Vec<String> {
    let Exclusions { quotations, references, base, common, patterns } = exclusions;
    let counted = |label: &str, n: String| format!("{label}{}{n}", t!(lang, "report.colon"));
    let mut all = Vec::new();
    all.extend(quotations.then(|| t!(lang, "exclude.quotation").to_owned()));
    all.extend(references.then(|| t!(lang, "exclude.reference").to_owned()));
    all.extend((!base.is_empty()).then(|| counted(t!(lang, "exclude.base"), base.len().to_string())));
    all.extend(common.map(|least| counted(t!(lang, "exclude.common"), format!("≥ {least}"))));
    all.extend(patterns.iter().map(|pattern| counted(t!(lang, "exclude.pattern"), pattern.as_str().to_owned())));
    all
}

/// What there is to say of a pair whose documents are to be called so.
fn sentences(close: &Close<'_>, names: [&str; 2], desk: &Desk) -> Vec<Said> {
    let lang = desk.chosen.lang;
    let [a, b] = close.named();
    let named = [Named { name: names[0], ..a }, Named { name: names[1], ..b }];
    let said = say::pair(&close.comparison, named, desk.run, lang).into_iter();
    said.map(|s| Said { topic: s.topic.key(), label: s.topic.label(lang).into(), text: s.text }).collect()
}
