//! Compares a JSON document with an older one: a newer version may add keys, and neither drop one nor change its value.

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
/// Paths of lists that may grow and change their order.
const GROWING: [&str; 5] = ["sentences", "closer.said", "evidence.methods", "warnings", "documents.warnings"];

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
        (Value::Array(old), Value::Array(new)) => {
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

fn same(old: &Value, new: &Value, keys: &str) -> bool {
    let of_method = || keys.strip_prefix("evidence.methods.").is_some_and(|key| OF_METHODS.contains(&key));
    if old.is_string() && (SENTENCES.contains(&keys) || CHANGING.contains(&keys) || of_method()) {
        return new.is_string();
    }
    match (old.as_f64(), new.as_f64()) {
        // The last digits of a fraction depend on the platform's mathematical functions.
        (Some(old_number), Some(new_number)) if old.is_f64() && new.is_f64() => {
            (old_number - new_number).abs() <= 1e-9 * old_number.abs().max(1.0)
        }
        _ => old == new,
    }
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
