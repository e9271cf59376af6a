//! The features counted so far, by their keys. A key is already a hash, so its bits determine the place, and the value
//! is next to it: a token costs one memory access, which is most of the cost of counting. The maps of the standard
//! library need two. Must not know tokens.

use crate::room;

/// A feature: its number, and how often it occurs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slot {
    key: u64,
    /// Counted from 1; 0 if the slot is free.
    number: u32,
    pub(super) tf: u32,
}

impl Slot {
    /// Counted from 0.
    pub(super) fn number(self) -> u32 {
        self.number - 1
    }
}

/// Slots, at least half of them free, each feature in the first free one from its place on.
#[derive(Debug, Default)]
pub(super) struct Slots {
    all: Vec<Slot>,
    used: usize,
}

const LEAST: usize = 64;

impl Slots {
    /// The slot of the feature with this key. A new one gets the next number, and `is_new` is called.
    #[inline]
    pub(super) fn slot(&mut self, key: u64, is_new: impl FnOnce()) -> &mut Slot {
        if 2 * self.used >= self.all.len() {
            self.grow();
        }
        let at = place(&self.all, key);
        let slot = &mut self.all[at];
        if slot.number == 0 {
            self.used += 1;
            *slot = Slot { key, number: self.used as u32, tf: 0 };
            is_new();
        }
        slot
    }

    /// All features, in no order.
    pub(super) fn all(&self) -> impl Iterator<Item = Slot> {
        self.all.iter().copied().filter(|slot| slot.number != 0)
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = room::filled(Slot::default(), (2 * self.all.len()).max(LEAST));
        for slot in self.all() {
            let at = place(&larger, slot.key);
            larger[at] = slot;
        }
        self.all = larger;
    }
}

/// The slot in which `key` is, or would be.
#[inline]
fn place(slots: &[Slot], key: u64) -> usize {
    let last = slots.len() - 1;
    let mut at = key as usize & last;
    while slots[at].number != 0 && slots[at].key != key {
        at = (at + 1) & last;
    }
    at
}
