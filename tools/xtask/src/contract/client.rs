//! Generates a TypeScript client from the committed description, as other developers would, and compiles it. It is in a
//! folder below the build folder with its own TypeScript, because the generator needs an older version than the web
//! app.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::job;
use crate::root::{root, target};

const SOURCES: [&str; 4] = ["package.json", "package-lock.json", "tsconfig.json", "client.ts"];

/// Generates the client, and compiles it together with the code that uses it.
pub(crate) fn compile() -> Result<()> {
    let sources = super::folder().join("client");
    let folder = target().join("tools/api-client");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let is_installed = has_same_file(&sources, &folder.join("node_modules"), "package-lock.json");
    for name in SOURCES {
        std::fs::copy(sources.join(name), folder.join(name))
            .with_context(|| format!("cannot copy {name}"))?;
    }
    let run = |program: &str, arguments: &[&str]| {
        job::run(Command::new(program).current_dir(&folder).args(arguments))
    };
    if !is_installed {
        run("npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"])?;
        // After the installation, so that an incomplete one is repeated.
        std::fs::copy(sources.join("package-lock.json"), folder.join("node_modules/package-lock.json"))?;
    }
    let description = root().join("docs/openapi.json");
    let description = description.to_str().context("the repository's path is not valid UTF-8")?;
    run("node_modules/.bin/openapi-typescript", &[description, "--output", "api.d.ts"])?;
    run("node_modules/.bin/tsc", &["--project", "."])
}

fn has_same_file(one: &Path, other: &Path, name: &str) -> bool {
    let read = |folder: &Path| std::fs::read(folder.join(name)).ok();
    read(one).is_some() && read(one) == read(other)
}
