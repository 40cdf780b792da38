//! `sqlx::migrate!` embeds the migrations; a new file must rebuild the crate.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
