//! Compares a JSON document with an older one: a newer version may add keys, and neither drop one nor change its value.

use std::collections::BTreeSet;

use serde_json::Value;

/// Paths of sentences. They are for people and may be reworded, so only their type is compared.
const SENTENCES: [&str; 19] = [
    "note",
    "caution",
    "exclusions",
    "left_out",
    "warnings",
    "warnings.message",
    "error.message",
    "documents.reading",
    "documents.error",
    "documents.error.message",
    "documents.only_fingerprint",
    "documents.warnings",
    "documents.warnings.message",
    "sentences.text",
    "profiles.why.text",
    "closer.said.label",
    "closer.said.text",
    "csv.caution",
    "csv.exclusions",
];
/// Sentences under `evidence.methods`.
const OF_METHODS: [&str; 4] = ["figure", "text", "sees", "misses"];
/// Paths of values that depend on the version or the time.
const CHANGING: [&str; 5] = ["version", "simscope", "made", "csv.version", "csv.made"];
/// Paths of positions in a list of pairs, which was in another order, and of the text that passages are quoted from.
const POSITIONS: [&str; 4] = ["pairs.number", "csv.pair", "closer.pair", "closer.passages_of"];
/// Paths of lists that may grow and change their order.
const GROWING: [&str; 6] = ["sentences", "closer.said", "evidence.methods", "warnings", "documents.warnings", "scores"];

/// Parts of texts in a report.
const REPORTED: [&str; 2] = ["closer.passages", "closer.differences.rows"];

/// Schemas with another number since 0.1.0. The documents of both have shares of shared text, and those are found in a
/// normalised reading since: punctuation is no unit, so figures differ a little and places end before a full stop.
const RENUMBERED: [[&str; 2]; 5] = [
    ["simscope/compare/1", "simscope/compare/2"],
    ["simscope/pair/1", "simscope/pair/2"],
    ["simscope/explain/1", "simscope/explain/2"],
    ["simscope/diff/1", "simscope/diff/2"],
    ["simscope/report/1", "simscope/report/2"],
];
/// By how much a share may differ from that of 0.1.0.
const SHARE: f64 = 0.02;
/// By how many characters a place may: a full stop and the line feeds between two paragraphs.
const PUNCTUATION: f64 = 3.0;

/// What `new` lacks of `old`, a line for each difference.
pub fn missing(old: &Value, new: &Value) -> Vec<String> {
    let mut missing = Vec::new();
    compare(old, new, "", "", &mut missing);
    missing
}

