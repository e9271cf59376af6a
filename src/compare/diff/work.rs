//! The order of the work: paragraphs, regions of changed paragraphs, groups of paragraphs, words.

use std::{borrow::Cow, collections::HashMap, ops::Range, time::Instant};

use similar::algorithms::Algorithm;

use super::{
    Diff, Side,
    align::{self, Group, LINE, Shared},
    anchor,
    cut::{Cutter, Part},
    phrase::{Pair, Run, common_ends, equal_runs},
    piece::{self, Piece},
    rows::Rows,
    space::fold,
    word::{self, Dictionary, Word},
};
use crate::simhash::Span;

/// When time is up, pairs of paragraphs up to this many bytes are still compared, by what stands at both ends.
const CHEAP: usize = 64 * 1024;
/// Regions are divided at most so often; what is not found by then stands alone.
const DEEPEST: usize = 8;
/// A paragraph that was set beside another with its neighbours must share this much of its own words with it.
const PROVEN: f64 = 0.5;

/// A comparison under way.
pub(super) struct Work<'t> {
    sides: [Side<'t>; 2],
    pieces: [Vec<Piece>; 2],
    rows: Rows<'t>,
    deadline: Option<Instant>,
    flipped: bool,
    complete: bool,
}

/// A paragraph of a region; pieces of the same paragraph are one again.
struct Unit {
    pieces: Range<usize>,
    span: Span,
    words: Range<usize>,
}

/// Changed paragraphs of both sides, with their words.
struct Region<'t> {
    units: [Vec<Unit>; 2],
    words: [Vec<Word>; 2],
    weights: [Vec<u64>; 2],
    dictionary: Dictionary<'t>,
}

impl<'t> Work<'t> {
    /// Not begun yet. `flipped`: the sides were changed, and will be changed back.
    pub fn new(sides: [Side<'t>; 2], deadline: Option<Instant>, flipped: bool) -> Self {
        let pieces = sides.map(piece::pieces);
        Self { sides, pieces, rows: Rows::new(sides.map(|side| side.text)), deadline, flipped, complete: true }
    }

    /// Does it.
    pub fn finish(mut self) -> Diff {
        let mut at = [0; 2];
        for run in self.same_pieces() {
            self.region([at[0]..run.a, at[1]..run.b]);
            for n in 0..run.len {
                self.rows.equal([self.pieces[0][run.a + n].span, self.pieces[1][run.b + n].span]);
            }
            at = [run.a + run.len, run.b + run.len];
        }
        self.region([at[0]..self.pieces[0].len(), at[1]..self.pieces[1].len()]);
        let [a, b] = &self.pieces;
        self.rows.finish([a, b], self.complete)
    }

    /// Whether the time is up.
    fn late(&mut self) -> bool {
        let late = self.deadline.is_some_and(|deadline| Instant::now() > deadline);
        self.complete &= !late;
        late
    }

    fn body(&self, side: usize, piece: usize) -> &'t str {
        let text = self.sides[side].text;
        piece::body(text, self.pieces[side][piece].span).of(text)
    }

    /// The paragraphs that are the same on both sides, as far as they can be trusted.
    fn same_pieces(&mut self) -> Vec<Run> {
        let bodies = [0, 1].map(|side| (0..self.pieces[side].len()).map(|at| self.body(side, at)).collect::<Vec<_>>());
        if self.late() {
            return common_ends(&bodies[0], &bodies[1], |x, y| x == y);
        }
        let ids = numbers(&bodies);
        let mut runs = equal_runs(Algorithm::Histogram, &ids[0], &ids[1], self.deadline);
        self.late();
        let same: usize = runs.iter().flat_map(|run| &bodies[0][run.a..run.a + run.len]).map(|body| body.len()).sum();
        let whole = self.sides.map(|side| side.text.trim().len());
        if same * 2 < whole[0].min(whole[1]) {
            // Most changed: the few that are the same may well be the wrong ones (headings, rules).
            runs.clear();
        }
        // Paragraphs without words hold nothing apart.
        let ends = bodies.each_ref().map(Vec::len);
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

    /// Compares paragraphs between those that are the same.
    fn region(&mut self, pieces: [Range<usize>; 2]) {
        if pieces.iter().all(|pieces| !pieces.is_empty()) {
            let bytes: usize =
                [0, 1].iter().flat_map(|&side| &self.pieces[side][pieces[side].clone()]).map(|p| p.span.len()).sum();
            let late = self.late();
            let units = [0, 1].map(|side| self.units(side, pieces[side].clone()));
            if (!late || (bytes <= CHEAP && units.iter().all(|units| units.len() == 1)))
                && let Some(region) = self.words(units)
            {
                self.place(&region, [0..region.units[0].len(), 0..region.units[1].len()], 0);
                return;
            }
        }
        self.alone(pieces);
    }

    fn units(&self, side: usize, pieces: Range<usize>) -> Vec<Unit> {
        let mut units: Vec<Unit> = Vec::with_capacity(pieces.len());
        for at in pieces {
            let Piece { span, first } = self.pieces[side][at];
            match units.last_mut().filter(|_| !first) {
                Some(unit) => (unit.pieces.end, unit.span.end) = (at + 1, span.end),
                None => units.push(Unit { pieces: at..at + 1, span, words: 0..0 }),
            }
        }
        units
    }

    /// Reads the words of a region; `None` when the time is up before.
    fn words(&mut self, mut units: [Vec<Unit>; 2]) -> Option<Region<'t>> {
        /// The clock is looked at once in so many words.
        const OFTEN: usize = 1 << 13;
        let mut dictionary = Dictionary::default();
        let mut words = [Vec::new(), Vec::new()];
        let mut weights = [Vec::new(), Vec::new()];
        let mut read = 0;
        for side in 0..2 {
            let text = self.sides[side].text;
            for unit in &mut units[side] {
                let start = words[side].len();
                let mut late = false;
                word::each(self.sides[side], unit.span, |span| {
                    words[side].push(Word { span, id: dictionary.id(span.of(text)) });
                    read += 1;
                    late = read % OFTEN == 0 && self.late();
                    !late
                });
                if late {
                    return None;
                }
                unit.words = start..words[side].len();
                weights[side].push(dictionary.weigh(&words[side][start..]));
            }
        }
        Some(Region { units, words, weights, dictionary })
    }

