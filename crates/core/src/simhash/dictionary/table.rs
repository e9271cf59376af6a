//! The dictionary of jieba in the format of `examples/jieba_dictionary.rs`, read in place in the program, without
//! loading. Must not know segmentation.
//!
//! | part | entries | each, little-endian |
//! |---|---|---|
//! | numbers of the weights, groups and tails that follow | 3 | `u32` |
//! | codes of the characters from U+3400 to U+9FFF | 27,648 | `u16` |
//! | weights, ln(frequency / total) in jieba's own bits; the first is for a character that is no word | | `f64` |
//! | bases of groups of children | | `u32` |
//! | tails, consecutive or overlapping | | `u16` |
//! | nodes | the rest | 48 bits |
//!
//! The nodes are a trie in a double array: a node is a prefix of words, and its child by a character is the node at its
//! base plus the code of the character, if that node has this code. No two nodes have the same base, so that the code
//! tells whose child it is. From the lowest bit on, a node is
//!
//! - 14 bits: the code of its last character;
//! - 13 bits: the number of a weight, 0 if the prefix is not a word;
//! - 21 bits: its link. Below 2¹⁹ it is the base of the children. Up to 2²⁰ it gives, in 3 bits above 16, the number of
//!   low bits of their codes by which the children are divided into groups, each with a base, and in 16 bits the first
//!   group: many children find slots more easily in groups. From 2²⁰ on only one word begins with this prefix; the
//!   weight is that word's, and the rest of it is in the tails: 4 bits for its length, 16 for its place.

/// A part of the file, each entry as its bytes.
type Entries<const SIZE: usize> = &'static [[u8; SIZE]];

/// A character, by its number in this table.
pub(super) type Code = u16;

/// The code of characters that no word has.
pub(super) const UNKNOWN: Code = 0x3FFF;
/// The characters that have codes.
const FIRST: usize = 0x3400;
const CHARACTERS: usize = 0x9FFF - FIRST + 1;

struct Table {
    codes: Entries<2>,
    weights: Entries<8>,
    groups: Entries<4>,
    tails: Entries<2>,
    nodes: Entries<6>,
}

static TABLE: Table = Table::of(include_bytes!("../../../assets/jieba-0.11.bin"));

impl Table {
    /// At compile time: a file that is too short does not build.
    const fn of(bytes: &'static [u8]) -> Self {
        let (head, bytes) = bytes.split_at(12);
        let lengths = head.as_chunks().0;
        let (codes, bytes) = bytes.split_at(2 * CHARACTERS);
        let (weights, bytes) = bytes.split_at(8 * u32::from_le_bytes(lengths[0]) as usize);
        let (groups, bytes) = bytes.split_at(4 * u32::from_le_bytes(lengths[1]) as usize);
        let (tails, nodes) = bytes.split_at(2 * u32::from_le_bytes(lengths[2]) as usize);
        Self {
            codes: codes.as_chunks().0,
            weights: weights.as_chunks().0,
            groups: groups.as_chunks().0,
            tails: tails.as_chunks().0,
            nodes: nodes.as_chunks().0,
        }
    }

    fn weight(&self, number: usize) -> f64 {
        f64::from_le_bytes(self.weights[number])
    }

    /// The child by `code` of the node with this link, which is not a tail.
    fn child(&self, link: usize, code: Code) -> Option<Node> {
        let code = usize::from(code);
        let base = if link < GROUPS {
            link
        } else {
            let group = code & ((1 << (link >> 16 & 7)) - 1);
            u32::from_le_bytes(self.groups[(link & 0xFFFF) + group]) as usize
        };
        let &[a, b, c, d, e, f] = self.nodes.get(base + code)?;
        let node = u64::from_le_bytes([a, b, c, d, e, f, 0, 0]);
        (node & 0x3FFF == code as u64).then_some(Node(node))
    }

    /// The number of `codes` that continue as the tail of this link; `None` if they do not.
    fn tail(&self, link: usize, codes: &[Code]) -> Option<usize> {
        let length = link >> 16 & 0xF;
        // Most have none, and comparing nothing takes its time.
        if length == 0 {
            return Some(0);
        }
        let tail = self.tails[link & 0xFFFF..][..length].iter().map(|&code| Code::from_le_bytes(code));
        (codes.len() >= length && tail.eq(codes[..length].iter().copied())).then_some(length)
    }
}

