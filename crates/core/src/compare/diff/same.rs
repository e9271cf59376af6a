//! Which paragraphs say the same, and which of those can be trusted to belong together.

use std::{borrow::Cow, collections::HashMap};

use super::{
    align::{CELLS, LINE},
    phrase::Run,
    space::fold,
    word::Seed,
};

/// Numbers paragraphs by what they say: the same text first, then the same but for white space.
pub(super) fn numbers(bodies: &[Vec<&str>; 2]) -> [Vec<u32>; 2] {
    let mut exact: HashMap<&str, u32, Seed> = HashMap::with_capacity_and_hasher(bodies[0].len(), Seed::default());
    let mut ids = bodies.each_ref().map(|bodies| {
        let ids = bodies.iter().map(|&body| {
            let next = exact.len() as u32;
            *exact.entry(body).or_insert(next)
        });
        ids.collect::<Vec<u32>>()
    });
    let mut on = [vec![false; exact.len()], vec![false; exact.len()]];
    for (ids, on) in ids.iter().zip(&mut on) {
        for &id in ids {
            on[id as usize] = true;
        }
    }
    let mut folded: HashMap<Cow<'_, str>, u32, Seed> = HashMap::default();
    for (ids, bodies) in ids.iter_mut().zip(bodies) {
        for (id, body) in ids.iter_mut().zip(bodies) {
            if !(on[0][*id as usize] && on[1][*id as usize]) {
                *id = *folded.entry(fold(body)).or_insert(*id);
            }
        }
    }
    ids
}

/// Those of the `runs` of equal paragraphs that may hold the paragraphs between them apart.
pub(super) fn trusted(mut runs: Vec<Run>, bodies: [&[&str]; 2]) -> Vec<Run> {
    let same: usize = runs.iter().flat_map(|run| &bodies[0][run.a..run.a + run.len]).map(|body| body.len()).sum();
    let whole = bodies.map(|bodies| bodies.iter().map(|body| body.len()).sum::<usize>());
    if same * 2 < whole[0].min(whole[1]) {
        // Most changed: the few that are the same may well be the wrong ones (headings, rules). In texts too large
        // for one table the long ones are kept, which rarely are.
        let large = bodies[0].len() * bodies[1].len() > CELLS;
        runs.retain(|run| large && bodies[0][run.a..run.a + run.len].iter().any(|body| body.len() > LINE as usize));
    }
    // Paragraphs without words hold nothing apart.
    let ends = bodies.map(<[&str]>::len);
    let mut at = [0; 2];
    let mut kept = Vec::with_capacity(runs.len());
    for (n, run) in runs.iter().enumerate() {
        let next = runs.get(n + 1).map_or(ends, |next| [next.a, next.b]);
        let alone = at != [run.a, run.b] && next != [run.a + run.len, run.b + run.len];
        let empty = || bodies[0][run.a..run.a + run.len].iter().all(|body| !body.contains(char::is_alphanumeric));
        at = [run.a + run.len, run.b + run.len];
        if !(alone && run.len < 4 && empty()) {
            kept.push(*run);
        }
    }
    kept
}
