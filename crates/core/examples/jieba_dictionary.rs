//! Builds the dictionary that ships with the program from the dictionary of jieba:
//!
//! ```sh
//! cargo run -p simscope-core --release --example jieba_dictionary -- DICT_TXT > crates/core/assets/jieba-0.11.bin
//! ```
//!
//! `DICT_TXT` is `src/data/dict.txt` of the crate jieba-rs 0.11 (MIT, see `crates/core/assets/jieba-0.11.txt`).
//! `crates/core/src/simhash/dictionary/table.rs` describes the format of the file, and a test beside it compares the
//! file with jieba-rs. The same input gives the same file, byte for byte, if the C library computes logarithms as
//! glibc does, which made the shipped file.
//!
//! Words with other than Han characters (卡拉OK) are skipped, because only runs of Han characters are looked up. Their
//! frequencies count in the total, as in jieba.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet},
    env, fs,
    io::{self, Write},
    process::ExitCode,
};

/// The first and last characters with their own codes.
const FIRST: char = '\u{3400}';
const LAST: char = '\u{9FFF}';
/// The code of all other characters, which is never the label of a node.
const UNKNOWN: u16 = 0x3FFF;
/// The base of a group without children, outside the table.
const NO_CHILDREN: usize = (1 << 19) - 1;
/// The maximum number of slots while the table is filled.
const SLOTS: usize = NO_CHILDREN;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let [path] = &env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("usage: jieba_dictionary DICT_TXT > FILE".into());
    };
    let dictionary = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let (words, total) = words(&dictionary).ok_or("the dictionary has a line without a frequency")?;
    let codes = codes(&words);
    let weights = weights(&words);
    let table = place(&grow(&words, &codes, &weights));
    io::stdout().write_all(&bytes(&codes, &weights, total, &table)).map_err(|error| error.to_string())
}

/// The words of Han characters with their frequencies, and the sum of all frequencies.
fn words(text: &str) -> Option<(Vec<(&str, u64)>, u64)> {
    let (mut words, mut total) = (Vec::new(), 0);
    for line in text.lines() {
        let mut fields = line.split(' ');
        let (word, frequency) = (fields.next()?, fields.next()?.parse().ok()?);
        total += frequency;
        if word.chars().all(|c| (FIRST..=LAST).contains(&c)) {
            words.push((word, frequency));
        }
    }
    Some((words, total))
}

/// Numbers the characters from 1, the most frequent first, so that frequent data is close together.
fn codes(words: &[(&str, u64)]) -> BTreeMap<char, u16> {
    let mut frequencies: BTreeMap<char, u64> = BTreeMap::new();
    for &(word, frequency) in words {
        for c in word.chars() {
            *frequencies.entry(c).or_default() += frequency;
        }
    }
    let mut order: Vec<_> = frequencies.into_iter().collect();
    order.sort_by_key(|&(c, frequency)| (Reverse(frequency), c));
    order.into_iter().map(|(c, _)| c).zip(1..UNKNOWN).collect()
}

/// The distinct frequencies, numbered from 1; the frequency of most words comes first.
fn weights(words: &[(&str, u64)]) -> HashMap<u64, u16> {
    let mut shared: BTreeMap<u64, u32> = BTreeMap::new();
    for &(_, frequency) in words {
        *shared.entry(frequency).or_default() += 1;
    }
    let mut order: Vec<_> = shared.into_iter().collect();
    order.sort_by_key(|&(frequency, words)| (Reverse(words), frequency));
    order.into_iter().map(|(frequency, _)| frequency).zip(1..).collect()
}

/// A prefix of words.
#[derive(Default)]
struct Node {
    /// By their codes.
    children: BTreeMap<u16, usize>,
    /// The number of its frequency, or 0 if the prefix is not a word.
    weight: u16,
    /// The sum of the frequencies of all words with this prefix.
    sum: u64,
    /// The number of words with this prefix.
    words: u32,
}

fn grow(words: &[(&str, u64)], codes: &BTreeMap<char, u16>, weights: &HashMap<u64, u16>) -> Vec<Node> {
    let mut nodes = vec![Node::default()];
    for (word, frequency) in words {
        let mut at = 0;
        for c in word.chars() {
            let new = nodes.len();
            at = *nodes[at].children.entry(codes[&c]).or_insert(new);
            if at == new {
                nodes.push(Node::default());
            }
            nodes[at].sum += frequency;
            nodes[at].words += 1;
        }
        nodes[at].weight = weights[frequency];
    }
    nodes
}

/// The nodes with slots whose children have no slots yet, the most frequent first.
type Next = BinaryHeap<(u64, Reverse<usize>, usize)>;

/// The double array while it is filled.
struct Table {
    slots: Vec<u64>,
    /// Slots without a node.
    free: BTreeSet<usize>,
    /// Bases in use by nodes or groups.
    taken: HashSet<usize>,
    /// The bases of groups.
    groups: Vec<u32>,
    /// The ends of words.
    tails: Vec<u16>,
}

