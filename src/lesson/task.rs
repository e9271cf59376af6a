//! Tasks: what the reader is to make of a page's document in the lab, as data, and how far a trial of it has come.
//!
//! A goal is a condition on the trial, which the pipeline computes: whatever fulfils it is right, and nothing else is.
//!
//! ```toml
//! task = { goal = "distance > 3", edits = 1, hints = [{ en = "…", zh = "…" }], done = { en = "…", zh = "…" } }
//! ```

use std::{cmp::Ordering, collections::HashMap, str::FromStr};

use serde::Serialize;

use super::Bilingual;
use crate::{
    lab::{FeatureEffect, Trial},
    simhash::{Fixed, Recipe, from_fixed, to_fixed},
};

/// A task in the lab.
#[derive(Clone, Debug)]
pub struct Task {
    /// All of them at once.
    pub goals: Vec<TaskGoal>,
    /// The most changes; `None` for any number. With 0 the text stays, and the recipe is what changes.
    pub edits: Option<usize>,
    /// Shown one after the other.
    pub hints: Vec<Bilingual>,
    /// The lesson of it, said when it is done.
    pub done: Option<Bilingual>,
    /// Its line in the file, from 1.
    pub line: usize,
}

/// A condition on the text as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum TaskGoal {
    /// The distance to the original, in these columns alone if some are named, the last one among them.
    Distance {
        columns: Option<[usize; 2]>,
        relation: Relation,
        than: u32,
    },
    Bit {
        column: usize,
        is: bool,
    },
    Sum {
        column: usize,
        relation: Relation,
        than: Fixed,
    },
    /// One feature alone is excluded, and the bit flips.
    Decides {
        column: usize,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    Less,
    AtMost,
    Equal,
    Unlike,
    AtLeast,
    More,
}

/// How far a trial has come.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskState {
    /// For each goal its number now, if there is one, and whether it is reached.
    pub goals: Vec<(Option<f64>, bool)>,
    /// Words put in, taken out, replaced or excluded.
    pub edits: usize,
    /// Not more changes than allowed, and of the kind allowed.
    pub allowed: bool,
}

impl TaskState {
    /// Whether all goals are reached as allowed.
    pub fn reached(&self) -> bool {
        self.allowed && self.goals.iter().all(|&(_, reached)| reached)
    }
}

impl Relation {
    const ALL: [(&str, Self); 6] = [
        ("<", Self::Less),
        ("<=", Self::AtMost),
        ("=", Self::Equal),
        ("!=", Self::Unlike),
        (">=", Self::AtLeast),
        (">", Self::More),
    ];

    fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(of, _)| *of == name).map(|(_, relation)| relation)
    }

    /// As it is written in mathematics.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "≤",
            Self::Equal => "=",
            Self::Unlike => "≠",
            Self::AtLeast => "≥",
            Self::More => ">",
        }
    }

    fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Equal => order.is_eq(),
            Self::Unlike => order.is_ne(),
            Self::AtLeast => order.is_ge(),
            Self::More => order.is_gt(),
        }
    }
}

impl FromStr for TaskGoal {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let column = |word: &str| word.parse::<usize>().map_err(drop);
        let relation = |word: &str| Relation::find(word).ok_or(());
        match *words.as_slice() {
            ["distance", sign, than] => {
                Ok(Self::Distance { columns: None, relation: relation(sign)?, than: than.parse().map_err(drop)? })
            }
            ["distance", columns, sign, than] => {
                let (first, last) = columns.split_once('-').ok_or(())?;
                let columns = [column(first)?, column(last)?];
                let than = than.parse().map_err(drop)?;
                if columns[0] > columns[1] {
                    return Err(());
                }
                Ok(Self::Distance { columns: Some(columns), relation: relation(sign)?, than })
            }
            ["bit", at, "=", is @ ("0" | "1")] => Ok(Self::Bit { column: column(at)?, is: is == "1" }),
            ["sum", at, sign, than] => {
                let than = than.parse().ok().filter(|than: &f64| than.abs() < 1e9).ok_or(())?;
                Ok(Self::Sum { column: column(at)?, relation: relation(sign)?, than: to_fixed(than) })
            }
            ["decides", at] => Ok(Self::Decides { column: column(at)? }),
            _ => Err(()),
        }
    }
}

impl TaskGoal {
    /// The rightmost column that it names.
    pub fn column(self) -> Option<usize> {
        match self {
            Self::Distance { columns, .. } => columns.map(|[_, last]| last),
            Self::Bit { column, .. } | Self::Sum { column, .. } | Self::Decides { column } => Some(column),
        }
    }

