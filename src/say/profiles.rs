//! Sentences on a pair under the profiles of several systems.

use crate::{
    compare::profiles::{Opinion, RecipePart, RecipeStep},
    locale::Lang,
    simhash::{Recipe, Tokenizer},
    t,
};

pub(crate) fn profile_name(opinion: &Opinion, lang: Lang) -> &'static str {
    match opinion.profile {
        Some(name) => name,
        None if opinion.recipe == Recipe::default() => "simscope",
        None => t!(lang, "profiles.own"),
    }
}

/// That a recipe follows a system's method and not its bits, where it does.
pub(crate) fn same_method(recipe: &Recipe, lang: Lang) -> Option<String> {
    (recipe.tokenizer == Tokenizer::Keywords).then(|| t!(lang, "health.same-method").into())
}

/// In one sentence, why `other` disagrees with `own` on the documents of these names.
pub(crate) fn profile(other: &Opinion, own: &Opinion, k: u32, names: [&str; 2], lang: Lang) -> String {
    let (name, mine) = (profile_name(other, lang), profile_name(own, lang));
    let nothing = |opinion: &Opinion| {
        let bare = opinion.sketches.iter().position(|sketch| sketch.constant || sketch.fingerprint.is_none());
        names[bare.unwrap_or(0)].to_owned()
    };
    let (Some(hd), Some(own_hd)) = (other.hamming, own.hamming) else {
        let (who, whose) = if other.hamming.is_none() { (name, other) } else { (mine, own) };
        return t!(lang, "profiles.nothing", who = who, document = nothing(whose));
    };
    let verdict =
        |opinion: &Opinion| if opinion.near(k) { t!(lang, "profiles.near") } else { t!(lang, "profiles.far") };
    let part = |part: RecipePart| match part {
        RecipePart::Tokens => t!(lang, "profiles.tokens"),
        RecipePart::Weight => t!(lang, "profiles.weight"),
        RecipePart::Hash => t!(lang, "profiles.hash"),
        RecipePart::Tie => t!(lang, "profiles.tie"),
    };
    let of = |hamming: u32, bits: u8| t!(lang, "profiles.of", hd = hamming, bits = bits);
    let heads = [(own, own_hd, mine), (other, hd, name)].map(|(opinion, hd, name)| {
        t!(lang, "profiles.says", name = name, hd = of(hd, opinion.recipe.bits), verdict = verdict(opinion))
    });
    let heads = lang.fill("profiles.both", &[("own", &heads[0]), ("other", &heads[1])]);
    let changed = u64::from(hd) * u64::from(own.recipe.bits) != u64::from(own_hd) * u64::from(other.recipe.bits);
    if !changed && other.near(k) == own.near(k) {
        return t!(lang, "profiles.same", heads = heads);
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
            t!(lang, "profiles.step", part = part(step.part), hd = hd)
        })
        .collect();
    if let [only] = other.steps.as_slice() {
        return t!(lang, "profiles.only", heads = heads, part = part(only.part));
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
    t!(lang, "profiles.why", heads = heads, own = mine, other = name, steps = lang.list(&steps), end = end)
}
