//! Who may connect: whoever the kernel says is the server's own user, or root, at the socket. No password, no network, and
//! no other user of the machine, should the socket ever be within reach: the folder around it (mode 0700) is the first
//! lock, this is the second.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::PostgresError;
use crate::error::At;
use crate::user::RunAs;

/// `pg_hba.conf`: by the user of the process at the other end, through the names below.
const ACCESS: &str = "# Made by fairway at every start.\nlocal all all peer map=fairway\n";

/// Who may be whom in the database. One that is not there yet harms nobody.
const ROLES: [&str; 4] = ["postgres", "fairway_app", "fairway_reader", "analyst"];

/// The two files, as settings of the server.
#[derive(Debug)]
pub(crate) struct Access {
    access: PathBuf,
    names: PathBuf,
}

impl Access {
    /// Writes them into the folder, for the user to read.
    pub(crate) fn write(home: &Path, user: RunAs) -> Result<Self, PostgresError> {
        let mut who = vec![user.name()?];
        if user.name()? != "root" {
            who.push("root".to_owned());
        }
        let names = who.iter().flat_map(|who| ROLES.map(|role| format!("fairway \"{who}\" {role}\n")));
        let made = Self { access: home.join("access.conf"), names: home.join("names.conf") };
        write(&made.access, ACCESS, user)?;
        write(&made.names, &names.collect::<String>(), user)?;
        Ok(made)
    }

    /// As `name=value` of the server's command line, where no configuration file overrules them.
    pub(crate) fn settings(&self) -> [(&'static str, String); 2] {
        [("hba_file", self.access.display().to_string()), ("ident_file", self.names.display().to_string())]
    }
}

fn write(path: &Path, text: &str, user: RunAs) -> Result<(), PostgresError> {
    let new = path.with_extension("new");
    let _ = std::fs::remove_file(&new);
    let file = std::fs::OpenOptions::new().create_new(true).write(true).mode(0o600).open(&new);
    file.and_then(|mut file| file.write_all(text.as_bytes())).at("write", &new)?;
    user.own(&new)?;
    std::fs::rename(&new, path).at("move into place", &new)
}
