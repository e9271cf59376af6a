//! Pseudo-random numbers, the same on every machine: `SplitMix64` (Steele, Lea and Flood, 2014).

/// A generator of pseudo-random numbers, decided by its seed.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The generator with that seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to below `n`; 0 if `n` is 0. Even enough for any `n` here: the bias is below n / 2⁶⁴.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.roll()) * n as u128) >> 64) as usize
    }

    /// The first `n` of a random order of `0..of`, or all if there are fewer.
    pub fn some_of(&mut self, of: usize, n: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..of).collect();
        let n = n.min(of);
        for at in 0..n {
            let other = at + self.below(of - at);
            all.swap(at, other);
        }
        all.truncate(n);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_row_and_another_is_another() {
        let row = |seed| {
            let mut dice = Dice::new(seed);
            (0..20).map(|_| dice.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(row(7), row(7));
        assert_ne!(row(7), row(8));
    }

    #[test]
    fn every_number_comes_up_about_as_often() {
        let mut dice = Dice::new(3);
        let mut counts = [0; 6];
        (0..6000).for_each(|_| counts[dice.below(6)] += 1);
        assert!(counts.iter().all(|n| (850..1150).contains(n)), "{counts:?}");
    }

    #[test]
    fn some_are_different_ones() {
        let mut some = Dice::new(1).some_of(50, 20);
        some.sort_unstable();
        some.dedup();
        assert_eq!(some.len(), 20);
        assert_eq!(Dice::new(1).some_of(3, 9).len(), 3);
    }
}
