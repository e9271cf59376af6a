//! Whether a review is the reader's own: one that came with its folder is asked about before its rules hold.
//!
//! A review is known by its id: 128 random bits in its header. Where the header is torn, the id is the hash of
//! the first event, whose session and time no other review has. With the id the rules are remembered that were
//! accepted.

use std::{io, path::Path};

use xxhash_rust::xxh3::xxh3_128;

use super::{Journal, Notice, line::ReviewId};
use crate::{
    document::safe_path,
    files::AcceptedParts,
    locale::{Lang, grouped, percent},
    review::{Exclusion, ReviewChange},
    t,
};

/// The digests of accepted rules.
pub(super) type AcceptedRules = AcceptedParts;

pub(super) const HEAD: &str =
    "# Reviews that were made or accepted here: id, time, digests of the accepted rules, folder.\n";

/// Whose the review beside the texts is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// There is none, or it is in the data folder.
    Own,
    /// The reader made or accepted it, with these rules.
    Accepted(AcceptedRules),
    /// It came with the folder.
    Received,
}

/// The parts of a review that were received and are not accepted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Received {
    /// The whole review, not only rules added to an accepted one.
    pub whole: bool,
    /// Targets with a verdict.
    pub verdicts: usize,
    /// Targets with a note or a draft.
    pub notes: usize,
    /// The rules that would be on; they are off until they are accepted.
    pub rules: Vec<Exclusion>,
}

impl Received {
    /// A warning; `share` is the share of all text that the rules would exclude, if it is known.
    pub(crate) fn warning(&self, share: Option<f64>, lang: Lang) -> String {
        let first = if self.whole { t!(lang, "received.whole") } else { t!(lang, "received.new-rules") };
        [first, &self.summary(share, lang), t!(lang, "received.accept-option")].join(lang.gap())
    }

    /// How many verdicts, notes and rules there are, but for those of which there are none, and what the rules would
    /// exclude.
    pub(crate) fn summary(&self, share: Option<f64>, lang: Lang) -> String {
        let counts = [
            (self.verdicts, "received.verdicts"),
            (self.notes, "received.notes"),
            (self.rules.len(), "received.rules"),
        ];
        let counts = counts.into_iter().filter(|(n, _)| *n > 0);
        let counts: Vec<String> = counts.map(|(n, key)| lang.fill(key, &[("n", &grouped(n as u64))])).collect();
        let counts = t!(lang, "received.counts", counts = lang.list(&counts));
        let share = share.map(|share| t!(lang, "received.share", share = percent(share)));
        [Some(counts), share].into_iter().flatten().collect::<Vec<_>>().join(lang.gap())
    }
}

impl Journal {
    /// The parts that came with the folder and are not accepted; `None` if there are none.
    pub fn received(&self) -> Option<Received> {
        let whole = self.is_received();
        let stored = self.state.exclusions().into_iter().filter(|status| status.on);
        let with_hashes = |rule: Exclusion| match rule {
            Exclusion::Base(mut base) => {
                base.hashes = self.runs.get(&base).cloned();
                Exclusion::Base(base)
            }
            rule => rule,
        };
        let rules = stored.map(|status| status.exclusion).filter(|rule| !self.accepts(rule));
        let rules: Vec<Exclusion> = rules.map(with_hashes).collect();
        if !whole {
            return (!rules.is_empty()).then(|| Received { rules, ..Received::default() });
        }
        let all = self.state.all();
        let verdicts = all.iter().filter(|(_, decision)| decision.verdict.is_some()).count();
        let noted = all.iter().filter(|(_, decision)| !decision.notes.is_empty() || !decision.drafts.is_empty());
        Some(Received { whole, verdicts, notes: noted.count(), rules })
    }

    pub(super) fn accepts(&self, rule: &Exclusion) -> bool {
        match &self.trust {
            Trust::Own => true,
            Trust::Accepted(rules) => rules.contains(&digest(rule)),
            Trust::Received => false,
        }
    }