    /// Sets the paragraphs of a region, or of a part of it, beside each other.
    fn place(&mut self, region: &Region<'t>, units: [Range<usize>; 2], depth: usize) {
        let [m, n] = [units[0].len(), units[1].len()];
        if m * n <= align::CELLS {
            let groups = if m * n == 0 { Vec::new() } else { region.groups(&units) };
            self.write(region, units, &groups);
            return;
        }
        let anchors = if depth == DEEPEST || self.late() { Vec::new() } else { region.anchors(&units) };
        if anchors.is_empty() {
            self.write(region, units, &[]);
            return;
        }
        let mut at = [units[0].start, units[1].start];
        for (i, j) in anchors {
            self.place(region, [at[0]..i, at[1]..j], depth + 1);
            self.group(region, &Group { a: i..i + 1, b: j..j + 1 });
            at = [i + 1, j + 1];
        }
        self.place(region, [at[0]..units[0].end, at[1]..units[1].end], depth + 1);
    }

    /// Writes groups of paragraphs, and between them those in no group.
    fn write(&mut self, region: &Region<'t>, units: [Range<usize>; 2], groups: &[Group]) {
        let mut at = [units[0].start, units[1].start];
        let end = Group { a: units[0].end..units[0].end, b: units[1].end..units[1].end };
        for group in groups.iter().chain([&end]) {
            let between = [at[0]..group.a.start, at[1]..group.b.start];
            let line = |side: usize| between[side].len() == 1 && region.weights[side][between[side].start] <= LINE;
            if line(0) && line(1) {
                self.group(region, &Group { a: between[0].clone(), b: between[1].clone() });
            } else {
                self.alone([0, 1].map(|side| region.pieces(side, between[side].clone())));
            }
            if !group.a.is_empty() {
                self.group(region, group);
            }
            at = [group.a.end, group.b.end];
        }
    }

    /// Compares the words of paragraphs that stand beside each other.
    fn group(&mut self, region: &Region<'t>, group: &Group) {
        let units = [&region.units[0][group.a.clone()], &region.units[1][group.b.clone()]];
        let ends = units.map(|units| [&units[0], &units[units.len() - 1]]);
        let starts = ends.map(|[first, _]| first.words.start);
        let words = [0, 1].map(|side| &region.words[side][starts[side]..ends[side][1].words.end]);
        let pair = Pair::new(self.sides.map(|side| side.text), words, &region.dictionary);
        let many = usize::from(group.b.len() > 1);
        let members: Vec<Range<usize>> =
            units[many].iter().map(|unit| unit.words.start - starts[many]..unit.words.end - starts[many]).collect();
        let runs = self.proven_runs(&pair, many, &members);
        let breaks: Vec<(usize, u32)> =
            members.iter().zip(units[many]).skip(1).map(|(m, u)| (m.start, u.span.start)).collect();
        let spans = ends.map(|[first, last]| Span { start: first.span.start, end: last.span.end });
        let pieces = [0, 1].map(|side| units[side][0].pieces.start..ends[side][1].pieces.end);
        let mut waiting = [Vec::new(), Vec::new()];
        for part in (Cutter { pair: &pair, spans, runs: &runs }).parts(many, &breaks) {
            match part {
                Part::Alone(side, span) => waiting[side].push(span),
                Part::Both { spans, words: inside, runs } => {
                    self.flush(&mut waiting, &pieces);
                    let words = [0, 1].map(|side| &words[side][inside[side].clone()]);
                    self.rows.pair(spans, words, &runs);
                }
            }
        }
        self.flush(&mut waiting, &pieces);
    }

