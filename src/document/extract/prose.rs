//! The text that extractors write: it is made of paragraphs, each in one line, with its landmarks.

use super::{super::Mark, ExtractError, Landmark, limits};

/// A text that is being written.
#[derive(Debug, Default)]
pub(super) struct Prose {
    at: TextColumn,
    landmarks: Vec<Landmark>,
    /// The texts that go on when the one that is being written is left.
    outer: Vec<TextColumn>,
    /// Text boxes, to be placed behind the paragraph in which they are anchored.
    boxes: String,
}

/// A text, and the place in it at which is being written.
#[derive(Debug, Default)]
struct TextColumn {
    text: String,
    /// The start of the line that is being written.
    line: usize,
    /// The start of the line before it.
    before: usize,
    /// White space came, and becomes a space if more of the same line follows.
    space: bool,
}

impl Prose {
    /// Writes text as it is; line feeds are the caller's. A carriage return, which HTML and XML can spell out as a
    /// number, becomes a space: no document's text has one.
    pub(super) fn text(&mut self, text: &str) -> Result<(), ExtractError> {
        if text.is_empty() {
            return Ok(());
        }
        if text.contains('\r') {
            return self.text(&text.replace('\r', " "));
        }
        self.room_for(text.len() + 1)?;
        if std::mem::take(&mut self.at.space)
            && self.at.text.len() > self.at.line
            && !self.at.text.ends_with(['\t', ' '])
        {
            self.at.text.push(' ');
        }
        self.at.text.push_str(text);
        Ok(())
    }

    /// Writes text in which any run of white space means one space, and none at the beginning of a line.
    pub(super) fn flowing(&mut self, text: &str) -> Result<(), ExtractError> {
        let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0C');
        let mut words = text.split(is_space);
        self.text(words.next().unwrap_or_default())?;
        for word in words {
            self.at.space = true;
            self.text(word)?;
        }
        Ok(())
    }

    /// Ends a line, even an empty one.
    pub(super) fn end_line(&mut self) -> Result<(), ExtractError> {
        self.room_for(1)?;
        self.trim();
        self.at.text.push('\n');
        self.at.before = self.at.line;
        self.at.line = self.at.text.len();
        Ok(())
    }

    /// Ends a paragraph if one was begun.
    pub(super) fn end_paragraph(&mut self) -> Result<(), ExtractError> {
        self.trim();
        if self.at.text.len() > self.at.line { self.end_line() } else { Ok(()) }
    }

    /// Ends a paragraph, and puts the text boxes behind it that were anchored in it.
    pub(super) fn end_paragraph_with_boxes(&mut self) -> Result<(), ExtractError> {
        self.end_paragraph()?;
        if self.outer.is_empty() && !self.boxes.is_empty() {
            let boxes = std::mem::take(&mut self.boxes);
            self.text(&boxes)?;
            (self.at.before, self.at.line) = (self.at.line, self.at.text.len());
        }
        Ok(())
    }

    /// Begins a cell that is not the first of its row: a tab in place of the line end after the cell before it.
    pub(super) fn next_cell(&mut self) -> Result<(), ExtractError> {
        self.end_paragraph()?;
        if self.at.text.ends_with('\n') && self.landmarks.last().is_none_or(|last| last.at < self.at.text.len()) {
            self.at.text.pop();
            self.at.line = self.at.before;
            self.at.text.push('\t');
        }
        Ok(())
    }

    /// Begins a page or chapter here. If nothing was written since the one before, this one takes its place.
    pub(super) fn mark(&mut self, mark: Mark) -> Result<(), ExtractError> {
        // Text boxes are put somewhere else.
        if !self.outer.is_empty() {
            return Ok(());
        }
        if self.at.space && self.at.text.len() > self.at.line {
            self.room_for(1)?;
            self.at.space = false;
            self.at.text.push(' ');
        }
        if self.landmarks.len() >= limits::LANDMARKS {
            return Err(ExtractError::TooMuch);
        }
        let at = self.at.text.len();
        match self.landmarks.last_mut() {
            Some(last) if last.at == at => last.mark = mark,
            _ => self.landmarks.push(Landmark { at, mark }),
        }
        Ok(())
    }

    /// Writes what follows to a text of its own, until [`Self::leave`].
    pub(super) fn enter(&mut self) -> Result<(), ExtractError> {
        if self.outer.len() >= limits::DEPTH {
            return Err(ExtractError::TooDeep);
        }
        self.outer.push(std::mem::take(&mut self.at));
        Ok(())
    }

