//! The paths of the repository and its build folder, found at run time, so that the program does not depend on the
//! machine that built it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The repository's root folder.
pub(crate) fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        // `cargo run` sets this variable to the folder of the program's package.
        let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let start = package.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        let root = start.ancestors().find(|folder| folder.join("tools/xtask/Cargo.toml").is_file());
        root.map_or_else(|| PathBuf::from("."), Path::to_owned)
    })
}

/// Cargo's build folder, also when it is configured elsewhere.
pub(crate) fn target() -> PathBuf {
    // This program is in <target>/<profile>/; its tests are in <target>/<profile>/deps/.
    let exe = std::env::current_exe().unwrap_or_default();
    let profile = exe.ancestors().find(|folder| folder.join(".fingerprint").is_dir());
    profile.and_then(Path::parent).map_or_else(|| root().join("target"), Path::to_owned)
}

/// The folder for xtask's stamps, reports and logs.
pub(crate) fn scratch() -> PathBuf {
    target().join("xtask")
}

/// The web app's folder.
pub(crate) fn webapp() -> PathBuf {
    root().join("webapp")
}

/// Whether [`lint_builds`] was called.
static LINTED: OnceLock<()> = OnceLock::new();

/// Has clippy check our crates while they are built: every further [`cargo`] compiles them with clippy's compiler, and a
/// warning fails the build. `cargo clippy` reads all crates a second time, which takes minutes on a clean clone.
pub(crate) fn lint_builds() {
    LINTED.get_or_init(|| ());
}

/// A command of the same Cargo that runs xtask, in the repository's root folder.
pub(crate) fn cargo() -> Command {
    let mut cargo = plain_cargo();
    if LINTED.get().is_some() {
        // As `cargo clippy -- --deny warnings` passes it to its `cargo check`.
        cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
        cargo.env("CLIPPY_ARGS", "--deny__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");
    }
    cargo
}

/// The same without clippy, for the sources of others.
pub(crate) fn plain_cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}
