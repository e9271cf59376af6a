//! What confines the child process that parses documents.

use crate::{
    document::guard::{Degree, Measure, Measures},
    locale::Lang,
    t,
};

/// One sentence: what is in force, what in part, what the system refused.
pub(crate) fn confinement(measures: Option<&Measures>, lang: Lang) -> String {
    let Some(measures) = measures else { return t!(lang, "confinement.no-child").into() };
    let named = |of: Degree| {
        let names = measures.iter().filter(|(_, degree)| *degree == of).map(|&(measure, _)| name(measure, lang));
        names.collect::<Vec<_>>().join(lang.comma())
    };
    let mut sentence = t!(lang, "confinement.full", measures = named(Degree::Full));
    let (partial, refused) = (named(Degree::Partial), named(Degree::None));
    if !partial.is_empty() {
        sentence.push_str(&t!(lang, "confinement.partial", measures = partial));
    }
    if !refused.is_empty() {
        sentence.push_str(&t!(lang, "confinement.refused", measures = refused));
    }
    sentence
}

fn name(measure: Measure, lang: Lang) -> &'static str {
    match measure {
        Measure::Limits => t!(lang, "confinement.limits"),
        Measure::Session => t!(lang, "confinement.session"),
        Measure::NotDumpable => t!(lang, "confinement.not-dumpable"),
        Measure::Landlock => t!(lang, "confinement.landlock"),
        Measure::Seccomp => t!(lang, "confinement.seccomp"),
        Measure::JobObject => t!(lang, "confinement.job-object"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_is_named() {
        let measures = vec![
            (Measure::Session, Degree::Full),
            (Measure::Landlock, Degree::Partial),
            (Measure::Seccomp, Degree::None),
        ];
        let en = confinement(Some(&measures), Lang::En);
        assert_eq!(
            en,
            "Documents are parsed in a child process with its own session; in part: Landlock; refused by the system: seccomp"
        );
        let zh = confinement(Some(&measures[..1].to_vec()), Lang::Zh);
        assert_eq!(zh, "文档在子进程中解析，限制措施：独立会话");
        assert!(confinement(None, Lang::En).contains("cannot be started"));
    }
}
