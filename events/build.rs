//! Lists the migrations for `src/migrations.rs`, which embeds them. A new file must rebuild the crate.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=../migrations");
    let mut files = std::fs::read_dir(Path::new("../migrations").canonicalize()?)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>, std::io::Error>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "sql"));
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.file_name().and_then(|name| name.to_str()).ok_or("a file's name is not text")?;
        writeln!(list, "    ({name:?}, include_str!({:?})),", file.to_str().ok_or("a path is not text")?)?;
    }
    list.push_str("]\n");
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("migrations.rs"), list)?;
    Ok(())
}
