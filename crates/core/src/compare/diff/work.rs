//! The order of the work: paragraphs, regions of changed paragraphs, groups of paragraphs, words.

use std::{borrow::Cow, collections::HashMap, ops::Range, time::Instant};

use super::{
    Diff,
    align::{CELLS, LINE, ParagraphGroup},
    moves,
    phrase::{Run, WordPair, common_ends, equal_runs},
    piece::{self, LONG, Piece},
    region::{Region, Unit},
    rows::Rows,
    space::{collapsed, cut_in},
    word::Seed,
};
use crate::{room, simhash::Span};

/// When time is up, pairs of paragraphs up to this many bytes are still compared, by what is at both ends.
const CHEAP: usize = 64 * 1024;
/// The largest depth of the division of regions; what is not found by then stays unaligned.
const DEEPEST: usize = 8;
/// A paragraph that was set beside another with its neighbours must share this much of its own words with it.
const PROVEN: f64 = 0.5;

fn has_passed(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() > deadline)
}

/// A comparison under way.
pub(super) struct Work<'t> {
    texts: [&'t str; 2],
    pieces: [Vec<Piece>; 2],
    /// The text of each piece, as a number: the same for pieces that are the same except for whitespace.
    says: [Vec<u32>; 2],
    rows: Rows<'t>,
    deadline: Option<Instant>,
    flipped: bool,
    complete: bool,
}

