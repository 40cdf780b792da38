//! No circles: the modules of a crate use each other in one direction, so that each can be read, tested and moved with
//! only what lies below it.
//!
//! A module uses another when it names an item that the other defines; a re-export (`pub use`) leads to the module that
//! defines the item, and a parent does not use the children it only declares or re-exports. Tests do not count.

mod source;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use self::source::{Mention, mentions};
use crate::fingerprint::collect;
use crate::job;
use crate::root::cargo;

/// A module's path below its crate; empty for the crate's root.
type Module = Vec<String>;

/// Fails on every circle, with the shortest one through each group of modules.
pub(crate) fn check() -> Result<()> {
    let metadata = job::output(cargo().args(["metadata", "--format-version=1", "--no-deps", "--quiet"]))?;
    let metadata: Value = serde_json::from_str(&metadata).context("`cargo metadata` gave no JSON")?;
    let mut found = Vec::new();
    for package in metadata["packages"].as_array().context("`cargo metadata` lists no packages")? {
        let manifest = package["manifest_path"].as_str().context("a package without a manifest")?;
        for circle in Crate::read(&Path::new(manifest).with_file_name("src"))?.circles() {
            found.push(format!("{}: {circle}", package["name"].as_str().unwrap_or_default()));
        }
    }
    if !found.is_empty() {
        bail!("modules that use each other in a circle:\n  {}", found.join("\n  "));
    }
    Ok(())
}

/// The modules of one crate and what each mentions.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<Module, Vec<Mention>>,
}

impl Crate {
    fn read(folder: &Path) -> Result<Self> {
        let mut files = Vec::new();
        collect(folder, &["tests"], &mut files)?;
        let mut read = Self::default();
        for file in files {
            let Ok(path) = file.strip_prefix(folder) else { continue };
            if path.extension().is_none_or(|extension| extension != "rs") || path.ends_with("tests.rs") {
                continue;
            }
            let mut module: Module =
                path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if matches!(module.as_slice(), [only] if only == "lib" || only == "main") {
                module.clear();
            }
            read.add(module, mentions(&std::fs::read_to_string(&file)?));
        }
        Ok(read)
    }

    fn add(&mut self, module: Module, mentions: Vec<Mention>) {
        // A folder whose modules are declared inline in a module above has no file of its own.
        for length in 0..module.len() {
            self.modules.entry(module[..length].to_vec()).or_default();
        }
        for mention in mentions {
            let at = [module.clone(), mention.inside.clone()].concat();
            self.modules.entry(at).or_default().push(mention);
        }
        self.modules.entry(module).or_default();
    }

    /// The module that defines what a path names, as seen from a module; none for other crates' items.
    fn definer(&self, from: &Module, path: &[String], left: usize) -> Option<Module> {
        let left = left.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        let mut module = from.clone();
        let mut rest = rest;
        match first.as_str() {
            "crate" => module.clear(),
            "self" => {}
            "super" => {
                module.pop()?;
                while let Some((next, further)) = rest.split_first()
                    && next == "super"
                {
                    module.pop()?;
                    rest = further;
                }
            }
            name => {
                let child = [from.as_slice(), &[name.to_owned()]].concat();
                if self.modules.contains_key(&child) {
                    module = child;
                } else {
                    let used = self.named(from, name)?;
                    return self.definer(from, &[&used.path, rest].concat(), left);
                }
            }
        }
        self.below(module, rest, left)
    }

    /// The module that defines what the rest of a path names, as seen from a module on it.
    fn below(&self, mut module: Module, path: &[String], left: usize) -> Option<Module> {
        for (index, name) in path.iter().enumerate() {
            let child = [module.as_slice(), std::slice::from_ref(name)].concat();
            if self.modules.contains_key(&child) {
                module = child;
            } else if let Some(used) = self.named(&module, name) {
                let path = [&used.path, &path[index + 1..]].concat();
                return self.definer(&module, &path, left);
            } else {
                break;
            }
        }
        Some(module)
    }

    /// The `use` that gives a name within a module.
    fn named(&self, module: &Module, name: &str) -> Option<&Mention> {
        let is_it = |mention: &&Mention| {
            mention.alias.as_deref() == Some(name)
                // `use x;` of the module x itself names nothing new.
                && mention.path.first().is_some_and(|first| first != name || mention.path.len() > 1)
        };
        self.modules.get(module)?.iter().find(is_it)
    }

