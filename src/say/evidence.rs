//! What else there is to say of a pair: the findings of the methods beside SimHash (figure, explanation, and what the
//! method sees and misses), the profiles of other systems, random hyperplanes that separate the documents, and single
//! changes.

use super::document::fingerprint;
use crate::{
    compare::{
        HunkEffect,
        diff::{Diff, Moved},
        distance::share_interval,
        evidence::{Evidence, EvidenceMethod, HASHES, MinHash, SettingsCell, SettingsGrid, Shingles, Vectors, WORDS},
        geometry::Geometries,
        profiles::{Opinion, RecipePart, RecipeStep},
    },
    locale::{Lang, grouped, percent},
    page::{Look, Page, Piece, left, right},
    simhash::{Recipe, Tokenizer, Weighting},
    t,
    table::Value,
    text::{pad_end, pad_start, width},
};

#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub method: EvidenceMethod,
    pub name: &'static str,
    /// Its figure, in a few cells.
    pub figure: String,
    /// The numbers behind the figure.
    pub detail: String,
    pub sees: &'static str,
    pub misses: &'static str,
}

/// The findings of all methods that apply to the pair.
pub(crate) fn findings(evidence: &Evidence, k: u32, lang: Lang) -> Vec<Finding> {
    EvidenceMethod::ALL.into_iter().filter_map(|method| finding(evidence, method, k, lang)).collect()
}

fn finding(evidence: &Evidence, method: EvidenceMethod, k: u32, lang: Lang) -> Option<Finding> {
    let (name, sees, misses) = match method {
        EvidenceMethod::Cosine => {
            (t!(lang, "evidence.cosine"), t!(lang, "evidence.cosine-sees"), t!(lang, "evidence.cosine-misses"))
        }
        EvidenceMethod::Euclidean => {
            (t!(lang, "evidence.euclidean"), t!(lang, "evidence.euclidean-sees"), t!(lang, "evidence.euclidean-misses"))
        }
        EvidenceMethod::Shingles => {
            (t!(lang, "evidence.shingles"), t!(lang, "evidence.shingles-sees"), t!(lang, "evidence.shingles-misses"))
        }
        EvidenceMethod::MinHash => {
            (t!(lang, "evidence.minhash"), t!(lang, "evidence.minhash-sees"), t!(lang, "evidence.minhash-misses"))
        }
        EvidenceMethod::Settings => {
            (t!(lang, "evidence.settings"), t!(lang, "evidence.settings-sees"), t!(lang, "evidence.settings-misses"))
        }
    };
    let (figure, detail) = match (method, &evidence.prose) {
        (EvidenceMethod::Cosine, _) => cosine(evidence.vectors, lang),
        (EvidenceMethod::Euclidean, _) => euclidean(evidence.vectors, lang),
        (_, None) => return None,
        (EvidenceMethod::Shingles, Some(prose)) => shingles(&prose.shingles, lang),
        (EvidenceMethod::MinHash, Some(prose)) => minhash(&prose.minhash, lang),
        (EvidenceMethod::Settings, Some(prose)) => settings(&prose.settings, k, lang),
    };
    Some(Finding { method, name, figure, detail, sees, misses })
}

/// What other methods say of the pair of these texts, and the settings behind it.
pub(crate) fn evidence(page: &mut Page, evidence: &Evidence, k: u32) {
    let lang = page.lang;
    page.blank();
    page.text(t!(lang, "evidence.head"));
    let findings = findings(evidence, k, lang);
    let name = findings.iter().map(|finding| width(finding.name)).max().unwrap_or(0);
    let figure = findings.iter().map(|finding| width(&finding.figure)).max().unwrap_or(0);
    for finding in findings {
        page.blank();
        let lead = format!("{}  {}  ", pad_end(finding.name, name), pad_start(&finding.figure, figure));
        page.behind(Piece::new(lead, Look::Head), finding.detail);
        page.terms(2, [(t!(lang, "evidence.sees"), finding.sees), (t!(lang, "evidence.misses"), finding.misses)]);
    }
    if let Some(prose) = &evidence.prose {
        page.head(t!(lang, "evidence.head-settings", k));
        grid(page, &prose.settings, k);
    } else {
        page.blank();
        page.text(t!(lang, "evidence.list"));
    }
}

