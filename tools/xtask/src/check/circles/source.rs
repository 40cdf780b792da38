//! Reads the paths that one source file mentions: its `use` trees and the paths in its code. Comments, string literals
//! and tests are left out.

/// A path as written in the source, e.g. `["super", "stream", "StreamId"]`.
pub(super) type Path = Vec<String>;

/// One `use`, or one path in the code.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// The inline modules that enclose it, the outermost first, without the file's own module.
    pub(super) enclosing_modules: Path,
    pub(super) path: Path,
    /// The name that a `use` imports; `*` for all names of a module. None for a path in the code.
    pub(super) alias: Option<String>,
    /// Whether the `use` is visible outside the module.
    pub(super) exported: bool,
}

/// All mentions in the text of a file.
pub(super) fn mentions(text: &str) -> Vec<Mention> {
    let tokens = without_tests(tokens(text));
    let mut found = Vec::new();
    // The blocks that enclose the current token; an inline module's block has the module's name.
    let mut blocks: Vec<Option<String>> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let enclosing_modules = || blocks.iter().flatten().cloned().collect::<Path>();
        let before = at.checked_sub(1).map_or("", |before| &tokens[before]);
        match tokens[at].as_str() {
            "{" => {
                let is_module = at >= 2 && tokens[at - 2] == "mod";
                blocks.push(is_module.then(|| tokens[at - 1].clone()));
            }
            "}" => drop(blocks.pop()),
            "use" if !matches!(before, "+" | "<" | "," | ":") => {
                let exported = matches!(before, "pub" | ")");
                let end = (at..tokens.len()).find(|&end| tokens[end] == ";").unwrap_or(tokens.len());
                let mut names = Vec::new();
                read_use_tree(&tokens[at + 1..end], &mut Vec::new(), &mut names);
                found.extend(names.into_iter().map(|(path, alias)| Mention {
                    enclosing_modules: enclosing_modules(),
                    path,
                    alias: Some(alias),
                    exported,
                }));
                at = end;
            }
            token
                if is_name(token)
                    && before != "::"
                    && tokens.get(at + 1).is_some_and(|next| next == "::") =>
            {
                let mut path = vec![token.to_owned()];
                while tokens.get(at + 1).is_some_and(|next| next == "::")
                    && tokens.get(at + 2).is_some_and(|next| is_name(next))
                {
                    at += 2;
                    path.push(tokens[at].clone());
                }
                found.push(Mention {
                    enclosing_modules: enclosing_modules(),
                    path,
                    alias: None,
                    exported: false,
                });
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Collects the names of a `use` tree, each with its whole path. Returns the number of tokens that it read.
fn read_use_tree(tokens: &[String], prefix: &mut Path, names: &mut Vec<(Path, String)>) -> usize {
    let depth = prefix.len();
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].as_str() {
            "{" => {
                at += 1;
                while at < tokens.len() && tokens[at] != "}" {
                    at += read_use_tree(&tokens[at..], prefix, names);
                    if tokens.get(at).is_some_and(|token| token == ",") {
                        at += 1;
                    }
                }
                prefix.truncate(depth);
                return at + 1;
            }
            "," | "}" => break,
            "*" => names.push((prefix.clone(), "*".to_owned())),
            "as" => {
                if let Some((_, alias)) = names.last_mut() {
                    alias.clone_from(&tokens[at + 1]);
                }
                at += 1;
            }
            token if is_name(token) => {
                prefix.push(token.to_owned());
                if tokens.get(at + 1).is_none_or(|next| next != "::") {
                    // `use a::b::{self}` names the module itself.
                    if token == "self" && prefix.len() > 1 {
                        prefix.pop();
                    }
                    names.push((prefix.clone(), prefix.last().cloned().unwrap_or_default()));
                }
            }
            _ => {}
        }
        at += 1;
    }
    prefix.truncate(depth);
    at
}

fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// The tokens of a source: names, `::` and other single characters. Comments, string and character literals and
/// lifetimes are left out.
fn tokens(text: &str) -> Vec<String> {
    let text: Vec<char> = text.chars().collect();
    let starts = |at: usize, what: &str| what.chars().enumerate().all(|(i, c)| text.get(at + i) == Some(&c));
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let letter = text[at];
        if starts(at, "//") {
            while at < text.len() && text[at] != '\n' {
                at += 1;
            }
        } else if starts(at, "/*") {
            while at < text.len() && !starts(at, "*/") {
                at += 1;
            }
            at += 2;
        } else if letter == '"' {
            at += 1;
            while at < text.len() && text[at] != '"' {
                at += if text[at] == '\\' { 2 } else { 1 };
            }
            at += 1;
        } else if letter == '\'' {
            // A character literal (`'x'`, `'\n'`) ends with a quote; a lifetime does not.
            if text.get(at + 1) == Some(&'\\') {
                at += 3;
                while at < text.len() && text[at] != '\'' {
                    at += 1;
                }
                at += 1;
            } else if text.get(at + 2) == Some(&'\'') {
                at += 3;
            } else {
                at += 2;
            }
        } else if letter.is_alphabetic() || letter == '_' {
            let begin = at;
            while at < text.len() && (text[at].is_alphanumeric() || text[at] == '_') {
                at += 1;
            }
            let word: String = text[begin..at].iter().collect();
            let hashes = text[at..].iter().take_while(|&&letter| letter == '#').count();
            if matches!(word.as_str(), "r" | "br") && text.get(at + hashes) == Some(&'"') {
                let end = format!("\"{}", "#".repeat(hashes));
                at += hashes + 1;
                while at < text.len() && !starts(at, &end) {
                    at += 1;
                }
                at += end.len();
            } else {
                tokens.push(word);
            }
        } else if starts(at, "::") {
            tokens.push("::".to_owned());
            at += 2;
        } else {
            if !letter.is_whitespace() {
                tokens.push(letter.to_string());
            }
            at += 1;
        }
    }
    tokens
}

