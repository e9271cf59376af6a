//! The characters of lines, bars and signs: one table for terminals that draw everything, one of ASCII.
//!
//! Being data, ASCII is a choice at the start of the program and no branch in the drawing; `build.rs` does the same for
//! the words of the interface.

/// The marks. Each takes one cell.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    /// A rule across.
    pub rule: &'static str,
    /// A rule down.
    pub upright: &'static str,
    /// An emphasized vertical rule.
    pub heavy_upright: &'static str,
    /// An emphasized horizontal rule: the part of a timeline that is done.
    pub heavy_rule: &'static str,
    /// A cell filled from below, in eighths.
    pub lower: [&'static str; 9],
    /// A cell filled from the left, in eighths.
    pub left: [&'static str; 9],
    /// A cell filled from above by half.
    pub upper_half: &'static str,
    /// Whether a part of a cell filled from above can be drawn as the rest of it, turned over.
    pub turns: bool,
    /// A cell of a negative bar where there is no colour to tell it by.
    pub shade: &'static str,
    /// One, or differing.
    pub up: &'static str,
    pub down: &'static str,
    /// Nothing to see here.
    pub dot: &'static str,
    /// Before the selected row.
    pub selected: &'static str,
    /// Set beside another by hand.
    pub pinned: &'static str,
    pub undone: &'static str,
    /// In the place of a number that is unknown.
    pub none: &'static str,
    /// A minus sign.
    pub minus: &'static str,
    /// Leads from one to the next.
    pub then: &'static str,
    pub becomes: &'static str,
    /// Between the two of a pair.
    pub times: &'static str,
    /// A cell of two dots by four, for each of the 256 sets of dots in the order of Unicode's braille patterns, one
    /// behind the other.
    pub dots: &'static str,
    /// Steps follow each other by themselves.
    pub playing: &'static str,
    /// They do not.
    pub paused: &'static str,
}

/// The braille patterns themselves, U+2800 to U+28FF.
const BRAILLE: &str = concat!(
    "⠀⠁⠂⠃⠄⠅⠆⠇⠈⠉⠊⠋⠌⠍⠎⠏⠐⠑⠒⠓⠔⠕⠖⠗⠘⠙⠚⠛⠜⠝⠞⠟⠠⠡⠢⠣⠤⠥⠦⠧⠨⠩⠪⠫⠬⠭⠮⠯⠰⠱⠲⠳⠴⠵⠶⠷⠸⠹⠺⠻⠼⠽⠾⠿",
    "⡀⡁⡂⡃⡄⡅⡆⡇⡈⡉⡊⡋⡌⡍⡎⡏⡐⡑⡒⡓⡔⡕⡖⡗⡘⡙⡚⡛⡜⡝⡞⡟⡠⡡⡢⡣⡤⡥⡦⡧⡨⡩⡪⡫⡬⡭⡮⡯⡰⡱⡲⡳⡴⡵⡶⡷⡸⡹⡺⡻⡼⡽⡾⡿",
    "⢀⢁⢂⢃⢄⢅⢆⢇⢈⢉⢊⢋⢌⢍⢎⢏⢐⢑⢒⢓⢔⢕⢖⢗⢘⢙⢚⢛⢜⢝⢞⢟⢠⢡⢢⢣⢤⢥⢦⢧⢨⢩⢪⢫⢬⢭⢮⢯⢰⢱⢲⢳⢴⢵⢶⢷⢸⢹⢺⢻⢼⢽⢾⢿",
    "⣀⣁⣂⣃⣄⣅⣆⣇⣈⣉⣊⣋⣌⣍⣎⣏⣐⣑⣒⣓⣔⣕⣖⣗⣘⣙⣚⣛⣜⣝⣞⣟⣠⣡⣢⣣⣤⣥⣦⣧⣨⣩⣪⣫⣬⣭⣮⣯⣰⣱⣲⣳⣴⣵⣶⣷⣸⣹⣺⣻⣼⣽⣾⣿",
);

/// For each pattern the halves of the cell that have a dot.
const HALVES: &str = concat!(
    "⠀▀▀▀▄███▀▀▀▀████▀▀▀▀████▀▀▀▀████▄███▄███████████████████████████",
    "▄███▄███████████████████████████▄███▄███████████████████████████",
    "▄███▄███████████████████████████▄███▄███████████████████████████",
    "▄███▄███████████████████████████▄███▄███████████████████████████",
);

/// For each pattern the character that runs as its dots do.
const SLOPES: &str = concat!(
    " '-|-|||'\"/-////-\\--/--+|--+/+/+-\\\\\\-\\-\\|\\-+/+++|\\-\\-+++|\\++/++#",
    ".|||||||/////////-/+/+/+///////#/--+-+++/+/+/+/#/+++/++#/+/#/###",
    ".\\\\\\\\\\\\\\|\\-\\-+++|\\\\\\-\\+\\|\\+\\+++#|\\\\\\-\\\\\\|\\+\\+++#|\\\\\\+\\+#|\\+#+###",
    "_\\\\\\-\\\\\\/+++/++#/++++++#/++#/###-\\+\\+\\+#/++#/###/++#+###/#######",
);

impl Default for &Marks {
    fn default() -> Self {
        &Marks::UNICODE
    }
}

impl Marks {
    /// For terminals that draw everything.
    pub(crate) const UNICODE: Self = Self {
        rule: "─",
        upright: "│",
        heavy_upright: "┃",
        heavy_rule: "━",
        lower: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
        left: [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
        upper_half: "▀",
        turns: true,
        shade: "▒",
        up: "▲",
        down: "▼",
        dot: "·",
        selected: "▌",
        pinned: "◆",
        undone: "↶",
        none: "–",
        minus: "−",
        then: "›",
        becomes: "→",
        times: "×",
        dots: BRAILLE,
        playing: "►",
        paused: "‖",
    };

    /// For a projector, on which single dots are lost.
    pub(crate) const LARGE: Self = Self { dots: HALVES, ..Self::UNICODE };

    /// For all others, and for those that give some of these two cells.
    pub(crate) const ASCII: Self = Self {
        rule: "-",
        upright: "|",
        heavy_upright: "+",
        heavy_rule: "=",
        lower: [" ", ".", ".", ":", "-", "=", "+", "*", "#"],
        left: [" ", ".", ".", ":", "-", "=", "+", "*", "#"],
        upper_half: "\"",
        turns: false,
        shade: "%",
        up: "^",
        down: "v",
        dot: ".",
        selected: ">",
        pinned: "*",
        undone: "u",
        none: "-",
        minus: "-",
        then: ">",
        becomes: ">",
        times: "x",
        dots: SLOPES,
        playing: ">",
        paused: "=",
    };

    /// The mark of a set of dots.
    pub(crate) fn dots(&self, set: u8) -> &'static str {
        let bytes = self.dots.len() / 256;
        let at = usize::from(set) * bytes;
        self.dots.get(at..at + bytes).unwrap_or(" ")
    }

    /// All of them.
    #[cfg(test)]
    pub(crate) fn all(&self) -> impl Iterator<Item = &'static str> {
        let single = [
            self.rule,
            self.upright,
            self.heavy_upright,
            self.heavy_rule,
            self.upper_half,
            self.shade,
            self.up,
            self.down,
            self.dot,
            self.selected,
            self.pinned,
            self.undone,
            self.none,
            self.minus,
            self.then,
            self.becomes,
            self.times,
            self.playing,
            self.paused,
        ];
        single.into_iter().chain(self.lower).chain(self.left).chain((0..=255).map(|set| self.dots(set)))
    }
}