/// The distances: a row for each kind of tokens, a column for each weight.
fn grid(page: &mut Page, settings: &SettingsGrid, k: u32) {
    // Over the numbers, behind which the near ones have a sign.
    let weights = settings.weights.iter().map(|&weight| right(format!("{} ", weight_name(weight))));
    let cell = |(at, cell): (usize, &SettingsCell)| {
        let own = at == settings.own;
        let near = cell.hamming.is_some_and(|hamming| hamming <= k);
        let look = match (near, own) {
            (true, _) => Look::Alert,
            (false, true) => Look::Head,
            (false, false) => Look::Plain,
        };
        let hamming = Value::from(cell.hamming).or_sign(page.lang);
        Piece::new(format!("{}{hamming}{}", if own { "> " } else { "" }, if near { "=" } else { " " }), look)
    };
    let cells: Vec<Piece> = settings.cells.iter().enumerate().map(cell).collect();
    let rows = settings.tokens.iter().zip(cells.chunks(settings.weights.len().max(1)));
    let rows = rows.map(|(&tokens, cells)| [&[tokens_name(tokens).into()], cells].concat());
    page.table(2, [left("")].into_iter().chain(weights), rows.collect::<Vec<_>>());
}

/// Figure and explanation.
type Found = (String, String);

fn none(why: &str, lang: Lang) -> Found {
    (t!(lang, "evidence.none").into(), why.into())
}

fn cosine(vectors: Option<Vectors>, lang: Lang) -> Found {
    let Some(vectors) = vectors else { return none(t!(lang, "evidence.no-features"), lang) };
    let angle = format!("{:.1}", vectors.cosine.acos().to_degrees());
    (lang.cosine(vectors.cosine), t!(lang, "evidence.angle", angle))
}

fn euclidean(vectors: Option<Vectors>, lang: Lang) -> Found {
    let Some(vectors) = vectors else { return none(t!(lang, "evidence.no-features"), lang) };
    let [a, b] = vectors.norms.map(|norm| format!("{norm:.1}"));
    let unit = format!("{:.3}", vectors.normalised);
    (format!("{:.1}", vectors.euclidean), t!(lang, "evidence.lengths", a, b, unit))
}

fn shingles(shingles: &Shingles, lang: Lang) -> Found {
    let Some(share) = shingles.jaccard() else { return none(&t!(lang, "evidence.too-short", words = WORDS), lang) };
    let [shared, union] = [shingles.shared, shingles.union()].map(|n| grouped(n as u64));
    let detail = t!(lang, "evidence.shared-shingles", shared, union, words = WORDS);
    (format!("{share:.3}"), detail)
}

fn minhash(minhash: &MinHash, lang: Lang) -> Found {
    let Some((share, error)) = minhash.estimate.zip(minhash.error) else {
        return none(&t!(lang, "evidence.too-short", words = WORDS), lang);
    };
    let error = format!("{error:.3}");
    let detail = t!(lang, "evidence.minima", equal = minhash.equal, n = HASHES, error);
    (format!("{share:.3}"), detail)
}

fn settings(settings: &SettingsGrid, k: u32, lang: Lang) -> Found {
    let (near, n) = settings.near(k);
    match settings.turned(k).as_deref() {
        None => none(t!(lang, "evidence.no-features"), lang),
        Some([]) if near > 0 => (t!(lang, "evidence.robust").into(), t!(lang, "evidence.all-near", n)),
        Some([]) => (t!(lang, "evidence.robust").into(), t!(lang, "evidence.all-far", n)),
        Some(turned) => {
            (t!(lang, "evidence.fragile").into(), t!(lang, "evidence.turned", near, n, turned = turned.len()))
        }
    }
}

/// Tokens as a setting takes them, without versions.
fn tokens_name(tokens: Tokenizer) -> String {
    let name = tokens.to_string();
    name.split(['@', '/']).next().unwrap_or_default().to_owned()
}

/// A weight as a setting takes it, without the table.
fn weight_name(weight: Weighting) -> String {
    let name = weight.to_string();
    let name = name.split('@').next().unwrap_or_default();
    name.strip_suffix(":all").unwrap_or(name).to_owned()
}

pub(crate) fn profile_name(opinion: &Opinion, lang: Lang) -> &'static str {
    match opinion.profile {
        Some(name) => name,
        None if opinion.recipe == Recipe::default() => "simscope",
        None => t!(lang, "profiles.own"),
    }
}