/// From here on links are groups, and from there on tails.
const GROUPS: usize = 1 << 19;
const TAILS: usize = 1 << 20;

#[derive(Clone, Copy)]
struct Node(u64);

impl Node {
    fn weight(self) -> usize {
        (self.0 >> 14 & 0x1FFF) as usize
    }

    fn link(self) -> usize {
        (self.0 >> 27) as usize
    }
}

/// The code of `c`.
pub(super) fn code(c: char) -> Code {
    let at = (c as usize).wrapping_sub(FIRST);
    TABLE.codes.get(at).map_or(UNKNOWN, |&bytes| Code::from_le_bytes(bytes))
}

/// The weight of a character that is not a word.
pub(super) fn weight_of_unknown() -> f64 {
    TABLE.weight(0)
}

/// Calls `visit` for each word that `codes` begin with, the shortest first, with its length in characters and its
/// weight.
#[inline]
pub(super) fn words(codes: &[Code], mut visit: impl FnMut(usize, f64)) {
    let mut link = 0;
    for (at, &code) in codes.iter().enumerate() {
        let Some(node) = TABLE.child(link, code) else { return };
        link = node.link();
        if link >= TAILS {
            if let Some(length) = TABLE.tail(link, &codes[at + 1..]) {
                visit(at + 1 + length, TABLE.weight(node.weight()));
            }
            return;
        }
        if node.weight() != 0 {
            visit(at + 1, TABLE.weight(node.weight()));
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::{collections::HashMap, sync::LazyLock};

    use jieba_rs::Jieba;

    use super::*;

    /// All words with their weights.
    pub(in super::super) static WORDS: LazyLock<Vec<(String, f64)>> = LazyLock::new(|| {
        let nodes: Vec<_> =
            TABLE.nodes.iter().map(|&[a, b, c, d, e, f]| Node(u64::from_le_bytes([a, b, c, d, e, f, 0, 0]))).collect();
        let characters: HashMap<Code, char> = ('\u{3400}'..='\u{9FFF}').map(|c| (code(c), c)).collect();
        let mut parents = HashMap::from([(0, 0)]);
        for (slot, node) in nodes.iter().enumerate().filter(|(_, node)| node.0 != 0 && node.link() < TAILS) {
            if node.link() < GROUPS {
                parents.insert(node.link(), slot);
            } else {
                let first = node.link() & 0xFFFF;
                let groups = &TABLE.groups[first..first + (1 << (node.link() >> 16 & 7))];
                parents.extend(groups.iter().map(|&base| (u32::from_le_bytes(base) as usize, slot)));
            }
        }
        let word = |(mut slot, node): (usize, &Node)| {
            let tail = if node.link() < TAILS { 0 } else { node.link() };
            let tail = &TABLE.tails[tail & 0xFFFF..][..tail >> 16 & 0xF];
            let mut codes: Vec<_> = tail.iter().rev().map(|&code| Code::from_le_bytes(code)).collect();
            while slot != 0 {
                let code = nodes[slot].0 & 0x3FFF;
                codes.push(code as Code);
                slot = parents[&(slot - code as usize)];
            }
            (codes.iter().rev().map(|code| characters[code]).collect(), TABLE.weight(node.weight()))
        };
        nodes.iter().enumerate().filter(|(_, node)| node.weight() != 0).map(word).collect()
    });

    /// The number of words in jieba, and the sum of their frequencies, as it shows them.
    fn size(jieba: &Jieba) -> (usize, u64) {
        let shown = format!("{jieba:?}");
        let mut numbers = shown.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
        (numbers.next().expect("words") as usize, numbers.next().expect("a sum"))
    }

    #[test]
    fn it_is_the_dictionary_of_jieba() {
        let mut jieba = Jieba::new();
        let (words, total) = size(&jieba);
        assert_eq!((WORDS.len(), words - WORDS.len()), (348_974, 71), "the others hold more than Han characters");
        let mut sum = total;
        for (word, weight) in &*WORDS {
            jieba.add_word(word, Some(0), None);
            let frequency = sum - size(&jieba).1;
            sum -= frequency;
            // The last bit depends on the logarithm of the machine, for which reason it is in the file.
            let expected = (frequency as f64).ln() - (total as f64).ln();
            assert!((weight - expected).abs() < 4e-15, "{word}: {weight}, {expected}");
        }
        assert_eq!(size(&jieba).0, words, "no word is jieba's alone");
    }
}
