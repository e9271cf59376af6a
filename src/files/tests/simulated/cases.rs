//! All cases of some work on a disk: each call failing in each way, and a power cut after each change.

use super::{
    Disk, FAILURES, Failure, Simulated,
    image::{Change, Image, Remains},
};

/// Power cuts after each change that keep a random part of what was not synced.
const RANDOM: u64 = 6;

/// Runs `work` on a disk that `begin` prepared, in all cases, and then `check` on what is on the disk: with all that
/// the work had said was saved by then, and the name of the case. Returns the number of cases.
pub(crate) fn every_case<T: Clone>(
    begin: impl Fn(&Disk),
    work: impl Fn(&Disk, &mut dyn FnMut(T)),
    check: impl Fn(&Disk, &[T], &str),
) -> usize {
    let disk = Simulated::default();
    begin(&disk.disk());
    let begun = disk.state().now.clone();
    let run = |failure| {
        let disk = Simulated::new(begun.clone(), failure);
        let mut said = Vec::new();
        work(&disk.disk(), &mut |what| {
            let state = disk.state();
            // Nobody reads what a program says that has ended.
            if !state.crashed {
                said.push((state.log.len(), what));
            }
        });
        (disk, said)
    };
    let mut cases = 0;
    let mut checked = |image: Image, said: &[(usize, T)], name: &str| {
        let said: Vec<T> = said.iter().map(|(_, what)| what.clone()).collect();
        check(&Simulated::new(image, None).disk(), &said, name);
        cases += 1;
    };
    let (disk, said) = run(None);
    let state = disk.state();
    for end in 0..=state.log.len() {
        let said = &said[..said.partition_point(|(at, _)| *at <= end)];
        for (name, image) in power_cuts(&begun, &state.log[..end], end as u64) {
            checked(image, said, &format!("power cut after {end} changes, {name}"));
        }
    }
    for call in 0..state.calls {
        for failure in FAILURES {
            let (disk, said) = run(Some((call, failure)));
            let state = disk.state();
            let name = format!("{failure:?} at call {call}");
            checked(state.now.clone(), &said, &name);
            let lost = begun.after_power_cut(&state.log, |_| Remains::Nothing);
            checked(lost, &said, &format!("{name}, then a power cut"));
            if !matches!(failure, Failure::CrashBefore | Failure::CrashAfter) {
                let seed = (call * FAILURES.len() + failure as usize) as u64;
                let mut random = Random(seed);
                let image = begun.after_power_cut(&state.log, |_| random.left());
                checked(image, &said, &format!("{name}, then a power cut that leaves part {seed}"));
            }
        }
    }
    cases
}

/// What power cuts may leave after those changes.
fn power_cuts(begun: &Image, log: &[Change], seed: u64) -> Vec<(String, Image)> {
    type Kept<'a> = &'a dyn Fn(&Change) -> Remains;
    let names = |change: &Change| matches!(change, Change::Names { .. });
    let all_of = |kept: bool| if kept { Remains::All } else { Remains::Nothing };
    let fixed: [(&str, Kept<'_>); 5] = [
        ("nothing else left", &|_| Remains::Nothing),
        ("all left", &|_| Remains::All),
        ("names left", &|change| all_of(names(change))),
        ("contents left", &|change| all_of(!names(change))),
        ("names and zeros left", &|change| if names(change) { Remains::All } else { Remains::Zeros }),
    ];
    let fixed = fixed.into_iter().map(|(name, left)| (name.to_owned(), begun.after_power_cut(log, left)));
    let random = (0..RANDOM).map(|n| {
        let mut random = Random(seed * RANDOM + n);
        (format!("part {n} left"), begun.after_power_cut(log, |_| random.left()))
    });
    fixed.chain(random).collect()
}

/// Splitmix64: the same in every run.
struct Random(u64);

impl Random {
    fn left(&mut self) -> Remains {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        [Remains::All, Remains::Nothing, Remains::Half, Remains::Zeros][((z ^ (z >> 31)) % 4) as usize]
    }
}