/// The fingerprints of A and of B; those that a system gives to texts without features are called so.
fn profile_fingerprints(opinion: &Opinion, lang: Lang) -> [String; 2] {
    opinion.sketches.map(|sketch| {
        let hex = fingerprint(sketch.fingerprint, lang);
        if sketch.constant && sketch.fingerprint.is_some() { t!(lang, "table.constant", hex) } else { hex }
    })
}

/// That a recipe follows a system's method and not its bits, where it does.
pub(crate) fn same_method(recipe: &Recipe, lang: Lang) -> Option<String> {
    (recipe.tokenizer == Tokenizer::Keywords).then(|| t!(lang, "health.same-method").into())
}

/// The pair of the documents of these names under every profile, a row each, the recipe first; and a sentence for each
/// profile whose verdict is another than that of the recipe. Where all say the same, for the one that is furthest off.
pub(crate) fn profiles(page: &mut Page, opinions: &[Opinion], names: [&str; 2], k: u32, fingerprints: bool) {
    let lang = page.lang;
    let Some((own, others)) = opinions.split_first() else { return };
    let columns = if fingerprints { 6 } else { 4 };
    let [a, b] = ["A", "B"].map(|side| left(format!("{} {side}", t!(lang, "table.fingerprint"))));
    let heads = [left("table.profile"), right("HD"), right("table.bits"), left(""), a, b];
    let row = |opinion: &Opinion| {
        let hex = profile_fingerprints(opinion, lang).map(Piece::from);
        let near = opinion.near(k);
        let look = if near { Look::Alert } else { Look::Plain };
        let hamming = Value::from(opinion.hamming).or_sign(lang);
        let said = [Piece::new(hamming, look), opinion.recipe.bits.to_string().into()];
        let near = Piece::new(if near { t!(lang, "table.near") } else { "" }, look);
        let cells = [profile_name(opinion, lang).into()].into_iter().chain(said).chain([near]).chain(hex);
        cells.take(columns)
    };
    page.table(0, heads.into_iter().take(columns), opinions.iter().map(row));
    let said: Vec<&Opinion> = match others.iter().filter(|other| other.near(k) != own.near(k)).collect::<Vec<_>>() {
        none if none.is_empty() => others.iter().max_by_key(|other| other.further(own)).into_iter().collect(),
        some => some,
    };
    page.blank();
    for other in said {
        page.behind("- ", profile(other, own, k, names, lang));
    }
    if let Some(method) = opinions.iter().find_map(|opinion| same_method(&opinion.recipe, lang)) {
        page.behind("! ", method);
    }
}

/// In one sentence, why `other` disagrees with `own` on the documents of these names.
pub(crate) fn profile(other: &Opinion, own: &Opinion, k: u32, names: [&str; 2], lang: Lang) -> String {
    let (name, mine) = (profile_name(other, lang), profile_name(own, lang));
    let nothing = |opinion: &Opinion| {
        let bare = opinion.sketches.iter().position(|sketch| sketch.comparable().is_none());
        names[bare.unwrap_or(0)].to_owned()
    };
    let (Some(hd), Some(own_hd)) = (other.hamming, own.hamming) else {
        let (who, whose) = if other.hamming.is_none() { (name, other) } else { (mine, own) };
        return t!(lang, "profiles.nothing", who, document = nothing(whose));
    };
    let verdict = |opinion: &Opinion| lang.text(if opinion.near(k) { "profiles.near" } else { "profiles.far" });
    let part = |part: RecipePart| {
        lang.text(match part {
            RecipePart::Tokens => "profiles.tokens",
            RecipePart::Weight => "profiles.weight",
            RecipePart::Hash => "profiles.hash",
            RecipePart::Tie => "profiles.tie",
        })
    };
    let of = |hamming: u32, bits: u8| t!(lang, "profiles.of", hd = hamming, bits);
    let heads = [(own, own_hd, mine), (other, hd, name)].map(|(opinion, hd, name)| {
        t!(lang, "profiles.says", name, hd = of(hd, opinion.recipe.bits), verdict = verdict(opinion))
    });
    let heads = lang.fill("profiles.both", &[("own", &heads[0]), ("other", &heads[1])]);
    let changed = u64::from(hd) * u64::from(own.recipe.bits) != u64::from(own_hd) * u64::from(other.recipe.bits);
    if !changed && other.near(k) == own.near(k) {
        return t!(lang, "profiles.same", heads);
    }
    let steps: Vec<String> = other
        .steps
        .iter()
        .map(|step| {
            let hd = match step.hamming {
                None => t!(lang, "profiles.no-hd").to_owned(),
                Some(hd) if step.bits == own.recipe.bits => format!("HD {hd}"),
                Some(hd) => of(hd, step.bits),
            };
            t!(lang, "profiles.step", part = part(step.part), hd)
        })
        .collect();
    if let [only] = other.steps.as_slice() {
        return t!(lang, "profiles.only", heads, part = part(only.part));
    }
    let parts: Vec<String> = other.decisive(own, k).into_iter().map(|p| part(p).to_owned()).collect();
    let turned = |step: &RecipeStep| step.hamming.is_some_and(|hd| (hd <= k) == other.near(k));
    let end = match parts.as_slice() {
        [] => t!(lang, "profiles.together").into(),
        [one] if other.near(k) == own.near(k) || !other.steps.iter().any(turned) => {
            t!(lang, "profiles.most", part = one)
        }
        [one] => t!(lang, "profiles.turns", part = one),
        many => t!(lang, "profiles.each-turns", parts = lang.list(many)),
    };
    t!(lang, "profiles.why", heads, own = mine, other = name, steps = lang.list(&steps), end)
}

