//! Installs tools from crates.io: each in one version, with the dependencies of its own lock file, below the build
//! folder. They are built without optimisation, because their build takes longer than their runs.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::job;
use crate::root::{plain_cargo, root, target};

/// A tool from crates.io.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
}

/// Checks the bans, licences, sources and known vulnerabilities of the Rust crates by `deny.toml`.
pub(crate) const CARGO_DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2" };
/// Writes the bill of materials of the Rust crates.
pub(crate) const CARGO_CYCLONEDX: Tool = Tool { name: "cargo-cyclonedx", version: "0.5.9" };
/// Builds and runs the fuzz targets.
pub(crate) const CARGO_FUZZ: Tool = Tool { name: "cargo-fuzz", version: "0.13.2" };
/// Makes small changes to the code and checks whether a test fails.
pub(crate) const CARGO_MUTANTS: Tool = Tool { name: "cargo-mutants", version: "27.1.0" };

impl Tool {
    /// A command of the tool in the repository's root folder. Builds the tool, unless it was built before.
    pub(crate) fn command(&self) -> Result<Command> {
        let program = self.ensure()?;
        let mut command = Command::new(program);
        command.current_dir(root());
        Ok(command)
    }

    fn ensure(&self) -> Result<PathBuf> {
        let folder = target().join("tools").join(format!("{}-{}", self.name, self.version));
        let program = folder.join("bin").join(self.name);
        if program.is_file() {
            return Ok(program);
        }
        let build = folder.join("build");
        job::run(
            plain_cargo()
                .args([
                    "install",
                    "--quiet",
                    "--locked",
                    "--debug",
                    self.name,
                    "--version",
                    self.version,
                    "--root",
                ])
                .arg(&folder)
                .env("CARGO_TARGET_DIR", &build)
                .env("CARGO_PROFILE_DEV_DEBUG", "0")
                .env("CARGO_INCREMENTAL", "0"),
        )
        .with_context(|| format!("{} {} could not be built", self.name, self.version))?;
        std::fs::remove_dir_all(&build).with_context(|| format!("cannot remove {}", build.display()))?;
        Ok(program)
    }
}
