//! `simscope explain --evidence`: the results of other methods, each with its figure, what it sees and what it misses;
//! then the sentences, settings and paragraphs behind them.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::{
    cli::{
        json::places::SpanWriter,
        text::{TextTable, hanging, number},
    },
    compare::evidence::{
        Evidence, HASHES, LONGEST, Paragraphs, ProseEvidence, SettingsCell, SettingsGrid, SignatureSentence, WORDS,
    },
    locale::Lang,
    say::{self, Finding},
    t,
    table::Align::{Left, Right},
    text::{pad_end, pad_start, truncate_end, width},
};

pub(super) fn write_text(
    out: &mut dyn Write,
    evidence: &Evidence,
    texts: [&str; 2],
    k: u32,
    lang: Lang,
) -> io::Result<()> {
    writeln!(out)?;
    hanging(out, 0, t!(lang, "evidence.head"))?;
    let findings = say::findings(evidence, k, lang);
    let name = findings.iter().map(|finding| width(finding.name)).max().unwrap_or(0);
    let figure = findings.iter().map(|finding| width(&finding.figure)).max().unwrap_or(0);
    let (sees, misses) = (t!(lang, "evidence.sees"), t!(lang, "evidence.misses"));
    let label = width(sees).max(width(misses));
    for finding in &findings {
        write!(out, "\n{}  {}  ", pad_end(finding.name, name), pad_start(&finding.figure, figure))?;
        hanging(out, name + figure + 4, &finding.detail)?;
        for (word, text) in [(sees, finding.sees), (misses, finding.misses)] {
            write!(out, "  {}  ", pad_end(word, label))?;
            hanging(out, label + 4, text)?;
        }
    }
    match &evidence.prose {
        Some(prose) => looked_at(out, prose, texts, k, lang),
        None => Ok(()),
    }
}

fn looked_at(out: &mut dyn Write, prose: &ProseEvidence, texts: [&str; 2], k: u32, lang: Lang) -> io::Result<()> {
    writeln!(out, "\n{}", t!(lang, "evidence.head-sentences"))?;
    for (side, name) in ["A", "B"].into_iter().enumerate() {
        for sentence in &prose.sentences.sentences[side] {
            write!(out, "{} {name}  ", if sentence.shared { "=" } else { " " })?;
            hanging(out, 5, sentence.span.of(texts[side]))?;
        }
    }
    writeln!(out, "\n{}", t!(lang, "evidence.head-settings", k))?;
    grid(out, &prose.settings, k)?;
    writeln!(out, "\n{}", t!(lang, "evidence.head-paragraphs", k))?;
    paragraphs(out, &prose.paragraphs, texts[0], k, lang)
}

/// Columns of a cell of the grid.
const CELL: usize = 8;

/// The distances: a row for each kind of tokens, a column for each weight.
fn grid(out: &mut dyn Write, settings: &SettingsGrid, k: u32) -> io::Result<()> {
    let rows: Vec<String> = settings.tokens.iter().map(|&tokens| say::tokens_name(tokens)).collect();
    let columns: Vec<String> = settings.weights.iter().map(|&weight| say::weight_name(weight)).collect();
    let name = rows.iter().map(|row| width(row)).max().unwrap_or(0);
    let cell = columns.iter().map(|column| width(column) + 2).max().unwrap_or(0).max(CELL);
    write!(out, "{}", " ".repeat(name + 2))?;
    columns.iter().try_for_each(|column| write!(out, "{} ", pad_start(column, cell)))?;
    for (at, found) in settings.cells.iter().enumerate() {
        if at % columns.len() == 0 {
            write!(out, "\n  {}", pad_end(&rows[at / columns.len()], name))?;
        }
        let own = if at == settings.own { "> " } else { "" };
        let hamming = number(found.hamming);
        let near = if found.hamming.is_some_and(|hamming| hamming <= k) { "=" } else { " " };
        write!(out, "{}{near}", pad_start(&format!("{own}{hamming}"), cell))?;
    }
    writeln!(out)
}

/// So many paragraphs are listed for reading, and so much of each.
const MOST: usize = 60;
const BEGINNING: usize = 48;

/// How a paragraph begins, with single spaces.
fn beginning(text: &str) -> String {
    text.split_whitespace().take(BEGINNING).collect::<Vec<_>>().join(" ")
}

fn paragraphs(out: &mut dyn Write, of: &Paragraphs, text: &str, k: u32, lang: Lang) -> io::Result<()> {
    let head = ["A", "B", "HD", "", t!(lang, "table.tokens"), t!(lang, "evidence.text-of-a")];
    let sides = [Right, Right, Right, Left, Right, Left];
    let mut table = TextTable::new(sides, 2, head);
    for (at, (paragraph, nearest)) in of.of[0].iter().zip(&of.nearest).enumerate().take(MOST) {
        let near = nearest.is_some_and(|nearest| nearest.hamming <= k);
        let mark = match (paragraph.short(), near) {
            (true, _) => "~",
            (false, true) => "=",
            (false, false) => "",
        };
        table.row([
            (at + 1).to_string(),
            number(nearest.map(|nearest| nearest.paragraph + 1)),
            number(nearest.map(|nearest| nearest.hamming)),
            mark.to_owned(),
            paragraph.tokens.to_string(),
            truncate_end(&beginning(paragraph.span.of(text)), BEGINNING).into_owned(),
        ]);
    }
    table.write(out)?;
    match of.of[0].len().saturating_sub(MOST) {
        0 => Ok(()),
        more => writeln!(out, "{}", t!(lang, "evidence.more-paragraphs", n = more)),
    }
}

