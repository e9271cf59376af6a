//! The N heaviest of a list as libstdc++'s `std::partial_sort` selects and orders them.
//!
//! yanyiwu/simhash takes its keywords so, comparing weights alone. A heap lets equal weights fall in an order of its
//! own, which decides which of them are among the N and in which order floats are added; so it is followed step by step
//! here (GCC, `bits/stl_algo.h` and `bits/stl_heap.h`).

/// The numbers of the `n` heaviest, the heaviest first. Equal weights fall as the heap has them, not by their order.
pub(crate) fn heaviest(weights: &[f64], n: usize) -> Vec<u32> {
    let mut all: Vec<u32> = (0..weights.len() as u32).collect();
    let heap = Heap { weights };
    let n = n.min(all.len());
    let (top, rest) = all.split_at_mut(n);
    if top.is_empty() {
        return Vec::new();
    }
    for hole in (0..n / 2).rev() {
        let value = top[hole];
        heap.sink(top, hole, value);
    }
    for item in rest {
        if heap.before(*item, top[0]) {
            let value = std::mem::replace(item, top[0]);
            heap.sink(top, 0, value);
        }
    }
    for end in (1..n).rev() {
        top.swap(0, end);
        let value = top[0];
        heap.sink(&mut top[..end], 0, value);
    }
    all.truncate(n);
    all
}

/// Its root is the lightest of what is kept.
struct Heap<'a> {
    weights: &'a [f64],
}

impl Heap<'_> {
    fn before(&self, a: u32, b: u32) -> bool {
        self.weights[a as usize] > self.weights[b as usize]
    }

    /// Lets `hole` sink to the bottom along the children that come last, then `value` rise from there.
    fn sink(&self, heap: &mut [u32], top: usize, value: u32) {
        let mut hole = top;
        while 2 * hole + 2 < heap.len() {
            let (left, right) = (2 * hole + 1, 2 * hole + 2);
            let child = if self.before(heap[right], heap[left]) { left } else { right };
            heap[hole] = heap[child];
            hole = child;
        }
        if 2 * hole + 2 == heap.len() {
            heap[hole] = heap[2 * hole + 1];
            hole = 2 * hole + 1;
        }
        while hole > top {
            let parent = (hole - 1) / 2;
            if !self.before(heap[parent], value) {
                break;
            }
            heap[hole] = heap[parent];
            hole = parent;
        }
        heap[hole] = value;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_weights_are_those_of_any_sort(weights in proptest::collection::vec(0u8..6, 0..60), n in 0usize..70) {
            let weights: Vec<f64> = weights.into_iter().map(f64::from).collect();
            let mut sorted = weights.clone();
            sorted.sort_by(|a, b| b.total_cmp(a));
            sorted.truncate(n);
            let top = heaviest(&weights, n);
            let distinct: std::collections::BTreeSet<u32> = top.iter().copied().collect();
            prop_assert_eq!(distinct.len(), top.len());
            prop_assert_eq!(top.into_iter().map(|i| weights[i as usize]).collect::<Vec<_>>(), sorted);
        }
    }

    #[test]
    fn equal_weights_fall_as_in_gcc() {
        // The output of a program with std::partial_sort, built with GCC.
        assert_eq!(heaviest(&[1.0; 7], 7), [3, 4, 1, 0, 5, 2, 6]);
        assert_eq!(heaviest(&[1.0, 2.0, 1.0, 3.0, 1.0, 2.0, 2.0, 1.0], 5), [3, 1, 6, 5, 4]);
    }
}
