//! Characters of a text that deceive the eye, in numbers. It must not say what anyone intended.

use crate::{
    locale::{Lang, grouped},
    simhash::{Alphabet, Altered},
    t,
};

/// What a document contains that deceives the eye; `None` where it has nothing of it.
pub(crate) fn altered(name: &str, altered: &Altered, lang: Lang) -> Option<String> {
    let invisible = (altered.invisible > 0).then(|| t!(lang, "altered.invisible", n = grouped(altered.invisible)));
    let lookalikes = altered.lookalikes.iter().map(|(&(from, into), &n)| {
        t!(lang, "altered.lookalikes", n = grouped(n), from = alphabet(from, lang), into = alphabet(into, lang))
    });
    let found: Vec<String> = invisible.into_iter().chain(lookalikes).collect();
    (!found.is_empty()).then(|| t!(lang, "altered.contains", name = name, found = lang.list(&found)))
}

fn alphabet(alphabet: Alphabet, lang: Lang) -> &'static str {
    match alphabet {
        Alphabet::Latin => t!(lang, "altered.latin"),
        Alphabet::Cyrillic => t!(lang, "altered.cyrillic"),
        Alphabet::Greek => t!(lang, "altered.greek"),
        Alphabet::Other => t!(lang, "altered.other"),
    }
}
