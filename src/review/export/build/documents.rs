//! The documents of a report.

use super::{ComparedDocument, DocumentInput, DocumentWarning, ReportInput};
use crate::{review::export::ReportDocument, store::FingerprintRecord, t};

impl ReportInput<'_> {
    pub(super) fn document(&self, at: usize, name: &str) -> ReportDocument {
        let DocumentInput { path, compared, record, .. } = &self.documents[at];
        let unknown = ReportDocument {
            number: at + 1,
            name: name.to_owned(),
            path: (!self.hide_names).then(|| path.clone()),
            reading: None,
            bytes: None,
            characters: None,
            content_hash: None,
            fingerprint: None,
            only_fingerprint: None,
            warnings: Vec::new(),
            is_weak: false,
            remarks: Vec::new(),
            altered: None,
            error: None,
        };
        if let Some(record) = record {
            return self.fingerprint_only(record, unknown);
        }
        match compared {
            // The sentence names the file.
            Err((kind, message)) => {
                let error = if self.hide_names { t!(self.lang, "report.failed", kind = kind) } else { message.clone() };
                ReportDocument { error: Some(error), ..unknown }
            }
            Ok(ComparedDocument { document, fingerprint, reading, .. }) => {
                let all = (self.warnings)(at, name);
                let (weak, remarks): (Vec<_>, Vec<_>) = all.iter().cloned().partition(|warning| warning.is_weak);
                let messages = |warnings: Vec<DocumentWarning>| warnings.into_iter().map(|one| one.message).collect();
                ReportDocument {
                    reading: Some(reading.clone()),
                    bytes: Some(document.reading.bytes),
                    characters: Some(document.text.chars().count() as u64),
                    content_hash: Some(format!("{:016x}", document.reading.content_hash)),
                    fingerprint: fingerprint.map(|fingerprint| fingerprint.to_string()),
                    warnings: messages(all),
                    is_weak: !weak.is_empty(),
                    remarks: messages(remarks),
                    altered: (self.altered_sentence)(at, name),
                    ..unknown
                }
            }
        }
    }

    fn fingerprint_only(&self, record: &FingerprintRecord, unknown: ReportDocument) -> ReportDocument {
        let place = if self.hide_names { String::new() } else { record.location(self.lang) };
        let reading = if self.hide_names {
            t!(self.lang, "print.only").into()
        } else {
            t!(self.lang, "print.only-of", place = place)
        };
        ReportDocument {
            reading: Some(reading),
            bytes: record.bytes.map(|(size, _)| size),
            content_hash: record.bytes.map(|(_, hash)| format!("{hash:016x}")),
            fingerprint: Some(record.fingerprint.to_string()),
            only_fingerprint: Some(place),
            ..unknown
        }
    }
}