    /// Its number in a trial, if it has one, and whether it is reached. A trial without fingerprints reaches nothing.
    fn found(self, trial: &Trial, edits: usize) -> (Option<f64>, bool) {
        let [Some(a), Some(b)] = trial.fingerprints else { return (None, false) };
        // A reader may have chosen fewer bits.
        if self.column().is_some_and(|column| column >= usize::from(b.width())) {
            return (None, false);
        }
        match self {
            Self::Distance { columns, relation, than } => {
                let [first, last] = columns.unwrap_or([0, usize::MAX]);
                let apart = a.xor(b).columns().filter(|&column| (first..=last).contains(&column));
                let apart = apart.count() as u32;
                (Some(apart.into()), relation.holds(apart.cmp(&than)))
            }
            Self::Bit { column, is } => (Some(f64::from(u8::from(b.bit(column)))), b.bit(column) == is),
            Self::Sum { column, relation, than } => match trial.sums.get(column) {
                Some(sum) => (Some(from_fixed(*sum)), relation.holds(sum.cmp(&than))),
                None => (None, false),
            },
            Self::Decides { column } => {
                let alone = edits == 1 && trial.excluded_features() == 1;
                (None, alone && a.bit(column) != b.bit(column))
            }
        }
    }
}

impl Task {
    /// Whether it can be seen that no change reaches its goals, given the text as it is: a distance that so many
    /// columns have not, two values for one bit, a bit that no feature decides.
    pub fn is_impossible(&self, as_it_is: &Trial) -> bool {
        let width = u32::from(as_it_is.trace.recipe.bits);
        self.goals.iter().enumerate().any(|(at, &goal)| match goal {
            TaskGoal::Distance { columns, relation, than } => {
                let most = columns.map_or(width, |[first, last]| (last - first + 1) as u32);
                !(0..=most).any(|distance| relation.holds(distance.cmp(&than)))
            }
            TaskGoal::Bit { column, is } => self.goals[..at].contains(&TaskGoal::Bit { column, is: !is }),
            TaskGoal::Sum { .. } => false,
            TaskGoal::Decides { column } => {
                let decides =
                    |effect: &FeatureEffect| effect.columns(as_it_is.trace.recipe.bits).any(|at| at == column);
                self.edits == Some(0) || self.edits.is_some() && !as_it_is.effects.iter().any(decides)
            }
        })
    }

    /// How far a trial under that recipe has come; `wanted` is the recipe of the page.
    pub fn state(&self, trial: &Trial, wanted: &Recipe) -> TaskState {
        let edits = edits(trial);
        let same_recipe = trial.trace.recipe == *wanted;
        let allowed = match self.edits {
            Some(0) => edits == 0,
            most => same_recipe && most.is_none_or(|most| edits <= most),
        };
        TaskState { goals: self.goals.iter().map(|goal| goal.found(trial, edits)).collect(), edits, allowed }
    }
}

