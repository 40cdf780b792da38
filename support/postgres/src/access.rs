//! Access rules: only the server's own user and root, as the kernel identifies them at the socket (peer authentication).
//! No network, and no other user of the machine, even if the socket were reachable: the folder around it (mode 0700) is
//! the first protection, these rules are the second. Analysts have log-ins of their own names, which no user of the
//! machine has: they need the password too.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::PostgresError;
use crate::error::At;
use crate::user::RunAs;

/// `pg_hba.conf`: members of the role `analyst` by password, all others by the user of the connecting process, mapped by
/// the names below.
const ACCESS: &str =
    "# Made by fairway at every start.\nlocal all +analyst scram-sha-256\nlocal all all peer map=fairway\n";

/// The database roles that these users may take. A role that does not exist yet is harmless.
const ROLES: [&str; 3] = ["postgres", "fairway_app", "fairway_reader"];

/// The two files, as settings of the server.
#[derive(Debug)]
pub(crate) struct Access {
    access: PathBuf,
    names: PathBuf,
    /// Whether they were other ones before: a server that runs already has to read them.
    pub(crate) changed: bool,
}

impl Access {
    /// Writes them into the folder, for the user to read.
    pub(crate) fn write(home: &Path, user: RunAs) -> Result<Self, PostgresError> {
        let mut users = vec![user.name()?];
        if user.name()? != "root" {
            users.push("root".to_owned());
        }
        let names = users.iter().flat_map(|user| ROLES.map(|role| format!("fairway \"{user}\" {role}\n")));
        let (access, access_text) = (home.join("access.conf"), ACCESS);
        let (names, names_text) = (home.join("names.conf"), names.collect::<String>());
        let changed = write(&access, access_text, user)? | write(&names, &names_text, user)?;
        Ok(Self { access, names, changed })
    }

    /// As `name=value` of the server's command line, where no configuration file overrules them.
    pub(crate) fn settings(&self) -> [(&'static str, String); 2] {
        [("hba_file", self.access.display().to_string()), ("ident_file", self.names.display().to_string())]
    }
}

fn write(path: &Path, text: &str, user: RunAs) -> Result<bool, PostgresError> {
    let changed = std::fs::read_to_string(path).is_ok_and(|old| old != text);
    let new = path.with_extension("new");
    let _ = std::fs::remove_file(&new);
    let file = std::fs::OpenOptions::new().create_new(true).write(true).mode(0o600).open(&new);
    file.and_then(|mut file| file.write_all(text.as_bytes())).at("write", &new)?;
    user.chown(&new)?;
    std::fs::rename(&new, path).at("move into place", &new)?;
    Ok(changed)
}