    /// Whether the review came with the folder. One that says nothing is nobody's.
    pub fn is_received(&self) -> bool {
        self.trust == Trust::Received && self.state.counting().next().is_some()
    }

    /// Accepts the review with all its rules, and remembers that.
    pub fn accept(&mut self) {
        let on = self.state.exclusions().into_iter().filter(|status| status.on);
        let rules = on.map(|status| digest(&status.exclusion)).collect();
        self.accept_rules(rules);
    }

    /// Remembers the review that this change would begin: before its id is in a file, so that it is known to whoever
    /// reads it there.
    pub(super) fn begin(&mut self, change: &ReviewChange) {
        if let Some(id) = self.file.draw_id() {
            let rules = rules_of(change);
            let error = self.remember(id, &rules).err();
            self.begun = Some((rules, error.map(not_remembered)));
        }
    }

    /// Remembers that the rules of the reader's own change are accepted.
    pub(super) fn accept_change(&mut self, change: &ReviewChange) {
        let rules = rules_of(change);
        if self.file.is_made_here()
            && let Some((known, notice)) = self.begun.take()
        {
            self.notices.extend(notice);
            self.judged = self.file.id();
            self.trust = Trust::Accepted(known);
        }
        let known = match &self.trust {
            Trust::Own | Trust::Received => false,
            Trust::Accepted(known) => rules.is_subset(known),
        };
        if !known {
            self.accept_rules(rules);
        }
    }

    /// The id and the path of the review beside the texts.
    fn beside(&self) -> Option<(ReviewId, &Path)> {
        if self.file.is_private() {
            return self.earlier_beside.as_ref().map(|(id, path)| (*id, path.as_path()));
        }
        Some((self.file.id()?, self.file.path()))
    }

    fn accept_rules(&mut self, rules: AcceptedRules) {
        let Some((id, _)) = self.beside() else { return };
        let error = self.remember(id, &rules).err();
        self.notices.extend(error.map(not_remembered));
        match &mut self.trust {
            Trust::Accepted(known) => known.extend(rules),
            Trust::Own | Trust::Received => self.trust = Trust::Accepted(rules),
        }
    }

    fn remember(&self, id: ReviewId, rules: &AcceptedRules) -> io::Result<()> {
        let path = self.beside().map_or(self.file.path(), |(_, path)| path);
        // The file is in a folder of the reviewed folder.
        let folder = path.parent().and_then(Path::parent).unwrap_or(path);
        self.known.add(id.number(), rules, &safe_path(folder))
    }

    /// Looks up whether the review is known, if its file is another than before. One that this program has just made
    /// becomes known with its first change.
    pub(super) fn judge(&mut self) {
        let id = self.beside().map(|(id, _)| id);
        if id == self.judged || self.file.is_made_here() {
            return;
        }
        self.judged = id;
        let Some(id) = id else {
            self.trust = Trust::Own;
            return;
        };
        self.trust = match self.known.find(id.number()) {
            Ok(Some(rules)) => Trust::Accepted(rules),
            Ok(None) => Trust::Received,
            Err(reason) => {
                self.notices.push(Notice::UnknownReviews { reason: reason.to_string() });
                Trust::Received
            }
        };
    }
}

#[expect(clippy::needless_pass_by_value, reason = "maps errors")]
fn not_remembered(reason: io::Error) -> Notice {
    Notice::NotRemembered { reason: reason.to_string() }
}

/// The rules that a change switches on.
fn rules_of(change: &ReviewChange) -> AcceptedRules {
    match change {
        ReviewChange::Exclude { exclusions, on: Some(true) } => exclusions.iter().map(digest).collect(),
        _ => AcceptedRules::new(),
    }
}

/// The digest of a rule as the journal stores it.
fn digest(rule: &Exclusion) -> u128 {
    // Strings, numbers and lists always have a JSON form.
    xxh3_128(&serde_json::to_vec(rule).unwrap_or_default())
}