/// The tokens without the items under `#[cfg(test)]`.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    const TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut remaining = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at..].iter().take(TEST.len()).eq(TEST) {
            remaining.push(tokens[at].clone());
            at += 1;
            continue;
        }
        // The item ends with its block, or with a semicolon where it has none.
        at += TEST.len();
        let mut depth = 0_usize;
        while at < tokens.len() {
            match tokens[at].as_str() {
                "{" | "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.saturating_sub(1),
                "}" if depth <= 1 => break,
                "}" => depth -= 1,
                ";" if depth == 0 => break,
                _ => {}
            }
            at += 1;
        }
        at += 1;
    }
    remaining
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let name = |mention: &Mention| match &mention.alias {
            Some(alias) => format!("{} as {alias}", mention.path.join("::")),
            None => mention.path.join("::"),
        };
        mentions(text).iter().map(name).collect()
    }

    #[test]
    fn all_names_of_a_use_tree_are_found() {
        assert_eq!(
            found("pub(crate) use crate::a::{self, B, c::{D as E, F}, g::*};"),
            [
                "crate::a as a",
                "crate::a::B as B",
                "crate::a::c::D as E",
                "crate::a::c::F as F",
                "crate::a::g as *"
            ]
        );
    }

    #[test]
    fn a_path_in_a_comment_or_a_string_literal_is_ignored() {
        let text = r##"
            // crate::no
            /* crate::no */
            fn f<'a>(x: &'a super::stream::Id) -> char { let _ = ("crate::no", r#"crate::"no"#, ':', '\''); g::<T>() }
        "##;
        assert_eq!(found(text), ["super::stream::Id", "g"]);
    }

    #[test]
    fn items_of_tests_are_left_out() {
        let text = "#[cfg(test)]\nmod tests { use crate::no; fn f() { crate::no(); } }\n#[cfg(test)] use crate::no;\nuse crate::yes;";
        assert_eq!(found(text), ["crate::yes as yes"]);
    }

    #[test]
    fn a_mention_has_the_inline_modules_that_enclose_it() {
        let all = mentions("mod inner { use super::x; } use self::y;");
        assert_eq!(all[0].enclosing_modules, ["inner"]);
        assert_eq!(all[1].enclosing_modules, Vec::<String>::new());
    }
}