impl<'t> Work<'t> {
    /// Not begun yet. `flipped`: the sides were changed, and will be changed back.
    pub(super) fn new(texts: [&'t str; 2], deadline: Option<Instant>, flipped: bool) -> Self {
        let pieces = texts.map(piece::pieces);
        Self {
            texts,
            pieces,
            says: [Vec::new(), Vec::new()],
            rows: Rows::new(texts),
            deadline,
            flipped,
            complete: true,
        }
    }

    /// Does it. The paragraphs with these numbers, ascending on both sides, are aligned.
    pub(super) fn finish(mut self, points: &[[u32; 2]]) -> Diff {
        let bodies = [0, 1].map(|side| {
            let text = self.texts[side];
            room::collected(self.pieces[side].iter().map(|piece| piece::body(text, piece.span).of(text)))
        });
        if !self.late() {
            self.says = numbered(&bodies);
        }
        let mut at = [0; 2];
        for [i, j] in self.points(points) {
            self.stretch(&bodies, &[at[0]..i, at[1]..j]);
            let end = [(0, i), (1, j)].map(|(side, first)| {
                let rest = &self.pieces[side][first + 1..];
                first + 1 + rest.iter().take_while(|piece| !piece.first).count()
            });
            self.beside(&[i..end[0], j..end[1]]);
            at = end;
        }
        self.stretch(&bodies, &[at[0]..bodies[0].len(), at[1]..bodies[1].len()]);
        let Self { texts, pieces: [a, b], rows, deadline, mut complete, .. } = self;
        let (mut diff, alone) = rows.finish([&a, &b]);
        let moved = moves::find(&diff, texts, &alone, deadline, || {
            let late = has_passed(deadline);
            complete &= !late;
            late
        });
        diff.set_moved(moved);
        diff.complete = complete;
        diff
    }

    fn late(&mut self) -> bool {
        let late = has_passed(self.deadline);
        self.complete &= !late;
        late
    }

    /// The first pieces of the paragraphs with these numbers; those that do not rise on both sides are excluded.
    fn points(&self, points: &[[u32; 2]]) -> Vec<[usize; 2]> {
        if points.is_empty() {
            return Vec::new();
        }
        let numbered = [0, 1].map(|side| {
            let text = self.texts[side];
            let all = self.pieces[side].iter().enumerate();
            let all = all.filter(|(_, piece)| piece.first && !piece::body(text, piece.span).is_empty());
            all.map(|(at, _)| at).collect::<Vec<usize>>()
        });
        let mut found: Vec<[usize; 2]> = Vec::new();
        for point in points {
            let own = |side: usize| numbered[side].get((point[side] as usize).checked_sub(1)?).copied();
            if let (Some(i), Some(j)) = (own(0), own(1))
                && found.last().is_none_or(|&[x, y]| i > x && j > y)
            {
                found.push([i, j]);
            }
        }
        found
    }

    /// Compares paragraphs between two points.
    fn stretch(&mut self, bodies: &[Vec<&str>; 2], pieces: &[Range<usize>; 2]) {
        let mut at = [pieces[0].start, pieces[1].start];
        for run in self.same_pieces(bodies, pieces) {
            self.region(&[at[0]..run.at[0], at[1]..run.at[1]]);
            for n in 0..run.len {
                self.rows.equal([0, 1].map(|side| self.pieces[side][run.at[side] + n].span));
            }
            at = run.end();
        }
        self.region(&[at[0]..pieces[0].end, at[1]..pieces[1].end]);
    }

    /// The paragraphs that are the same on both sides, as far as they can be trusted.
    fn same_pieces(&mut self, bodies: &[Vec<&str>; 2], pieces: &[Range<usize>; 2]) -> Vec<Run> {
        let bodies = [0, 1].map(|side| &bodies[side][pieces[side].clone()]);
        let runs = if self.late() || self.says[0].is_empty() {
            common_ends(bodies[0], bodies[1], |x, y| x == y)
        } else {
            let says = [0, 1].map(|side| &self.says[side][pieces[side].clone()]);
            let runs = equal_runs(says[0], says[1], self.deadline);
            self.late();
            trusted(runs, bodies)
        };
        let in_all = |run: Run| Run { at: [0, 1].map(|side| run.at[side] + pieces[side].start), ..run };
        runs.into_iter().map(in_all).collect()
    }

    /// Compares two paragraphs that shall be aligned, however little they share.
    fn beside(&mut self, pieces: &[Range<usize>; 2]) {
        let one = |side: usize| pieces[side].len() == 1;
        let says = [0, 1].map(|side| self.says[side].get(pieces[side].start).copied());
        let spans = [0, 1].map(|side| {
            let all = &self.pieces[side][pieces[side].clone()];
            Span { start: all[0].span.start, end: all[all.len() - 1].span.end }
        });
        if one(0) && one(1) && says[0].is_some() && says[0] == says[1] {
            self.rows.equal(spans);
            return;
        }
        let units = [0, 1].map(|side| Unit::all(&self.pieces[side], pieces[side].clone()));
        let short = spans.iter().all(|span| span.len() <= CHEAP);
        let deadline = self.deadline.filter(|_| !short);
        let Some(region) = Region::read(self.texts, &self.pieces, units, || has_passed(deadline)) else {
            self.complete = false;
            self.alone(pieces);
            return;
        };
        if one(0) && one(1) {
            let words = [&*region.words[0], &*region.words[1]];
            let pair = WordPair::new(self.texts, words, &region.dictionary);
            let runs = if self.late() { pair.ends() } else { pair.runs(&[], self.deadline) };
            self.rows.pair(spans, words, &runs);
        } else {
            self.group(&region, &[0..1, 0..1]);
        }
    }

    /// Compares paragraphs between those that are the same.
    fn region(&mut self, pieces: &[Range<usize>; 2]) {
        if pieces.iter().all(|pieces| !pieces.is_empty()) {
            let late = self.late();
            let units = [0, 1].map(|side| Unit::all(&self.pieces[side], pieces[side].clone()));
            let cheap = units.iter().all(|units| matches!(units.as_slice(), [unit] if unit.span.len() <= CHEAP));
            let deadline = self.deadline.filter(|_| !cheap);
            if (!late || cheap)
                && let Some(region) = Region::read(self.texts, &self.pieces, units, || has_passed(deadline))
            {
                self.place(&region, &[0..region.units[0].len(), 0..region.units[1].len()], 0);
                return;
            }
            self.complete = false;
        }
        self.alone(pieces);
    }

    /// Sets the paragraphs of a region, or of a part of it, beside each other.
    fn place(&mut self, region: &Region<'t>, units: &[Range<usize>; 2], depth: usize) {
        let [m, n] = [units[0].len(), units[1].len()];
        if m * n <= CELLS {
            // One and one need no table: `write` looks at them.
            let groups = if m * n <= 1 { Vec::new() } else { region.groups(units) };
            self.write(region, units, &groups);
            return;
        }
        let anchors = if depth == DEEPEST || self.late() { Vec::new() } else { region.anchors(units) };
        if anchors.is_empty() {
            self.write(region, units, &[]);
            return;
        }
        let mut at = [units[0].start, units[1].start];
        for (i, j) in anchors {
            self.place(region, &[at[0]..i, at[1]..j], depth + 1);
            self.group(region, &[i..i + 1, j..j + 1]);
            at = [i + 1, j + 1];
        }
        self.place(region, &[at[0]..units[0].end, at[1]..units[1].end], depth + 1);
    }

    /// Writes groups of paragraphs, and between them those in no group.
    fn write(&mut self, region: &Region<'t>, units: &[Range<usize>; 2], groups: &[ParagraphGroup]) {
        let mut at = [units[0].start, units[1].start];
        let end = units.each_ref().map(|units| units.end..units.end);
        for group in groups.iter().chain([&end]) {
            let between = [at[0]..group[0].start, at[1]..group[1].start];
            if between.iter().all(|units| units.len() == 1) && region.lone_pair(between[0].start, between[1].start) {
                self.group(region, &between);
            } else {
                self.alone(&[0, 1].map(|side| region.pieces(side, between[side].clone())));
            }
            if !group[0].is_empty() {
                self.group(region, group);
            }
            at = [group[0].end, group[1].end];
        }
    }

    /// Compares the words of aligned paragraphs.
    fn group(&mut self, region: &Region<'t>, group: &ParagraphGroup) {
        let units = [0, 1].map(|side| &region.units[side][group[side].clone()]);
        let ends = units.map(|units| [&units[0], &units[units.len() - 1]]);
        let starts = ends.map(|[first, _]| first.words.start);
        let words = [0, 1].map(|side| &region.words[side][starts[side]..ends[side][1].words.end]);
        let pair = WordPair::new(self.texts, words, &region.dictionary);
        let many = usize::from(group[1].len() > 1);
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
                RowPart::Alone(side, span) => room::push(&mut waiting[side], span),
                RowPart::Both { spans, words: inside, runs } => {
                    self.flush(&mut waiting, &pieces);
                    let words = [0, 1].map(|side| &words[side][inside[side].clone()]);
                    self.rows.pair(spans, words, &runs);
                }
            }
        }
        self.flush(&mut waiting, &pieces);
    }

    /// The equal words, without those of paragraphs that share too little with the other side.
    fn proven_runs(&mut self, pair: &WordPair<'_, 't>, side: usize, members: &[Range<usize>]) -> Vec<Run> {
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
                    let end = run.end()[side];
                    let inside = run.at[side].max(member.start)..end.min(member.end);
                    if !inside.is_empty() {
                        shared += pair.weigh(side, inside);
                    }
                    if end > member.end {
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
                    self.rows.alone(side, Span { start, end }, None);
                    start = end;
                }
            }
        }
    }

    /// Writes unaligned pieces.
    fn alone(&mut self, pieces: &[Range<usize>; 2]) {
        for side in self.order() {
            for at in pieces[side].clone() {
                self.rows.alone(side, self.pieces[side][at].span, self.says[side].get(at).copied());
            }
        }
    }

    /// Removals come before additions.
    fn order(&self) -> [usize; 2] {
        if self.flipped { [1, 0] } else { [0, 1] }
    }
}