    /// Which module uses which, with the first path by which it does.
    fn uses(&self) -> BTreeMap<&Module, BTreeMap<Module, String>> {
        let mut uses: BTreeMap<&Module, BTreeMap<Module, String>> = BTreeMap::new();
        for (module, mentions) in &self.modules {
            for mention in mentions {
                let Some(target) = self.definer(module, &mention.path, 16) else { continue };
                let is_part_of_it = target.starts_with(module) || module.starts_with(&target);
                let is_shared_out = mention.exported && target.starts_with(module);
                // A name that the parent imported for itself and its children is the parent's own affair.
                let is_glob_of_a_parent = mention.alias.as_deref() == Some("*") && is_part_of_it;
                if &target != module && !is_shared_out && !is_glob_of_a_parent {
                    let path = mention.path.join("::");
                    uses.entry(module).or_default().entry(target).or_insert(path);
                }
            }
        }
        uses
    }

    /// One sentence per group of modules that reach each other: its size and its shortest circle.
    fn circles(&self) -> Vec<String> {
        let uses = self.uses();
        let nothing = BTreeMap::new();
        // The shortest way from a module back to itself.
        let way_back = |start: &Module| -> Option<Vec<Module>> {
            let mut came_from: BTreeMap<Module, Module> = BTreeMap::new();
            let mut queue = VecDeque::from([start.clone()]);
            while let Some(module) = queue.pop_front() {
                for next in uses.get(&module).unwrap_or(&nothing).keys() {
                    if next == start {
                        let mut way = vec![start.clone()];
                        let mut back = &module;
                        while back != start {
                            way.push(back.clone());
                            back = &came_from[back];
                        }
                        way.push(start.clone());
                        way.reverse();
                        return Some(way);
                    }
                    if !came_from.contains_key(next) {
                        came_from.insert(next.clone(), module.clone());
                        queue.push_back(next.clone());
                    }
                }
            }
            None
        };
        let mut shortest: Vec<Vec<Module>> = self.modules.keys().filter_map(way_back).collect();
        shortest.sort_by_key(Vec::len);
        let mut told: BTreeSet<&Module> = BTreeSet::new();
        let mut circles = Vec::new();
        for way in &shortest {
            if way.iter().any(|module| told.contains(module)) {
                continue;
            }
            told.extend(way);
            let steps = way.windows(2).map(|pair| {
                let by = &uses[&pair[0]][&pair[1]];
                format!("{} names `{by}` of {}", show(&pair[0]), show(&pair[1]))
            });
            circles.push(steps.collect::<Vec<_>>().join(", "));
        }
        circles
    }
}

fn show(module: &Module) -> String {
    if module.is_empty() { "the crate's root".to_owned() } else { module.join("::") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Crate::read(folder.path()).unwrap().circles()
    }

    #[test]
    fn two_modules_that_use_each_other_are_a_circle() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "pub struct B; fn f(_: super::a::A) {}"),
        ]);
        assert_eq!(found, ["a names `crate::b::B` of b, b names `super::a::A` of a"]);
    }

    #[test]
    fn a_circle_through_a_re_export_is_found_where_the_item_is_defined() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "mod deep; pub use self::deep::A;"),
            ("a/deep.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "use crate::a::A; pub struct B;"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("a::deep names `crate::b::B` of b"), "{found:?}");
    }

    #[test]
    fn a_parent_and_its_child_may_not_use_each_other_either() {
        let child_uses_parent = ("a/child.rs", "use super::A; pub fn f(_: A) {}");
        let found = circles(&[
            ("lib.rs", "mod a;"),
            ("a.rs", "mod child; pub struct A; fn g() { child::f(A) }"),
            child_uses_parent,
        ]);
        assert_eq!(found, ["a names `child::f` of a::child, a::child names `super::A` of a"]);
        let only_declares = circles(&[
            ("lib.rs", "mod a;"),
            ("a.rs", "mod child; pub use self::child::f; pub struct A;"),
            child_uses_parent,
        ]);
        assert_eq!(only_declares, Vec::<String>::new());
    }

    #[test]
    fn a_circle_that_only_tests_close_is_none() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "pub struct A; #[cfg(test)] mod tests { use crate::b::B; }"),
            ("b.rs", "use crate::a::A; pub struct B(A);"),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn no_crate_of_this_workspace_has_a_circle() {
        check().unwrap();
    }
}
