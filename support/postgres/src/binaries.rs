//! Finds a PostgreSQL to run: the configured folder, a system one, else the one that `cargo xtask` installed.
//!
//! The choice is a pure function over candidates ([`choose`]), so that it can be tested without installing
//! anything; only [`Candidates::search`] reads the machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::PostgresError;

/// The oldest major version that the project's SQL is written for.
pub const OLDEST_MAJOR: u32 = 15;

/// The folder below the repository into which `cargo xtask` installs the npm package.
pub const BUNDLE_FOLDER: &str = ".postgres";

/// A folder with `postgres` and `initdb` in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binaries {
    /// The `bin` folder, absolute and with symbolic links resolved.
    pub folder: PathBuf,
    /// Major version, e.g. `15`.
    pub major: u32,
}

impl Binaries {
    /// Path of one of the programs.
    #[must_use]
    pub fn program(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Checks the programs in `folder` and reads their version.
    ///
    /// # Errors
    /// A sentence that names what is missing or failed.
    pub fn inspect(folder: &Path) -> Result<Self, String> {
        let postgres = folder.join("postgres");
        let resolved =
            std::fs::canonicalize(&postgres).map_err(|e| format!("{}: {e}", postgres.display()))?;
        let folder = resolved.parent().unwrap_or(folder).to_owned();
        if !folder.join("initdb").is_file() {
            return Err(format!("{} has no initdb beside postgres", folder.display()));
        }
        let output = Command::new(&resolved)
            .arg("--version")
            .stdin(Stdio::null())
            .output()
            .map_err(|e| format!("{} does not run: {e}", resolved.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let major = parse_version(&text).ok_or_else(|| {
            let error = String::from_utf8_lossy(&output.stderr);
            format!("{} does not print its version: {}{}", resolved.display(), text.trim(), error.trim())
        })?;
        Ok(Self { folder, major })
    }
}

/// The result of a search for PostgreSQL's programs.
#[derive(Debug, Default)]
pub struct Candidates {
    /// Usable folders, in order of preference.
    pub usable: Vec<Binaries>,
    /// Every place that was searched, for the error message.
    pub searched: Vec<String>,
}

impl Candidates {
    /// Searches the machine. A configured folder is the only candidate: there is no fallback.
    ///
    /// # Errors
    /// [`PostgresError::ConfiguredBinaries`] when the configured folder cannot be used.
    pub fn search(configured: Option<&Path>) -> Result<Self, PostgresError> {
        if let Some(folder) = configured {
            let unusable = |reason| PostgresError::ConfiguredBinaries { folder: folder.to_owned(), reason };
            let binaries = Binaries::inspect(folder).map_err(unusable)?;
            if binaries.major < OLDEST_MAJOR {
                return Err(unusable(format!("it is version {}, too old", binaries.major)));
            }
            return Ok(Self { usable: vec![binaries], searched: vec![folder.display().to_string()] });
        }
        let mut found = Self::default();
        let mut system = Self::default();
        for folder in debian_folders().into_iter().chain(path_folders()) {
            system.consider(&folder);
        }
        system.usable.sort_by_key(|binaries| std::cmp::Reverse(binaries.major));
        found.searched.push("/usr/lib/postgresql/*/bin, PATH, pg_config".to_owned());
        found.usable.append(&mut system.usable);
        for folder in bundle_folders() {
            found.searched.push(folder.display().to_string());
            found.consider(&folder);
        }
        Ok(found)
    }

    fn consider(&mut self, folder: &Path) {
        if !folder.join("postgres").exists() {
            return;
        }
        match Binaries::inspect(folder) {
            Ok(found) if found.major >= OLDEST_MAJOR && !self.usable.contains(&found) => {
                self.usable.push(found)
            }
            Ok(_) => {}
            Err(reason) => self.searched.push(reason),
        }
    }
}

/// Picks the binaries for a cluster: those of its own major version, or the most preferred for a new one.
///
/// # Errors
/// [`PostgresError::NotFound`] without candidates, [`PostgresError::OtherVersion`] when none has the major
/// version that made the cluster.
pub fn choose(
    candidates: &Candidates,
    cluster: &Path,
    made_by: Option<u32>,
) -> Result<Binaries, PostgresError> {
    let Some(first) = candidates.usable.first() else {
        return Err(PostgresError::NotFound { searched: candidates.searched.join("; ") });
    };
    let Some(made_by) = made_by else { return Ok(first.clone()) };
    let matching = candidates.usable.iter().find(|binaries| binaries.major == made_by).cloned();
    matching.ok_or_else(|| {
        let majors: Vec<String> = candidates.usable.iter().map(|found| found.major.to_string()).collect();
        let found = majors.join(", ");
        PostgresError::OtherVersion { cluster: cluster.to_owned(), made_by, found }
    })
}

/// The `bin` folder of the npm package below `repository`, present or not.
#[must_use]
pub fn bundle_folder(repository: &Path) -> PathBuf {
    repository.join(BUNDLE_FOLDER).join("node_modules").join(bundle_package()).join("native/bin")
}

/// Name of the npm package with PostgreSQL for this kind of machine.
#[must_use]
pub fn bundle_package() -> String {
    let os = if cfg!(target_os = "macos") { "darwin" } else { "linux" };
    let cpu = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        "x86" => "ia32",
        "powerpc64" => "ppc64",
        other => other,
    };
    format!("@embedded-postgres/{os}-{cpu}")
}

/// Major version out of `postgres --version`, e.g. `postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)`.
fn parse_version(text: &str) -> Option<u32> {
    let number = text.trim().strip_prefix("postgres (PostgreSQL) ")?;
    let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn debian_folders() -> Vec<PathBuf> {
    let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") else { return Vec::new() };
    versions.filter_map(Result::ok).map(|version| version.path().join("bin")).collect()
}

fn path_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    folders.retain(|folder| folder.is_absolute());
    let output = Command::new("pg_config").arg("--bindir").stdin(Stdio::null()).output();
    if let Ok(output) = output.as_ref().map(|output| String::from_utf8_lossy(&output.stdout))
        && !output.trim().is_empty()
    {
        folders.push(PathBuf::from(output.trim()));
    }
    folders
}

/// The bundle lies in the repository: above the working folder, or above the executable in `target/`.
fn bundle_folders() -> Vec<PathBuf> {
    let starts = [std::env::current_dir().ok(), std::env::current_exe().ok()];
    let mut folders = Vec::new();
    for repository in starts.iter().flatten().flat_map(|start| start.ancestors()) {
        if repository.join(BUNDLE_FOLDER).is_dir() {
            let folder = bundle_folder(repository);
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(majors: &[u32]) -> Candidates {
        let usable = majors
            .iter()
            .map(|&major| Binaries { folder: PathBuf::from(format!("/pg/{major}")), major })
            .collect();
        Candidates { usable, searched: vec!["/pg".to_owned()] }
    }

    #[test]
    fn reads_the_major_version_of_releases_betas_and_distributions() {
        assert_eq!(parse_version("postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)\n"), Some(15));
        assert_eq!(parse_version("postgres (PostgreSQL) 18.4"), Some(18));
        assert_eq!(parse_version("postgres (PostgreSQL) 19beta1"), Some(19));
        assert_eq!(parse_version("psql (PostgreSQL) 15.14"), None);
        assert_eq!(parse_version(""), None);
    }

    #[test]
    fn a_new_cluster_takes_the_most_preferred_binaries() {
        let chosen = choose(&candidates(&[17, 16, 18]), Path::new("/data"), None).unwrap();
        assert_eq!(chosen.major, 17);
    }

    #[test]
    fn an_existing_cluster_takes_the_binaries_of_the_version_that_made_it() {
        let chosen = choose(&candidates(&[17, 16, 15]), Path::new("/data"), Some(15)).unwrap();
        assert_eq!(chosen.major, 15);
    }

    #[test]
    fn a_cluster_of_a_version_that_is_not_there_is_refused_by_name() {
        let error = choose(&candidates(&[17, 16]), Path::new("/data/c"), Some(15)).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("/data/c was made by PostgreSQL 15, but only 17, 16 was found"), "{text}");
    }

    #[test]
    fn without_any_postgres_the_error_names_the_command_that_installs_it() {
        let error = choose(&candidates(&[]), Path::new("/data"), None).unwrap_err();
        assert!(error.to_string().contains("`cargo xtask fetch-postgres`"), "{error}");
    }

    #[test]
    fn a_configured_folder_without_postgres_is_refused_and_nothing_else_is_tried() {
        let folder = tempfile::tempdir().unwrap();
        let error = Candidates::search(Some(folder.path())).unwrap_err();
        assert!(matches!(error, PostgresError::ConfiguredBinaries { .. }), "{error}");
    }
}