/// Puts each node into a slot: the base of its parent plus its code. No two nodes have the same base, so a slot with
/// the wanted code as its label is a child of the given node. The nodes of frequent words come first, so they are close
/// together.
fn place(nodes: &[Node]) -> Table {
    let mut table = Table {
        slots: vec![0; SLOTS],
        free: (1..SLOTS).collect(),
        taken: HashSet::new(),
        groups: Vec::new(),
        tails: Vec::new(),
    };
    let first: Vec<_> = nodes[0].children.iter().map(|(&code, &child)| (code, child)).collect();
    let mut next = BinaryHeap::new();
    table.put(0, &first, nodes, &mut next);
    while let Some((_, Reverse(at), slot)) = next.pop() {
        let node = &nodes[at];
        if node.words == 1 {
            let (tail, weight) = table.tail(node, nodes);
            table.slots[slot] |= weight << 14 | tail << 27;
            continue;
        }
        // About eight children fit between the others; hundreds do not.
        let bits = node.children.len().div_ceil(8).next_power_of_two().ilog2().min(7);
        let mut groups = vec![Vec::new(); 1 << bits];
        for (&code, &child) in &node.children {
            groups[usize::from(code) & ((1 << bits) - 1)].push((code, child));
        }
        let mut bases = Vec::new();
        for group in groups {
            let base = if group.is_empty() { NO_CHILDREN } else { table.fit(&group) };
            table.put(base, &group, nodes, &mut next);
            bases.push(base as u32);
        }
        let link = if let [base] = bases[..] {
            base
        } else {
            let first = table.groups.len() as u32;
            table.groups.extend(bases);
            1 << 19 | bits << 16 | first
        };
        table.slots[slot] |= u64::from(link) << 27;
    }
    assert!(table.groups.len() < 1 << 16 && table.tails.len() < 1 << 16, "both have 16 bits in a link");
    let end = table.slots.iter().rposition(|&slot| slot != 0).map_or(0, |last| last + 1);
    table.slots.truncate(end);
    table
}

impl Table {
    /// The least base at which all of `children` have slots.
    fn fit(&self, children: &[(u16, usize)]) -> usize {
        let fits = |base: &usize| {
            !self.taken.contains(base) && children.iter().all(|&(code, _)| self.slots[base + usize::from(code)] == 0)
        };
        let first = usize::from(children[0].0);
        self.free.iter().filter_map(|free| free.checked_sub(first)).find(fits).expect("more slots than nodes")
    }

    fn put(&mut self, base: usize, children: &[(u16, usize)], nodes: &[Node], next: &mut Next) {
        self.taken.insert(base);
        for &(code, child) in children {
            let slot = base + usize::from(code);
            self.slots[slot] = u64::from(code) | u64::from(nodes[child].weight) << 14;
            self.free.remove(&slot);
            next.push((nodes[child].sum, Reverse(child), slot));
        }
    }

    /// The end of the only word that begins with `node`, and its weight.
    fn tail(&mut self, node: &Node, nodes: &[Node]) -> (u64, u64) {
        let (mut tail, mut last) = (Vec::new(), node);
        while let Some((&code, &child)) = last.children.first_key_value() {
            tail.push(code);
            last = &nodes[child];
        }
        let found =
            if tail.is_empty() { Some(0) } else { self.tails.windows(tail.len()).position(|codes| codes == tail) };
        let at = found.unwrap_or(self.tails.len());
        if found.is_none() {
            self.tails.extend(&tail);
        }
        (1 << 20 | (tail.len() as u64) << 16 | at as u64, last.weight.into())
    }
}

fn bytes(codes: &BTreeMap<char, u16>, weights: &HashMap<u64, u16>, total: u64, table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    for length in [weights.len() + 1, table.groups.len(), table.tails.len()] {
        bytes.extend((length as u32).to_le_bytes());
    }
    for c in FIRST..=LAST {
        bytes.extend(codes.get(&c).unwrap_or(&UNKNOWN).to_le_bytes());
    }
    let mut frequencies: Vec<_> = weights.iter().map(|(&frequency, &number)| (number, frequency)).collect();
    frequencies.sort_unstable();
    // The same operations as in jieba. The logarithm of 1 is for prefixes that are not words.
    for frequency in [1].into_iter().chain(frequencies.into_iter().map(|(_, frequency)| frequency)) {
        bytes.extend(((frequency as f64).ln() - (total as f64).ln()).to_le_bytes());
    }
    bytes.extend(table.groups.iter().flat_map(|base| base.to_le_bytes()));
    bytes.extend(table.tails.iter().flat_map(|code| code.to_le_bytes()));
    for node in &table.slots {
        bytes.extend(&node.to_le_bytes()[..6]);
    }
    bytes
}