/// `place` is the path as a failure shows it; `keys` is the same path without list indices.
fn compare(old: &Value, new: &Value, place: &str, keys: &str, missing: &mut Vec<String>) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, old) in old {
                let inner = |path: &str| if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                match new.get(key) {
                    Some(new) => compare(old, new, &inner(place), &inner(keys), missing),
                    None => missing.push(format!("{} is gone", inner(place))),
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if GROWING.contains(&keys) => {
            for (n, old) in old.iter().enumerate() {
                let same = |new: &Value| {
                    let mut missing = Vec::new();
                    compare(old, new, place, keys, &mut missing);
                    missing.is_empty()
                };
                if !new.iter().any(same) {
                    missing.push(format!("{place}[{n}] is missing: {old}"));
                }
            }
        }
        // A report folds and cuts other parts of the texts than 0.1.0 did: the names of the fields are the same.
        (Value::Array(old), Value::Array(new)) if REPORTED.contains(&keys) => {
            let names = |list: &[Value]| -> BTreeSet<String> {
                list.iter().filter_map(Value::as_object).flat_map(|entry| entry.keys().cloned()).collect()
            };
            missing.extend(names(old).difference(&names(new)).map(|name| format!("{place}[].{name} is gone")));
        }
        // A shared full stop at the end of a part is a part of its own.
        (Value::Array(old), Value::Array(new)) if keys.ends_with("differences.rows.parts") => {
            let whole = |parts: &[Value]| -> String { parts.iter().filter_map(|part| part["text"].as_str()).collect() };
            if whole(old) != whole(new) {
                missing.push(format!("{place} is {new:?}, not {old:?}"));
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            let (old, new) = (ordered(old), ordered(new));
            if old.len() != new.len() {
                missing.push(format!("{place} has {} entries, not {}", new.len(), old.len()));
            }
            for (n, (old, new)) in old.iter().zip(new).enumerate() {
                compare(old, new, &format!("{place}[{n}]"), keys, missing);
            }
        }
        _ if !same(old, new, keys) => missing.push(format!("{place} is {new}, not {old}")),
        _ => {}
    }
}

/// A list; one of pairs by their documents, since 0.1.0 had them in another order.
fn ordered(list: &[Value]) -> Vec<&Value> {
    let mut list: Vec<&Value> = list.iter().collect();
    if list.iter().all(|entry| entry.get("a").is_some() && entry.get("b").is_some()) {
        list.sort_by_key(|pair| (pair["a"].to_string(), pair["b"].to_string()));
    }
    list
}

fn same(old: &Value, new: &Value, keys: &str) -> bool {
    let of_method = || keys.strip_prefix("evidence.methods.").is_some_and(|key| OF_METHODS.contains(&key));
    if old.is_string() && (SENTENCES.contains(&keys) || CHANGING.contains(&keys) || of_method()) {
        return new.is_string();
    }
    if POSITIONS.contains(&keys) {
        return old.is_number() == new.is_number();
    }
    if keys.ends_with("schema") && RENUMBERED.iter().any(|[before, now]| old == before && new == now) {
        return true;
    }
    if let Some(same) = same_shared(old, new, keys) {
        return same;
    }
    match (old.as_f64(), new.as_f64()) {
        // The last digits of a fraction depend on the platform's mathematical functions.
        (Some(old_number), Some(new_number)) if old.is_f64() && new.is_f64() => {
            (old_number - new_number).abs() <= 1e-9 * old_number.abs().max(1.0)
        }
        _ => old == new,
    }
}

/// Whether a figure or a place of shared text is that of 0.1.0 but for punctuation; `None` for all other values.
fn same_shared(old: &Value, new: &Value, keys: &str) -> Option<bool> {
    let (parent, key) = keys.rsplit_once('.').unwrap_or(("", keys));
    // The fields of a CSV table are strings.
    let number = |value: &Value| value.as_f64().or_else(|| value.as_str()?.parse().ok());
    let within = |most: f64| Some((number(old)? - number(new)?).abs() <= most);
    let shared = |parent: &str| {
        ["passages", "passages_a", "passages_b", "places_a", "places_b"].iter().any(|list| parent.ends_with(list))
    };
    match key {
        "a_in_b" | "b_in_a" => within(SHARE),
        "a_in_b_percent" | "b_in_a_percent" | "a_in_b_percent_rest" | "b_in_a_percent_rest" => within(SHARE * 100.0),
        "longest" => Some(fewer(number(old)?, number(new)?)),
        "chars" if shared(parent) => Some(fewer(number(old)?, number(new)?)),
        "start" | "end" if shared(parent) => within(PUNCTUATION),
        "text" if shared(parent) => {
            let (old, new) = (old.as_str()?, new.as_str()?);
            Some(old.trim_matches(|c: char| !c.is_alphanumeric()) == new.trim_matches(|c: char| !c.is_alphanumeric()))
        }
        _ => None,
    }
}

/// Whether a passage has no more characters than before, and at most a fifth less.
fn fewer(old: f64, new: f64) -> bool {
    new <= old && new >= old * 0.8
}

#[test]
fn missing_and_changed_values_are_found_and_new_ones_ignored() {
    use serde_json::json;
    let old = json!({"k": 3, "cosine": 0.5, "pairs": [{"a": 1, "note": null}], "warnings": [{"kind": "short", "message": "m"}]});
    let grown = json!({"k": 3, "new": 1, "cosine": 0.5, "pairs": [{"a": 1, "note": null, "c": 2}],
        "warnings": [{"kind": "other", "message": "o"}, {"kind": "short", "message": "reworded"}]});
    assert_eq!(missing(&old, &grown), Vec::<String>::new());
    for (key, value) in [
        ("k", json!("3")),
        ("cosine", json!(0.51)),
        ("pairs", json!([])),
        ("pairs", json!([{"a": 1}])),
        ("pairs", json!([{"a": 2, "note": null}])),
        ("pairs", json!([{"a": 1, "note": "n"}])),
        ("warnings", json!([{"kind": "other", "message": "m"}])),
        ("warnings", json!([{"kind": "short", "message": 1}])),
    ] {
        let mut other = grown.clone();
        other[key] = value;
        assert_eq!(missing(&old, &other).len(), 1, "{other}");
    }
}

#[test]
fn shares_may_differ_by_punctuation_alone() {
    use serde_json::json;
    let document = |schema: &str, share: f64, end: u32, chars: u32| json!({"schema": schema, "coverage": {"a_in_b": share, "passages_a": [{"start": 0, "end": end, "chars": chars}]}});
    let old = document("simscope/compare/1", 0.5, 100, 80);
    assert_eq!(missing(&old, &document("simscope/compare/2", 0.51, 99, 76)), Vec::<String>::new());
    for new in [
        document("simscope/compare/3", 0.5, 100, 80),
        document("simscope/pair/2", 0.5, 100, 80),
        document("simscope/compare/2", 0.53, 100, 80),
        document("simscope/compare/2", 0.5, 90, 80),
        document("simscope/compare/2", 0.5, 100, 81),
        document("simscope/compare/2", 0.5, 100, 60),
    ] {
        assert_eq!(missing(&old, &new).len(), 1, "{new}");
    }
}