/// All but the first two are `null` for lists of features.
pub(super) fn json(evidence: &Evidence, texts: [&str; 2], k: u32, lang: Lang) -> Value {
    let in_words = |finding: Finding| {
        json!({
            "method": finding.method.key(),
            "figure": finding.figure,
            "text": finding.detail,
            "sees": finding.sees,
            "misses": finding.misses,
        })
    };
    // `null` where one of the two has no features.
    let vectors = evidence.vectors.map(|vectors| {
        json!({
            "cosine": vectors.cosine,
            "euclidean": vectors.euclidean,
            "euclidean_normalised": vectors.normalised,
            "norm_a": vectors.norms[0],
            "norm_b": vectors.norms[1],
        })
    });
    let prose = evidence.prose.as_ref();
    let shingles = prose.map(|prose| {
        json!({
            "words": WORDS,
            "a": prose.shingles.sizes[0],
            "b": prose.shingles.sizes[1],
            "shared": prose.shingles.shared,
            "jaccard": prose.shingles.jaccard(),
        })
    });
    let minhash = prose.map(|prose| {
        json!({
            "hashes": HASHES,
            "equal": prose.minhash.equal,
            "estimate": prose.minhash.estimate,
            "standard_error": prose.minhash.error,
        })
    });
    let longest_sentences = prose.map(|prose| {
        let found = &prose.sentences;
        let [signature_a, signature_b] = found.hashes.map(|hash| hash.map(|hash| format!("{hash:016x}")));
        json!({
            "n": LONGEST,
            "signature_a": signature_a,
            "signature_b": signature_b,
            "equal": found.equal(),
            "sentences_a": json_sentences(&found.sentences[0], texts[0]),
            "sentences_b": json_sentences(&found.sentences[1], texts[1]),
        })
    });
    json!({
        "methods": say::findings(evidence, k, lang).into_iter().map(in_words).collect::<Value>(),
        "vectors": vectors,
        "shingles": shingles,
        "minhash": minhash,
        "longest_sentences": longest_sentences,
        "settings": prose.map(|prose| json_grid(&prose.settings, k)),
        "paragraphs": prose.map(|prose| json_paragraphs(&prose.paragraphs, texts[0], k)),
    })
}

fn json_sentences(sentences: &[SignatureSentence], text: &str) -> Vec<Value> {
    let one = |sentence: &SignatureSentence| {
        // Not in the order of the text, so each is counted from its beginning.
        let place = SpanWriter::new(text).stretch(sentence.span);
        json!({
            "start": place.start,
            "end": place.end,
            "chars": sentence.chars,
            "shared": sentence.shared,
            "text": place.text,
        })
    };
    sentences.iter().map(one).collect()
}

/// `robust` is `null` where the recipe itself has no verdict.
fn json_grid(settings: &SettingsGrid, k: u32) -> Value {
    let (near, of) = settings.near(k);
    let cell = |(at, cell): (usize, &SettingsCell)| {
        let (tokens, weight) = settings.setting(at)?;
        Some(json!({
            "tokens": tokens.to_string(),
            "weight": weight.to_string(),
            "recipe": cell.recipe.as_ref().map(ToString::to_string),
            "hamming": cell.hamming,
            "near_duplicate": cell.hamming.is_some_and(|hamming| hamming <= k),
        }))
    };
    json!({
        "robust": settings.turned(k).map(|turned| turned.is_empty()),
        "near": near,
        "of": of,
        "cells": settings.cells.iter().enumerate().filter_map(cell).collect::<Value>(),
    })
}

/// How many paragraphs of A, except short ones, have a near one in B; and the nearest of each.
fn json_paragraphs(paragraphs: &Paragraphs, text: &str, k: u32) -> Value {
    let (near, of, short) = paragraphs.near(k);
    let mut places = SpanWriter::new(text);
    let pairs = paragraphs.of[0].iter().zip(&paragraphs.nearest).enumerate();
    let of_a = pairs.map(|(at, (paragraph, nearest))| {
        let place = places.stretch(paragraph.span);
        json!({
            "paragraph": at + 1,
            "start": place.start,
            "end": place.end,
            "tokens": paragraph.tokens,
            "short": paragraph.short(),
            "nearest": nearest.map(|nearest| nearest.paragraph + 1),
            "hamming": nearest.map(|nearest| nearest.hamming),
        })
    });
    json!({ "near": near, "of": of, "short": short, "of_a": of_a.collect::<Value>() })
}