/// The share of the first `n` hyperplanes, random ones or columns, that separate the documents, beside the angle.
pub(crate) fn geometry(of: &Geometries, random: bool, n: usize, lang: Lang) -> String {
    let hyperplanes = if random { &of.random } else { &of.columns };
    let n = n.min(hyperplanes.hyperplanes.len());
    let [drawn, separating] = [n, hyperplanes.separating(n)].map(|n| grouped(n as u64));
    let share = percent(hyperplanes.share(n));
    let so_far = if let (1, Some(hyperplane)) = (n, hyperplanes.hyperplanes.first()) {
        let [a, b] = hyperplane.bits.map(u8::from);
        if hyperplane.separates() {
            t!(lang, "geometry.one-separates", a, b)
        } else {
            t!(lang, "geometry.one-does-not", a)
        }
    } else if random {
        t!(lang, "geometry.random", n = drawn, s = separating, share)
    } else {
        t!(lang, "geometry.columns", n = drawn, s = separating, share)
    };
    let bits = of.columns.hyperplanes.len();
    let (low, high) = share_interval(of.hamming, bits as u8);
    let [expected, of_bits, low, high] = [of.columns.angle.share(), of.columns.share(bits), low, high].map(percent);
    t!(lang, "geometry.share", so_far, expected, hd = of.hamming, bits, share = of_bits, low, high)
}

/// The origin of the hyperplanes.
pub(crate) fn geometry_why(of: &Geometries, random: bool, lang: Lang) -> &'static str {
    lang.text(match (of.columns.angle.flat(), random) {
        (true, _) => "geometry.flat",
        (false, true) => "geometry.why-random",
        (false, false) => "geometry.why-columns",
    })
}

/// The label of a moved block, its old and new place, and how many edits are in it.
pub(crate) fn moved_block(diff: &Diff, at: usize, lang: Lang) -> String {
    let Some(moved) = diff.moved.get(at) else { return String::new() };
    let [from, to] = diff.move_numbers(moved).map(|numbers| match numbers.map(|number| number.unwrap_or(0)) {
        [first, last] if first == last => t!(lang, "diff.paragraph", n = first),
        [first, last] => t!(lang, "diff.paragraphs", n = first, m = last),
    });
    let label = at + 1;
    match moved.edits.len() {
        0 => t!(lang, "diff.moved", label, from, to),
        1 => t!(lang, "diff.moved-edited-one", label, from, to),
        n => t!(lang, "diff.moved-edited", label, from, to, n),
    }
}

/// The bits that a change affects; `moved` is its block, if it is a move.
pub(crate) fn affected_bits(effect: &HunkEffect, moved: Option<&Moved>, lang: Lang) -> String {
    let bits: Vec<String> = effect.moved.iter().map(usize::to_string).collect();
    match bits.len() {
        0 if moved.is_some_and(|moved| moved.edits.is_empty()) => t!(lang, "diff.pure-move").to_owned(),
        0 => t!(lang, "diff.moves-none").to_owned(),
        1 => t!(lang, "diff.moves-one", bits = bits[0]),
        2..=8 => t!(lang, "diff.moves", bits = bits.join(" ")),
        n => t!(lang, "diff.moves-many", n),
    }
}
