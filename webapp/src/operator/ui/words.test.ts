import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tableName, WORDS } from './words.ts';

const erasures = readFileSync('../api/store/src/erasures.rs', 'utf8');

function owned(): readonly string[] {
  const list = /pub const OWNED: &\[&str\] = &\[([^\]]*)\]/.exec(erasures)?.[1] ?? '';
  return [...list.matchAll(/"([a-z_]+)"/g)].map(([, name]) => name ?? '');
}

/** The other names under which an erasure counts rows. */
const counted = () => [...erasures.matchAll(/\("([a-z_ ]+)", [a-z_.()]+\)/g)].map(([, name]) => name ?? '');

/** Every projection, and every table that one fills. */
function readModels(): readonly string[] {
  const folders = readdirSync('../query/src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name }) => {
    const fold = textOf(`../query/src/${name}/fold.rs`);
    const tables = /const TABLES: Tables = &\[([^;]*)\];/.exec(fold)?.[1] ?? '';
    const named = [...tables.matchAll(/\(\s*"([a-z_]+)",\s*(?:\/\/[^\n]*\s*)*&\[/g)].map(
      ([, table]) => table ?? '',
    );
    const projection = /const NAME: &'static str = "([a-z_]+)"/.exec(fold)?.[1];
    return projection ? [projection, ...named] : [];
  });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

test('the map names every table that an erasure empties, every read model, and nothing else', () => {
  expect(owned()).toContain('mail_outbox');
  expect(counted()).toContain('player_lookups of others');
  expect(readModels()).toEqual(
    expect.arrayContaining(['waiting_lists', 'waiting_lists_groups', 'club_days']),
  );
  const members = [...owned(), ...counted()].map((name) => name.replace(/ of others$/, ''));
  // Mails and the seal follow the journal, too, and fill no table that can be rebuilt.
  const names = new Set([...members, ...readModels(), 'mail', 'seal']);
  expect(Object.keys(WORDS).toSorted()).toEqual([...names].toSorted());
});

test('what was added since is named by its name', () => {
  expect(tableName('player_lookups of others')).toBe('Searches for co-players of others');
  expect(tableName('golf_carts')).toBe('Golf carts');
});