/// One row to be.
#[derive(Debug)]
enum RowPart {
    /// Aligned paragraphs of the two sides.
    Both {
        /// Bytes of A and of B.
        spans: [Span; 2],
        /// The words of each side, as indices into the words of the pair.
        words: [Range<usize>; 2],
        /// The words that are the same, as indices into the words of this part.
        runs: Vec<Run>,
    },
    /// Only side 0 or 1.
    Alone(usize, Span),
}

/// A place where both sides are cut: before which word, and where exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cut {
    words: [usize; 2],
    at: [u32; 2],
}

/// Aligned paragraphs to cut into rows, both sides at matching places, with their words. Two reasons to cut: one
/// paragraph is aligned with several (it is cut where those end), and one is longer than a screen can wrap at once.
struct Cutter<'p, 'w, 't> {
    /// The words of both sides.
    pair: &'p WordPair<'w, 't>,
    /// The bounds of the paragraphs.
    spans: [Span; 2],
    /// The words that are the same.
    runs: &'p [Run],
}

impl Cutter<'_, '_, '_> {
    /// The rows. `side` has several paragraphs, which begin at these words and bytes (except the first one).
    fn parts(&self, side: usize, starts: &[(usize, u32)]) -> Vec<RowPart> {
        let other = 1 - side;
        let mut cuts = vec![Cut { words: [0; 2], at: self.spans.map(|span| span.start) }];
        for &(word, at) in starts {
            let beside = self.beside(side, word);
            let mut cut = Cut { words: [word; 2], at: [at; 2] };
            cut.words[other] = beside;
            cut.at[other] = self.place(other, beside);
            cuts.push(cut);
        }
        cuts.push(Cut { words: self.pair.words.map(<[_]>::len), at: self.spans.map(|span| span.end) });
        let mut parts = Vec::new();
        for ends in cuts.windows(2) {
            self.shorten(ends[0], ends[1], &mut parts);
        }
        parts
    }

    /// Before which word to cut the other side, when this side is cut before `word`: between the words that are
    /// on both sides before and after, at the strongest boundary.
    fn beside(&self, side: usize, word: usize) -> usize {
        let other = 1 - side;
        let next = self.runs.partition_point(|run| run.end()[side] <= word);
        let from = next.checked_sub(1).map_or(0, |before| self.runs[before].end()[other]);
        let to = match self.runs.get(next) {
            Some(run) if run.at[side] < word => return run.at[other] + word - run.at[side],
            Some(run) => run.at[other],
            None => self.pair.words[other].len(),
        };
        let mut best = (from, self.pair.strength(other, from));
        for candidate in from + 1..=to {
            let strength = self.pair.strength(other, candidate);
            if strength > best.1 {
                best = (candidate, strength);
            }
        }
        best.0
    }

    /// The exact place to cut before a word, in bytes.
    fn place(&self, side: usize, word: usize) -> u32 {
        match self.pair.gap(side, word) {
            Some(gap) => gap.start + cut_in(gap.of(self.pair.texts[side])) as u32,
            None if word == 0 => self.spans[side].start,
            None => self.spans[side].end,
        }
    }

    /// Adds what is between two cuts, in parts that are not too long.
    fn shorten(&self, from: Cut, to: Cut, parts: &mut Vec<RowPart>) {
        let long = |x: Cut, y: Cut| (0..2).any(|side| (y.at[side] - x.at[side]) as usize > LONG);
        let cut = |words: [usize; 2]| Cut {
            words,
            at: [0, 1].map(|side| match words[side] {
                word if word <= from.words[side] => from.at[side],
                word if word >= to.words[side] => to.at[side],
                word => self.place(side, word),
            }),
        };
        let mut start = from;
        if long(from, to) {
            let mut end = from.words;
            for run in self.runs_between(from, to) {
                let (last, first) = (cut(end), cut(run.at));
                if long(last, first) {
                    // This change is long itself: it is alone, between two cuts.
                    self.add(start, last, parts);
                    self.add(last, first, parts);
                    start = first;
                }
                let mut sentence = None;
                for n in 0..run.len {
                    let words = run.at.map(|at| at + n);
                    let here = cut(words);
                    if long(start, here) {
                        let end = sentence.take().unwrap_or(here);
                        self.add(start, end, parts);
                        start = end;
                    }
                    if self.pair.strength(0, words[0]) >= 3 && here.at != start.at {
                        sentence = Some(here);
                    }
                }
                end = run.end();
            }
            if long(cut(end), to) {
                self.add(start, cut(end), parts);
                start = cut(end);
            }
        }
        self.add(start, to, parts);
    }

    /// The parts of the runs between two cuts.
    fn runs_between(&self, from: Cut, to: Cut) -> impl Iterator<Item = Run> {
        let first = self.runs.partition_point(|run| run.end()[0] <= from.words[0]);
        let inside = self.runs[first..].iter().take_while(move |run| run.at[0] < to.words[0]);
        inside.filter_map(move |run| {
            let [a, b] = [0, 1].map(|side| from.words[side].saturating_sub(run.at[side]));
            let at = run.at.map(|at| at + a.max(b));
            let [left_a, left_b] = [0, 1].map(|side| to.words[side].saturating_sub(at[side]));
            let len = run.len.saturating_sub(a.max(b)).min(left_a).min(left_b);
            (len > 0).then_some(Run { at, len })
        })
    }

    fn add(&self, from: Cut, to: Cut, parts: &mut Vec<RowPart>) {
        let spans = [0, 1].map(|side| Span { start: from.at[side], end: to.at[side] });
        let words = [0, 1].map(|side| from.words[side]..to.words[side]);
        let runs: Vec<Run> = self
            .runs_between(from, to)
            .map(|run| Run { at: [0, 1].map(|side| run.at[side] - from.words[side]), ..run })
            .collect();
        let light = |side: usize| self.pair.weigh(side, words[side].clone()) <= LINE;
        if spans.iter().all(|span| !span.is_empty()) && (!runs.is_empty() || light(0) && light(1)) {
            parts.push(RowPart::Both { spans, words, runs });
        } else {
            parts.extend((0..2).filter(|&side| !spans[side].is_empty()).map(|side| RowPart::Alone(side, spans[side])));
        }
    }
}

