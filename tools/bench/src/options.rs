//! The options of the command line, and the sizes of the rounds.

use anyhow::{Result, bail};

/// Every bench, in the order in which they run.
pub(crate) const BENCHES: [&str; 15] = [
    "booking",
    "hot",
    "cancel",
    "nodes",
    "lag",
    "rebuild",
    "http",
    "rush",
    "growth",
    "operators",
    "statements",
    "export",
    "analysts",
    "footprint",
    "web",
];

/// The task of this process.
#[derive(Debug)]
pub(crate) enum Task {
    Measure(Options),
    /// A node, as a worker process of a bench (`crate::worker`).
    Node {
        url: String,
    },
    /// A worker process that runs rebuilds.
    Rebuilds {
        url: String,
    },
    /// Writes the latest figures to the README, without measuring.
    WriteReadme,
    /// Prints the names and options.
    Help,
}

/// How to measure.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) names: Vec<&'static str>,
    /// The largest journal of `growth`.
    pub(crate) largest: u64,
    /// Number of events that `rebuild` reads.
    pub(crate) rebuilt: u64,
    pub(crate) rounds: usize,
    pub(crate) write_readme: bool,
    /// Whether `rush` also searches the highest rate with short answers.
    pub(crate) search: bool,
    /// The size of a round, in percent of the default size.
    percent: u64,
}

impl Options {
    pub(crate) fn from_arguments(arguments: impl Iterator<Item = String>) -> Result<Task> {
        let mut options = Self {
            names: Vec::new(),
            largest: 1_000_000,
            rebuilt: 1_000_000,
            rounds: 3,
            write_readme: false,
            search: false,
            percent: 100,
        };
        let arguments: Vec<String> = arguments.collect();
        if let [task, url] = arguments.as_slice() {
            match task.as_str() {
                "node" => return Ok(Task::Node { url: url.clone() }),
                "rebuilds" => return Ok(Task::Rebuilds { url: url.clone() }),
                _ => {}
            }
        }
        for argument in &arguments {
            match argument.as_str() {
                "--quick" => {
                    (options.percent, options.rounds) = (10, 2);
                    (options.largest, options.rebuilt) = (100_000, 100_000);
                }
                "--help" | "-h" => return Ok(Task::Help),
                "--full" => options.largest = 10_000_000,
                "--search" => options.search = true,
                "--write-readme" => options.write_readme = true,
                name => match BENCHES.into_iter().find(|bench| *bench == name) {
                    Some(bench) => options.names.push(bench),
                    None => bail!("there is no bench `{name}`; there are: {}", Self::names_and_options()),
                },
            }
        }
        if arguments == ["--write-readme"] {
            return Ok(Task::WriteReadme);
        }
        if options.names.is_empty() {
            options.names = BENCHES.to_vec();
        }
        Ok(Task::Measure(options))
    }

    /// The names of the benches, and the options.
    pub(crate) fn names_and_options() -> String {
        format!("{}; and --quick, --full, --search, --write-readme", BENCHES.join(", "))
    }

    /// The number of operations in a round, from the default number.
    pub(crate) fn count(&self, default_count: u64) -> u64 {
        (default_count * self.percent / 100).max(1)
    }

    /// The sizes of `growth`: each ten times the one before.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = u64> + use<> {
        let largest = self.largest;
        std::iter::successors(Some(10_000), |size| Some(size * 10)).take_while(move |size| *size <= largest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Options {
        match Options::from_arguments(arguments.iter().map(|&argument| argument.to_owned())) {
            Ok(Task::Measure(options)) => options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn without_a_name_everything_is_measured() {
        assert_eq!(parse(&[]).names, BENCHES);
        assert_eq!(parse(&["--quick", "http"]).names, ["http"]);
        assert!(parse(&["rush", "--search"]).search && !parse(&["rush"]).search);
        assert!(Options::from_arguments(["nonsense".to_owned()].into_iter()).is_err());
        assert!(matches!(Options::from_arguments(["--help".to_owned()].into_iter()), Ok(Task::Help)));
    }

    #[test]
    fn a_quick_run_is_small_and_a_full_run_measures_ten_million_events() {
        let quick = parse(&["--quick"]);
        assert_eq!((quick.count(400), quick.sizes().last()), (40, Some(100_000)));
        assert_eq!(parse(&["--full"]).sizes().collect::<Vec<_>>(), [10_000, 100_000, 1_000_000, 10_000_000]);
    }
}
