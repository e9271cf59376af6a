//! The texts that come with the program, to look at before one has texts of one's own.

/// A built-in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sample {
    /// A lighthouse, in Chinese.
    LighthouseZh,
    /// The same with a few words changed.
    LighthouseZhEdited,
    /// The tea road, in English.
    TeaRoadEn,
    /// The same, revised.
    TeaRoadEnRevised,
    /// A night market, in Chinese; like none of the others.
    NightMarketZh,
    /// Glass frogs, in English; like none of the others.
    GlassFrogsEn,
}

impl Sample {
    /// All of them; neighbours 0 and 1, and 2 and 3, are versions of one text.
    pub const ALL: [Self; 6] = [
        Self::LighthouseZh,
        Self::LighthouseZhEdited,
        Self::TeaRoadEn,
        Self::TeaRoadEnRevised,
        Self::NightMarketZh,
        Self::GlassFrogsEn,
    ];

    /// A stable name, as in `lighthouse-zh`.
    pub fn key(self) -> &'static str {
        let name = self.file_name();
        name.strip_suffix(".txt").unwrap_or(name)
    }

    /// As in `lighthouse-zh.txt`.
    pub fn file_name(self) -> &'static str {
        self.file().0
    }

    /// The whole text, with LF line ends.
    pub fn text(self) -> &'static str {
        self.file().1
    }

    fn file(self) -> (&'static str, &'static str) {
        macro_rules! file {
            ($name:literal) => {
                ($name, include_str!(concat!("../../assets/samples/", $name)))
            };
        }
        match self {
            Self::LighthouseZh => file!("lighthouse-zh.txt"),
            Self::LighthouseZhEdited => file!("lighthouse-zh-edited.txt"),
            Self::TeaRoadEn => file!("tea-road-en.txt"),
            Self::TeaRoadEnRevised => file!("tea-road-en-revised.txt"),
            Self::NightMarketZh => file!("night-market-zh.txt"),
            Self::GlassFrogsEn => file!("glass-frogs-en.txt"),
        }
    }
}
