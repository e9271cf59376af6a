//! The windows of texts in the order in which they begin, by their numbers: as runs of numbers that count up, since a
//! text of 100 MB has 30 million windows. Must not know what is read from them.

use super::{
    Windows,
    marked::{Classes, MarkedWindows, SharedWindows, UNNUMBERED},
};
use crate::simhash::{Stopped, Watch};

/// All windows of one text, in the order in which they begin, then end.
#[derive(Default)]
pub(super) struct Order {
    runs: Vec<Run>,
}

/// A window that occurs in several texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbered {
    pub number: u32,
    /// It follows the one of these before it, without a gap or a wall.
    pub follows: bool,
}

/// Windows of which each after the first follows the one before and has the next number; or which are the text's alone.
struct Run {
    /// The number of the first, or [`ALONE`].
    number: u32,
    follows: bool,
    windows: u32,
}

const ALONE: u32 = UNNUMBERED;

/// Windows that are looked up one right after the other: then the processor waits for many places of the memory at
/// once.
const BLOCK: usize = 256;

impl Order {
    fn push(&mut self, window: Option<Numbered>) {
        let Numbered { number, follows } = window.unwrap_or(Numbered { number: ALONE, follows: false });
        match self.runs.last_mut() {
            Some(run) if run.number == ALONE && number == ALONE => run.windows += 1,
            Some(run) if follows && run.number != ALONE && run.number + run.windows == number => run.windows += 1,
            _ => self.runs.push(Run { number, follows, windows: 1 }),
        }
    }

    /// All windows; `None` for one that is the text's alone.
    pub(super) fn windows(&self) -> impl Iterator<Item = Option<Numbered>> {
        self.runs.iter().flat_map(|run| {
            (0..run.windows).map(|n| {
                let numbered = Numbered { number: run.number.wrapping_add(n), follows: run.follows || n > 0 };
                (run.number != ALONE).then_some(numbered)
            })
        })
    }

    /// The windows that occur in several texts.
    pub(super) fn shared(&self) -> impl Iterator<Item = Numbered> {
        let runs = self.runs.iter().filter(|run| run.number != ALONE);
        runs.flat_map(|run| {
            (0..run.windows).map(|n| Numbered { number: run.number + n, follows: run.follows || n > 0 })
        })
    }

    /// Whether there is no window.
    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
}

/// The orders of several texts, of which windows that they share have the same numbers: those of the order in which
/// they first occur. So what is noted by number is read in nearly the order of the memory, and that is most of the time
/// of a look at millions. Returns the classes by these numbers too.
pub(super) fn orders(
    texts: &[Option<&Windows>],
    SharedWindows { of, classes, numbers }: SharedWindows,
    watch: &Watch,
) -> Result<(Vec<Order>, Classes), Stopped> {
    let (mut new, mut seen) = (vec![UNNUMBERED; numbers], 0);
    let order = |(text, windows): (Option<&Windows>, MarkedWindows)| {
        watch.check()?;
        Ok(text.map_or_else(Order::default, |text| order(text, &windows, &mut new, &mut seen)))
    };
    let orders = texts.iter().copied().zip(of).map(order).collect::<Result<_, Stopped>>()?;
    Ok((orders, classes.renumbered(&new)))
}

/// The order of one text. `new` has the new number of each that was seen, `seen` is how many were.
fn order(text: &Windows, windows: &MarkedWindows, new: &mut [u32], seen: &mut u32) -> Order {
    let mut order = Order::default();
    if windows.is_empty() {
        return order;
    }
    let (mut all, mut last) = (text.units.windows_in_order(), None);
    let (mut block, mut numbers) = (Vec::new(), Vec::new());
    loop {
        block.clear();
        block.extend(all.by_ref().take(BLOCK).map(|(at, units)| (text.places[at], units)));
        if block.is_empty() {
            return order;
        }
        numbers.clear();
        numbers.extend(block.iter().map(|&(place, _)| windows.at(place as usize)));
        for number in numbers.iter_mut().flatten() {
            let new = &mut new[*number as usize];
            if *new == UNNUMBERED {
                *new = *seen;
                *seen += 1;
            }
            *number = *new;
        }
        for (&(_, (from, to)), number) in block.iter().zip(&numbers) {
            order.push(number.map(|number| {
                let units = (from as u32, to as u32);
                Numbered { number, follows: last.replace(units).is_some_and(|last| follows(text, last, units)) }
            }));
        }
    }
}

/// Whether a window follows another without a gap or a wall. Windows begin a unit apart at most: where they begin
/// further apart, one between them is the text's alone. How far they are apart need not be known of two windows: the
/// one that begins with the other is longer than need be seen from its beginning, and another is not.
fn follows(text: &Windows, (from, to): (u32, u32), (begin, _): (u32, u32)) -> bool {
    begin - from <= 1 && (begin < to || text.units.walls.binary_search(&(begin as usize)).is_err())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn equals_a_list(
            windows in prop::collection::vec(prop::option::of((0u32..4, any::<bool>())), 0..60),
            up: bool,
        ) {
            let windows: Vec<Option<Numbered>> = windows.into_iter().zip(0..).map(|(window, n)| {
                window.map(|(number, follows)| Numbered { number: if up { n } else { number }, follows })
            }).collect();
            let mut order = Order::default();
            for window in &windows {
                order.push(*window);
            }
            prop_assert_eq!(order.windows().collect::<Vec<_>>(), windows.clone());
            prop_assert_eq!(order.shared().collect::<Vec<_>>(), windows.into_iter().flatten().collect::<Vec<_>>());
        }
    }
}
