//! The place of one background result: the key it was last asked for, and the newest value with the key it is of. The
//! latest request wins; a value whose key is not the one asked for is stale and never installed. Starts no work itself.

use std::sync::Arc;

use crate::simhash::Watch;

/// The place of a result `V` that is computed in the background for a key `K`.
#[derive(Debug)]
pub(crate) struct Slot<K, V> {
    asked: Option<K>,
    watch: Arc<Watch>,
    known: Option<(K, V)>,
}

impl<K, V> Default for Slot<K, V> {
    fn default() -> Self {
        Self { asked: None, watch: Arc::default(), known: None }
    }
}

impl<K: PartialEq, V> Slot<K, V> {
    /// Whether the result of `key` was not asked for yet.
    pub(crate) fn wants(&self, key: &K) -> bool {
        self.asked.as_ref() != Some(key)
    }

    /// The key that was last asked for.
    pub(crate) fn asked(&self) -> Option<&K> {
        self.asked.as_ref()
    }

    /// Records that `key` is asked for, and stops the computation before. Returns the watch of the one before and of the
    /// new one.
    pub(crate) fn ask(&mut self, key: K) -> [Arc<Watch>; 2] {
        self.asked = Some(key);
        self.watch.stop();
        let before = std::mem::take(&mut self.watch);
        [before, self.watch.clone()]
    }

    /// Installs the value of `key`; whether it is still the one asked for.
    pub(crate) fn install(&mut self, key: K, value: V) -> bool {
        let fresh = self.asked.as_ref() == Some(&key);
        if fresh {
            self.known = Some((key, value));
        }
        fresh
    }

    /// Asks again at the next look where no value came of the last request.
    pub(crate) fn retry(&mut self) {
        if self.asked.as_ref() != self.key() {
            self.asked = None;
        }
    }

    /// Asks again at the next look. A value that is known stays until then.
    pub(crate) fn forget(&mut self) {
        self.asked = None;
    }

    /// Stops the computation and drops the value.
    pub(crate) fn clear(&mut self) {
        self.watch.stop();
        *self = Self::default();
    }

    /// Progress of the computation asked for last, and the way to stop it.
    pub(crate) fn watch(&self) -> &Arc<Watch> {
        &self.watch
    }

    /// The newest value, possibly of an older key.
    pub(crate) fn value(&self) -> Option<&V> {
        self.known.as_ref().map(|(_, value)| value)
    }

    /// The key of the newest value.
    pub(crate) fn key(&self) -> Option<&K> {
        self.known.as_ref().map(|(key, _)| key)
    }

    /// The newest value, if it is of the key that was last asked for.
    pub(crate) fn current(&self) -> Option<&V> {
        self.known.as_ref().filter(|(known, _)| self.asked.as_ref() == Some(known)).map(|(_, value)| value)
    }

    /// The value of `key`.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.known.as_ref().filter(|(known, _)| known == key).map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::Slot;

    #[test]
    fn the_latest_request_wins_and_stale_values_are_dropped() {
        let mut slot = Slot::default();
        let [_, first] = slot.ask(1);
        assert!(!slot.wants(&1) && slot.wants(&2));
        let [before, _] = slot.ask(2);
        assert!(before.stopped() && std::sync::Arc::ptr_eq(&before, &first));
        assert!(!slot.install(1, "one") && slot.value().is_none());
        assert!(slot.install(2, "two"));
        slot.ask(3);
        assert_eq!((slot.value(), slot.get(&2), slot.get(&3)), (Some(&"two"), Some(&"two"), None));
        slot.forget();
        assert!(slot.wants(&3) && slot.value().is_some());
    }
}
