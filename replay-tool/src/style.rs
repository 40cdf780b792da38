//! Colours of a terminal, used on a terminal unless `NO_COLOR` or `--color` sets otherwise. The output has the same
//! meaning without them.

use std::io::IsTerminal;

use clap::{Args, ValueEnum};

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Also into a file or a pager.
    Always,
    /// Not at all.
    Never,
}

/// The option of every command that prints for people.
#[derive(Debug, Clone, Copy, Args)]
pub struct Colour {
    /// Colour: on a terminal only, always or never. NO_COLOR is honoured.
    #[arg(long = "color", value_enum, default_value_t = When::Auto)]
    pub when: When,
}

/// How text is coloured, or not at all.
#[derive(Debug, Clone, Copy)]
pub struct Style(bool);

impl Style {
    /// Without colours.
    pub const PLAIN: Self = Self(false);
    /// With colours.
    pub const COLOURED: Self = Self(true);

    /// The style from the option, the environment and the terminal.
    #[must_use]
    pub fn for_colour(colour: Colour) -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self(match colour.when {
            When::Always => true,
            When::Never => false,
            When::Auto => !set("NO_COLOR") && !dumb && std::io::stdout().is_terminal(),
        })
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.0 && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// For the most important text.
    #[must_use]
    pub fn strong(self, text: &str) -> String {
        self.with("1", text)
    }

    /// For the least important text.
    #[must_use]
    pub fn faint(self, text: &str) -> String {
        self.with("2", text)
    }

    /// Gained, allowed.
    #[must_use]
    pub fn good(self, text: &str) -> String {
        self.with("32", text)
    }

    /// Lost, refused.
    #[must_use]
    pub fn bad(self, text: &str) -> String {
        self.with("31", text)
    }

    /// Changed.
    #[must_use]
    pub fn changed(self, text: &str) -> String {
        self.with("33", text)
    }

    /// For a name: a member, an operator, a section.
    #[must_use]
    pub fn who(self, text: &str) -> String {
        self.with("1;36", text)
    }
}