/// The words by which a trial's text differs from its original, a replaced one counted once, and the features excluded.
fn edits(trial: &Trial) -> usize {
    let original: HashMap<u64, _> = trial.original.features.iter().map(|feature| (feature.key, feature)).collect();
    let mut left: u64 = trial.original.features.iter().map(|feature| u64::from(feature.tf)).sum();
    let (mut added, mut changed) = (0, 0);
    for feature in &trial.trace.features {
        let before = original.get(&feature.key);
        let kept = before.map_or(0, |before| before.tf.min(feature.tf));
        left -= u64::from(kept);
        added += u64::from(feature.tf - kept);
        // In a list of features a weight or a hash can be another.
        let same =
            before.is_none_or(|of| of.tf != feature.tf || (of.weight, of.hash) == (feature.weight, feature.hash));
        changed += u64::from(!same);
    }
    (left.max(added) + changed) as usize + trial.excluded_features()
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, sync::Arc};

    use super::*;
    use crate::simhash::trace;

    fn trial(a: &str, b: &str, recipe: &str, excluded: &[&str]) -> Trial {
        let [original, changed] = [a, b].map(|text| Arc::new(trace(text, &recipe.parse().unwrap()).unwrap()));
        let of = |name: &&str| (0..original.features.len()).find(|&at| original.name(at) == *name).unwrap();
        let keys: BTreeSet<u64> = excluded.iter().map(of).map(|at| original.features[at].key).collect();
        Trial::new(original, changed, keys)
    }

    #[test]
    fn edits_are_counted_in_words() {
        const WORDS: &str = "words;fold=none;tf;xxh3-64;64;gt";
        const GIVEN: &str = "given;fold=none;given:all;xxh3-64;6;gt";
        for (a, b, n) in [
            ("the lamp is lit", "the lamp is lit", 0),
            ("the lamp is lit", "is the lamp lit", 0),
            ("the lamp is lit", "the moon is lit", 1),
            ("the lamp is lit", "the lamp is", 1),
            ("the lamp is lit", "the lamp is lit now", 1),
            ("the lamp is lit", "the the lamp is lit lit", 2),
            ("the lamp is lit", "a moon is lit again", 3),
        ] {
            assert_eq!(edits(&trial(a, b, WORDS, &[])), n, "{b}");
        }
        assert_eq!(edits(&trial("the lamp is lit", "the moon is lit", WORDS, &["lit"])), 2);
        let list = "A\t4\t25\nB\t5\t2b\n";
        for (b, n) in [("A\t6\t25\nB\t5\t2b\n", 1), ("A\t4\t26\nB\t6\t2b\n", 2), ("B\t5\t2b\n", 1), (list, 0)] {
            assert_eq!(edits(&trial(list, b, GIVEN, &[])), n, "{b}");
        }
    }

    #[test]
    fn goals_are_what_the_pipeline_computes() {
        const GIVEN: &str = "given;fold=none;given:all;xxh3-64;6;gt";
        // Sums 9 -9 1 -1 1 9; without A those of B.
        let list = "A\t4\t25\nB\t5\t2b\n";
        let without = trial(list, list, GIVEN, &["A"]);
        let changed = trial(list, "A\t6\t25\nB\t5\t2b\n", GIVEN, &[]);
        let none = trial(list, "", GIVEN, &[]);
        for (goal, reached) in [
            ("distance > 2", [false, true, false]),
            ("distance = 0", [true, false, false]),
            ("distance 0-2 <= 1", [true, true, false]),
            ("distance 4-5 != 0", [false, true, false]),
            ("bit 3 = 1", [false, true, false]),
            ("sum 3 >= -5", [true, true, false]),
            ("sum 3 < -1", [true, false, false]),
            ("decides 3", [false, false, false]),
        ] {
            let goal: TaskGoal = goal.parse().unwrap();
            let found = [&without, &changed, &none].map(|trial| goal.found(trial, edits(trial)).1);
            assert_eq!(found, reached, "{goal:?}");
        }
        let heavy = "A\t4\t25\nB\t5\t2b\nC\t3\t04\n";
        let goal: TaskGoal = "decides 3".parse().unwrap();
        assert!(goal.found(&trial(heavy, heavy, GIVEN, &["A"]), 1).1);
        assert!(!goal.found(&trial(heavy, heavy, GIVEN, &["A", "C"]), 2).1);
    }

    #[test]
    fn what_is_no_goal_is_refused() {
        for text in [
            "",
            "distance",
            "distance > ",
            "distance > x",
            "distance ~ 3",
            "distance 5-2 > 1",
            "distance 5 > 1",
            "bit 3",
            "bit 3 = 2",
            "bit -1 = 0",
            "bit 3 > 0",
            "sum 3 > inf",
            "sum 3 > 1e300",
            "decides",
            "decides x",
            "xor = 3",
        ] {
            assert_eq!(text.parse::<TaskGoal>(), Err(()), "{text}");
        }
    }

    #[test]
    fn another_recipe_is_no_answer_unless_it_is_what_is_asked_for() {
        let (gt, ge) = ("given;fold=none;given:all;xxh3-64;6;gt", "given;fold=none;given:all;xxh3-64;6;ge");
        let list = "A\t2\t32\nB\t2\t29\n";
        let task =
            |edits| Task { goals: vec!["bit 1 = 1".parse().unwrap()], edits, hints: Vec::new(), done: None, line: 1 };
        let tried = trial(list, list, ge, &[]);
        assert!(!task(Some(1)).state(&tried, &gt.parse().unwrap()).reached());
        assert!(task(Some(0)).state(&tried, &gt.parse().unwrap()).reached());
        let edited = trial(list, "A\t3\t32\nB\t2\t29\n", gt, &[]);
        assert!(task(Some(1)).state(&edited, &gt.parse().unwrap()).reached());
        assert!(!task(Some(0)).state(&edited, &gt.parse().unwrap()).reached());
    }
}
