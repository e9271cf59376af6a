//! The rules of the command line, which override the settings and the rules stored so far.

use super::{ExclusionRule, RuleKind, insert};
use crate::{compare::exclusion::Pattern, review::BaseText};

/// The options of the command line; `None` where one was not given.
#[derive(Clone, Debug, Default)]
pub(crate) struct GivenRules {
    /// Whether quotations and lists of references are excluded.
    pub kinds: Option<[bool; 2]>,
    /// The least number of documents that have a common passage; 0 excludes none.
    pub common: Option<usize>,
    /// They take the place of all others.
    pub patterns: Option<Vec<Pattern>>,
    /// They are added to the others.
    pub base: Vec<BaseText>,
}

impl GivenRules {
    pub(super) fn apply(self, list: &mut Vec<ExclusionRule>) {
        let Self { kinds, common, patterns, base } = self;
        for rule in list.iter_mut() {
            match (&mut rule.kind, kinds, common) {
                (RuleKind::Quotations, Some([quotations, _]), _) => rule.on = quotations,
                (RuleKind::References, Some([_, references]), _) => rule.on = references,
                (RuleKind::Common(_), _, Some(0)) => rule.on = false,
                (RuleKind::Common(least), _, Some(given)) => (*least, rule.on) = (given, true),
                (RuleKind::Pattern(_), ..) => rule.on &= patterns.is_none(),
                _ => {}
            }
        }
        let patterns = patterns.into_iter().flatten().map(RuleKind::Pattern);
        for kind in patterns.chain(base.into_iter().map(RuleKind::Base)) {
            let rule = ExclusionRule { kind, on: true };
            match list.iter_mut().find(|known| known.kind.is(&rule.kind)) {
                Some(known) => *known = rule,
                None => _ = insert(list, rule),
            }
        }
    }
}