    /// The words that are the same, after taking out those of paragraphs that share too little with the other side.
    fn proven_runs(&mut self, pair: &Pair<'_, 't>, side: usize, members: &[Range<usize>]) -> Vec<Run> {
        let mut apart: Vec<(usize, Range<usize>)> = Vec::new();
        loop {
            if self.late() {
                return pair.ends();
            }
            let runs = pair.runs(&apart, self.deadline);
            self.late();
            let mut next = 0;
            let mut more = Vec::new();
            for member in members.iter().filter(|_| members.len() > 1) {
                let mut shared = 0;
                while let Some(run) = runs.get(next) {
                    let start = [run.a, run.b][side];
                    let inside = start.max(member.start)..(start + run.len).min(member.end);
                    if !inside.is_empty() {
                        shared += pair.weigh(side, inside);
                    }
                    if start + run.len > member.end {
                        break;
                    }
                    next += 1;
                }
                // One that is apart already shares nothing.
                if shared > 0 && (shared as f64) < PROVEN * pair.weigh(side, member.clone()) as f64 {
                    more.push((side, member.clone()));
                }
            }
            if more.is_empty() {
                return runs;
            }
            apart.append(&mut more);
        }
    }

    fn flush(&mut self, waiting: &mut [Vec<Span>; 2], pieces: &[Range<usize>; 2]) {
        for side in self.order() {
            for span in std::mem::take(&mut waiting[side]) {
                // Long ones are cut where they were cut at first.
                let all = &self.pieces[side][pieces[side].clone()];
                let first = all.partition_point(|piece| piece.span.start <= span.start);
                let inside = all[first..].iter().map(|piece| piece.span.start).take_while(|&at| at < span.end);
                let mut start = span.start;
                for end in inside.chain([span.end]) {
                    self.rows.alone(side, Span { start, end });
                    start = end;
                }
            }
        }
    }

    /// Writes pieces that stand alone.
    fn alone(&mut self, pieces: [Range<usize>; 2]) {
        for side in self.order() {
            for at in pieces[side].clone() {
                self.rows.alone(side, self.pieces[side][at].span);
            }
        }
    }

    /// What was removed stands before what was added.
    fn order(&self) -> [usize; 2] {
        if self.flipped { [1, 0] } else { [0, 1] }
    }
}

impl Region<'_> {
    fn pieces(&self, side: usize, units: Range<usize>) -> Range<usize> {
        match &self.units[side][units] {
            [first, .., last] => first.pieces.start..last.pieces.end,
            [only] => only.pieces.clone(),
            [] => 0..0,
        }
    }

    fn groups(&self, units: &[Range<usize>; 2]) -> Vec<Group> {
        let entries = [0, 1].map(|side| {
            let some = &self.units[side][units[side].clone()];
            let words = some.iter().enumerate().flat_map(|(at, unit)| {
                self.words[side][unit.words.clone()].iter().map(move |word| (word.id, at as u32))
            });
            words.map(|(id, at)| (id, at, self.dictionary.weight(id))).collect()
        });
        let mut groups = align::align(&Shared::new([units[0].len(), units[1].len()], entries));
        for group in &mut groups {
            group.a = group.a.start + units[0].start..group.a.end + units[0].start;
            group.b = group.b.start + units[1].start..group.b.end + units[1].start;
        }
        groups
    }

    fn anchors(&self, units: &[Range<usize>; 2]) -> Vec<(usize, usize)> {
        let starts = [0, 1].map(|side| {
            let some = &self.units[side][units[side].clone()];
            let ends = some.last().map(|unit| unit.words.end);
            some.iter().map(|unit| unit.words.start).chain(ends).collect::<Vec<usize>>()
        });
        let first = [0, 1].map(|side| starts[side][0]);
        let words = [0, 1].map(|side| &self.words[side][first[side]..*starts[side].last().unwrap_or(&0)]);
        let starts = [0, 1].map(|side| starts[side].iter().map(|at| at - first[side]).collect::<Vec<usize>>());
        let weights = [0, 1].map(|side| &self.weights[side][units[side].clone()]);
        let found = anchor::anchors(words, [&starts[0], &starts[1]], weights, &self.dictionary);
        found.into_iter().map(|(i, j)| (i + units[0].start, j + units[1].start)).collect()
    }
}

/// Numbers paragraphs by what they say: the same text first, then the same but for white space.
fn numbers(bodies: &[Vec<&str>; 2]) -> [Vec<u32>; 2] {
    let mut exact: HashMap<&str, u32> = HashMap::new();
    let mut ids = bodies.each_ref().map(|bodies| {
        let ids = bodies.iter().map(|&body| {
            let next = exact.len() as u32;
            *exact.entry(body).or_insert(next)
        });
        ids.collect::<Vec<u32>>()
    });
    let mut on = [vec![false; exact.len()], vec![false; exact.len()]];
    for (ids, on) in ids.iter().zip(&mut on) {
        ids.iter().for_each(|&id| on[id as usize] = true);
    }
    let mut folded: HashMap<Cow<'_, str>, u32> = HashMap::new();
    for (ids, bodies) in ids.iter_mut().zip(bodies) {
        for (id, body) in ids.iter_mut().zip(bodies) {
            if !(on[0][*id as usize] && on[1][*id as usize]) {
                *id = *folded.entry(fold(body)).or_insert(*id);
            }
        }
    }
    ids
}
