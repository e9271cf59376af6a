//! The cache on a disk whose calls fail, and after power cuts: nothing but what was stored is ever found in it.

use super::*;
use crate::files::tests::every_case;

#[test]
fn what_a_failure_or_a_power_cut_leaves_is_a_hit_or_no_hit() {
    let folders = Folders::new(&[("a.txt", A), ("b.txt", B)]);
    let cache =
        |disk: &Disk| CacheFolder { disk: disk.clone(), path: "/simulated/cache".into(), scope: 7, limit: LIMIT };
    let sources = folders.sources();
    let expected = all_said(&folders.open());
    let work = |disk: &Disk, _: &mut dyn FnMut(())| {
        let cache = cache(disk).open(&Recipe::default(), RUN);
        for source in &sources {
            _ = open(&cache, source);
        }
        _ = cache.close();
    };
    let cases = every_case(
        |_| {},
        work,
        |disk, _, case| {
            assert_eq!(all_said(&open_all(&cache(disk), &sources)), expected, "{case}");
            let again = open_all(&cache(disk), &sources);
            assert!(again.iter().all(|(_, by)| *by == Cached), "{case}: all is cached by the next start");
        },
    );
    assert!(cases > 500, "{cases}");
}
