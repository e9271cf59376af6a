//! Characters of a text that deceive the eye, in numbers. It must not say what anyone intended.

use crate::{
    locale::{Lang, grouped},
    simhash::{Alphabet, Altered},
    t,
};

/// Names and counts the characters of a document that deceive the eye; `None` where there are none.
pub(crate) fn altered(name: &str, altered: &Altered, lang: Lang) -> Option<String> {
    let invisible = (altered.invisible > 0).then(|| t!(lang, "altered.invisible", n = grouped(altered.invisible)));
    let lookalikes = altered.lookalikes.iter().map(|(&(from, into), &n)| {
        t!(lang, "altered.lookalikes", n = grouped(n), from = alphabet(from, lang), into = alphabet(into, lang))
    });
    let mut found: Vec<String> = invisible.into_iter().chain(lookalikes).collect();
    let last = found.pop()?;
    let found = if found.is_empty() { last } else { t!(lang, "altered.and", found = lang.list(&found), last = last) };
    Some(t!(lang, "altered.contains", name = name, found = found))
}

fn alphabet(alphabet: Alphabet, lang: Lang) -> &'static str {
    match alphabet {
        Alphabet::Latin => t!(lang, "altered.latin"),
        Alphabet::Cyrillic => t!(lang, "altered.cyrillic"),
        Alphabet::Greek => t!(lang, "altered.greek"),
        Alphabet::Other => t!(lang, "altered.other"),
    }
}