/// Numbers paragraphs by their text: the same text first, then the same except for whitespace.
fn numbered(bodies: &[Vec<&str>; 2]) -> [Vec<u32>; 2] {
    let mut exact: HashMap<&str, u32, Seed> = HashMap::default();
    let mut ids = bodies.each_ref().map(|bodies| {
        let ids = bodies.iter().map(|&body| {
            let next = exact.len() as u32;
            room::room_in(&mut exact);
            *exact.entry(body).or_insert(next)
        });
        room::collected(ids)
    });
    let mut on = [0, 1].map(|_| room::filled(false, exact.len()));
    for (ids, on) in ids.iter().zip(&mut on) {
        for &id in ids {
            on[id as usize] = true;
        }
    }
    let mut folded: HashMap<Cow<'_, str>, u32, Seed> = HashMap::default();
    for (ids, bodies) in ids.iter_mut().zip(bodies) {
        for (id, body) in ids.iter_mut().zip(bodies) {
            if !(on[0][*id as usize] && on[1][*id as usize]) {
                room::room_in(&mut folded);
                *id = *folded.entry(collapsed(body)).or_insert(*id);
            }
        }
    }
    ids
}

/// The `runs` of equal paragraphs that may separate the paragraphs between them.
fn trusted(mut runs: Vec<Run>, bodies: [&[&str]; 2]) -> Vec<Run> {
    let in_run = |run: &Run| bodies[0][run.at[0]..run.end()[0]].iter();
    let same: usize = runs.iter().flat_map(in_run).map(|body| body.len()).sum();
    let whole = bodies.map(|bodies| bodies.iter().map(|body| body.len()).sum::<usize>());
    if same * 2 < whole[0].min(whole[1]) {
        // Most changed: the few that are the same may well be the wrong ones (headings, rules). In texts too large
        // for one table the long ones are kept, which rarely are.
        let large = bodies[0].len() * bodies[1].len() > CELLS;
        runs.retain(|run| large && in_run(run).any(|body| body.len() > LINE as usize));
    }
    // Paragraphs without words hold nothing apart.
    let ends = bodies.map(<[&str]>::len);
    let mut at = [0; 2];
    let mut kept = room::with_room(runs.len());
    for (n, run) in runs.iter().enumerate() {
        let next = runs.get(n + 1).map_or(ends, |next| next.at);
        let alone = at != run.at && next != run.end();
        let empty = || in_run(run).all(|body| !body.contains(char::is_alphanumeric));
        at = run.end();
        if !(alone && run.len < 4 && empty()) {
            kept.push(*run);
        }
    }
    kept
}