    /// Goes back to the text before [`Self::enter`] and returns what was written since.
    pub(super) fn leave(&mut self) -> Result<String, ExtractError> {
        self.end_paragraph()?;
        let Some(outer) = self.outer.pop() else { return Ok(String::new()) };
        Ok(std::mem::replace(&mut self.at, outer).text)
    }

    /// The same, of a text box.
    pub(super) fn leave_box(&mut self) -> Result<(), ExtractError> {
        let text = self.leave()?;
        self.boxes.push_str(&text);
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.at.text.is_empty()
    }

    /// The text and its landmarks.
    pub(super) fn finish(mut self) -> (String, Vec<Landmark>) {
        // The text of a box that never ended.
        while !self.outer.is_empty() {
            let rest = self.leave().unwrap_or_default();
            self.boxes.push_str(&rest);
        }
        self.trim();
        if self.at.text.len() > self.at.line {
            self.at.text.push('\n');
        }
        self.at.text.push_str(&self.boxes);
        let end = self.at.text.len();
        self.landmarks.retain(|landmark| landmark.at < end || landmark.at == 0);
        (self.at.text, self.landmarks)
    }

    /// Takes white space off the end of the line.
    fn trim(&mut self) {
        self.at.space = false;
        let line = self.at.text.get(self.at.line..).unwrap_or_default();
        let kept = self.at.line + line.trim_end_matches([' ', '\t']).len();
        self.at.text.truncate(kept);
        while let Some(last) = self.landmarks.last().copied().filter(|last| self.outer.is_empty() && last.at > kept) {
            self.landmarks.pop();
            match self.landmarks.last_mut() {
                Some(before) if before.at >= kept => *before = Landmark { at: kept, ..last },
                _ => self.landmarks.push(Landmark { at: kept, ..last }),
            }
        }
    }

    fn room_for(&self, more: usize) -> Result<(), ExtractError> {
        if self.at.text.len() + self.boxes.len() + more > limits::TEXT { Err(ExtractError::TooMuch) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Prose) -> Result<(), ExtractError>) -> (String, Vec<(usize, u32)>) {
        let mut prose = Prose::default();
        write(&mut prose).unwrap();
        let (text, landmarks) = prose.finish();
        (text, landmarks.iter().map(|landmark| (landmark.at, landmark.mark.number())).collect())
    }

    #[test]
    fn paragraphs_are_lines() {
        let (text, _) = written(|prose| {
            prose.end_paragraph()?;
            prose.flowing("  one \n two")?;
            prose.flowing(" three ")?;
            prose.end_paragraph()?;
            prose.end_paragraph()?;
            prose.text("four  ")?;
            prose.end_line()?;
            prose.end_line()?;
            prose.text("five")
        });
        assert_eq!(text, "one two three\nfour\n\nfive\n");
    }

    #[test]
    fn cells_are_parted_by_tabs() {
        let (text, _) = written(|prose| {
            for (n, cell) in ["a", "", "c"].into_iter().enumerate() {
                if n > 0 {
                    prose.next_cell()?;
                }
                prose.text(cell)?;
                prose.end_paragraph()?;
            }
            prose.text("d")
        });
        assert_eq!(text, "a\tc\nd\n");
    }

    #[test]
    fn boxes_stand_behind_their_paragraph() {
        let (text, _) = written(|prose| {
            prose.text("before ")?;
            prose.enter()?;
            prose.text("in the box")?;
            prose.end_paragraph_with_boxes()?;
            prose.leave_box()?;
            prose.text("after")?;
            prose.end_paragraph_with_boxes()?;
            prose.enter()?;
            prose.text("never closed")
        });
        assert_eq!(text, "before after\nin the box\nnever closed\n");
    }

    #[test]
    fn landmarks_rise() {
        let (text, pages) = written(|prose| {
            prose.mark(Mark::Page(1))?;
            prose.text("one ")?;
            prose.mark(Mark::Page(2))?;
            prose.end_paragraph()?;
            prose.mark(Mark::Page(3))?;
            prose.mark(Mark::Page(4))?;
            prose.text("two")?;
            prose.end_paragraph()?;
            prose.mark(Mark::Page(5))
        });
        assert_eq!((&*text, pages), ("one\ntwo\n", vec![(0, 1), (3, 2), (4, 4)]));
    }
}
