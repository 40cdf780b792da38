//! A client in TypeScript, made from the committed description as somebody else would make one, and compiled. In a folder
//! below the build folder, with a TypeScript of its own: the maker needs an older one than the web app has.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::job;
use crate::root::{root, target};

const WRITTEN: [&str; 4] = ["package.json", "package-lock.json", "tsconfig.json", "client.ts"];

/// Makes the client and compiles it with what uses it.
pub(crate) fn compile() -> Result<()> {
    let sources = super::folder().join("client");
    let folder = target().join("tools/api-client");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let is_installed = same(&sources, &folder.join("node_modules"), "package-lock.json");
    for name in WRITTEN {
        std::fs::copy(sources.join(name), folder.join(name))
            .with_context(|| format!("cannot copy {name}"))?;
    }
    let run = |program: &str, arguments: &[&str]| {
        job::run(Command::new(program).current_dir(&folder).args(arguments))
    };
    if !is_installed {
        run("npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"])?;
        // Last: what was not installed completely is installed again.
        std::fs::copy(sources.join("package-lock.json"), folder.join("node_modules/package-lock.json"))?;
    }
    let description = root().join("docs/openapi.json");
    let description = description.to_str().context("the repository's path is no text")?;
    run("node_modules/.bin/openapi-typescript", &[description, "--output", "api.d.ts"])?;
    run("node_modules/.bin/tsc", &["--project", "."])
}

fn same(one: &Path, other: &Path, name: &str) -> bool {
    let read = |folder: &Path| std::fs::read(folder.join(name)).ok();
    read(one).is_some() && read(one) == read(other)
}
