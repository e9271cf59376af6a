//! Settings with a choice of names.

use std::{fmt, str::FromStr};

/// An enum whose variants have a name in the file, in the environment and on the command line.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $type { $($(#[$variant_doc])* $variant,)+ }

        impl $type {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// In the order of [`Self::ALL`].
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }

        impl FromStr for $type {
            type Err = ();

            fn from_str(text: &str) -> Result<Self, ()> {
                match text { $($name => Ok(Self::$variant),)+ _ => Err(()) }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

named! {
    /// The name of a set of colours.
    ThemeName {
        /// Dark or light, as the terminal's ground is.
        #[default]
        Auto = "auto",
        /// For a dark ground.
        Dark = "dark",
        /// For a light ground.
        Light = "light",
        /// With a contrast of 7:1 and more.
        HighContrast = "high-contrast",
        /// Only the 16 colours that the terminal itself defines.
        Ansi16 = "ansi16",
        /// No colour, but bold, underline and reverse.
        Mono = "mono",
        /// Red and green, as in `diff`.
        Classic = "classic",
    }
}

named! {
    ColorChoice {
        /// If the output is a terminal that has colours, and `NO_COLOR` is not set.
        #[default]
        Auto = "auto",
        Always = "always",
        Never = "never",
    }
}
