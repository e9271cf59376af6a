//! A step of two texts, in a sentence with its numbers.

use super::number::{plain, signed, whole};
use crate::{
    lesson::{PairRow, PairRowKind, PairState, PairStep, PairWalk},
    locale::{Lang, grouped},
    simhash::{Feature, Fingerprint, Trace},
    t,
};

/// The effect of a step on both texts; if `done` is set, what all steps made of them.
pub(crate) fn two_texts(traces: [&Trace; 2], walk: &PairWalk, state: &PairState, done: bool, lang: Lang) -> String {
    let [a, b] = traces;
    let (same, all) = (walk.same(), walk.rows().len());
    let signs = [0, 1].map(|text| traces[text].signs(&state.sums[text]));
    let apart = signs[0].hamming(signs[1]);
    let bits = u32::from(a.recipe.bits);
    let whole = whole(a) && whole(b);
    if done {
        let rows = t!(lang, "two-texts.done-rows", same = grouped(same as u64), all = grouped(all as u64));
        return rows + lang.gap() + &t!(lang, "two-texts.done-bits", apart = apart, bits = bits);
    }
    match state.step {
        PairStep::Start => {
            t!(lang, "two-texts.start", same = grouped(same as u64), other = grouped((all - same) as u64))
        }
        PairStep::Row(row) => {
            let Some(row) = walk.rows().get(row) else { return String::new() };
            let said = row_said(traces, row, (whole, lang));
            match apart {
                0 => said + lang.gap() + t!(lang, "two-texts.none-apart"),
                _ => said + lang.gap() + &t!(lang, "two-texts.apart", n = apart),
            }
        }
        PairStep::Bit(column) => {
            let value = |text: usize| signed(state.sums[text].get(column).copied().unwrap_or(0), whole, lang);
            let [one, other] = signs.map(|signs| u8::from(signs.bit(column)));
            let (va, vb) = (value(0), value(1));
            if one == other {
                t!(lang, "two-texts.bit-same", column = column, a = va, b = vb, bit = one)
            } else {
                t!(lang, "two-texts.bit-differs", column = column, a = va, b = vb, bit = one, other = other)
            }
        }
    }
}

fn row_said(traces: [&Trace; 2], row: &PairRow, (whole, lang): (bool, Lang)) -> String {
    let found = |text: usize| -> Option<(&str, &Feature)> {
        let at = row.features[text]? as usize;
        Some((traces[text].name(at), traces[text].features.get(at)?))
    };
    let weight = |feature: &Feature| plain(feature.weight, whole);
    let bits = traces[0].recipe.bits;
    match (found(0), found(1), row.kind) {
        (Some((name, a)), Some(_), PairRowKind::Same) => {
            t!(lang, "two-texts.row-same", name = name, weight = weight(a))
        }
        (Some((name, a)), Some((_, b)), PairRowKind::Weight) => {
            t!(lang, "two-texts.row-weight", name = name, a = weight(a), b = weight(b))
        }
        (Some((a_name, a)), Some((b_name, b)), PairRowKind::Apart) => {
            let differ = Fingerprint::new(a.hash, bits).hamming(Fingerprint::new(b.hash, bits));
            t!(lang, "two-texts.row-apart", a = a_name, b = b_name, differ = differ, bits = bits)
        }
        (Some((name, _)), None, _) => t!(lang, "two-texts.row-alone", name = name, text = "A"),
        (None, Some((name, _)), _) => t!(lang, "two-texts.row-alone", name = name, text = "B"),
        (None, None, _) => String::new(),
    }
}
