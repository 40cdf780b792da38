//! Finds a Chromium for the browser tests, or installs one: as root from the distribution, otherwise from an npm
//! package that contains the program (Playwright's own download is not reachable everywhere).

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::root::root;
use crate::{debian, job};

/// The names of the program in distributions.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Debian's package of the headless shell, and its program.
const SHELL: &str = "chromium-headless-shell";

/// Below the repository's root; ignored by git.
const FOLDER: &str = ".chromium";

/// A pinned version that was tested, built for machines without desktop libraries.
const PACKAGE: &str = "@sparticuz/chromium@147.0.0";

/// Unpacks the program, which is compressed with brotli, and the libraries that a minimal machine lacks, into the
/// folder of `TMPDIR`. The package unpacks the libraries only when `AWS_EXECUTION_ENV` is set.
const UNPACK: &str =
    "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";

/// The path of a Chromium that starts.
pub(crate) fn ensure() -> Result<PathBuf> {
    if let Some(configured) = std::env::var_os("CHROMIUM_PATH").filter(|path| !path.is_empty()) {
        let configured = PathBuf::from(configured);
        if !starts(&configured) {
            bail!("CHROMIUM_PATH names {}, which does not start", configured.display());
        }
        return Ok(configured);
    }
    if let Some(found) = on_path() {
        return Ok(found);
    }
    let installed = root().join(FOLDER).join("chromium-fairway");
    if starts(&installed) {
        return Ok(installed);
    }
    if rustix::process::geteuid().is_root() && on_path_of("apt-get").is_some() {
        match from_debian() {
            Ok(()) => match on_path() {
                Some(found) => return Ok(found),
                None => println!("the Chromium that apt-get installed does not start; trying npm"),
            },
            Err(error) => println!("apt-get could not install Chromium ({error:#}); trying npm"),
        }
    }
    from_npm(&installed).context(
        "no Chromium for the browser tests: install the package `chromium`, or set CHROMIUM_PATH to a Chromium or \
         Chrome",
    )?;
    Ok(installed)
}

/// Chromium's headless shell, which takes less processor time; installed from the distribution where that is possible.
/// Without it, the tests use the whole browser.
pub(crate) fn headless_shell() -> Option<PathBuf> {
    if let Some(configured) = std::env::var_os("CHROMIUM_SHELL_PATH").filter(|path| !path.is_empty()) {
        return Some(PathBuf::from(configured));
    }
    if std::env::var_os("CHROMIUM_PATH").is_some_and(|path| !path.is_empty()) {
        // Of another version than the configured browser, perhaps.
        return None;
    }
    if let Err(error) = debian::ensure(&[SHELL]) {
        println!("the tests use the whole browser: {error:#}");
    }
    on_path_of(SHELL).filter(|found| starts(found))
}

fn on_path() -> Option<PathBuf> {
    NAMES.iter().filter_map(|name| on_path_of(name)).find(|found| starts(found))
}

fn on_path_of(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn starts(program: &Path) -> bool {
    let run = Command::new(program).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output();
    run.is_ok_and(|output| output.status.success() && !output.stdout.is_empty())
}

fn from_debian() -> Result<()> {
    debian::ensure(&["chromium"])
}

/// Installs the npm package, and writes a start script that adds the package's libraries only if the machine lacks
/// them.
fn from_npm(starter: &Path) -> Result<()> {
    println!("installing {PACKAGE} with npm");
    let folder = root().join(FOLDER);
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("package.json"), "{ \"private\": true }\n")?;
    let npm = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", PACKAGE];
    job::run(Command::new("npm").current_dir(&folder).args(npm))?;
    job::run(
        Command::new("node")
            .current_dir(&folder)
            .args(["--input-type=module", "--eval", UNPACK])
            .env("TMPDIR", &folder)
            .env("AWS_EXECUTION_ENV", "AWS_Lambda_nodejs22.x"),
    )?;
    for libraries in ["", "export LD_LIBRARY_PATH=\"$here/al2023/lib\"\n"] {
        let script = format!(
            "#!/bin/sh\nhere=$(dirname \"$(readlink -f \"$0\")\")\n{libraries}exec \"$here/chromium\" \"$@\"\n"
        );
        std::fs::write(starter, script)?;
        std::fs::set_permissions(starter, PermissionsExt::from_mode(0o755))?;
        if starts(starter) {
            return Ok(());
        }
    }
    bail!("the Chromium of {PACKAGE} does not start on this machine")
}
