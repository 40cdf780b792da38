// The last data of some queries, stored on this device for use without a network, for one member and one build of
// the app, since another may have other schemas. Queries with `meta.storeOffline` are stored; `meta.restored` changes a copy
// when it is used.
import type { QueryKey } from '@tanstack/react-query';
import { getSession } from '@/session/session.ts';
import { pageBuild } from '@/ui/build.ts';

const STORED = 'fairway:copies';

interface Copy {
  readonly data: unknown;
  readonly updatedAt: number;
}

interface Copies {
  readonly owner: string;
  readonly build: string;
  readonly entries: Readonly<Record<string, Copy>>;
}

function read(): Copies {
  const emptyCopies: Copies = { owner: getSession().email ?? '', build: pageBuild(), entries: {} };
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? 'null') as Copies | null;
    return stored?.owner === emptyCopies.owner && stored.build === emptyCopies.build ? stored : emptyCopies;
  } catch {
    return emptyCopies;
  }
}

export function saveCopy(key: QueryKey, copy: Copy): void {
  const copies = read();
  const entries = { ...copies.entries, [JSON.stringify(key)]: copy };
  try {
    localStorage.setItem(STORED, JSON.stringify({ ...copies, entries }));
  } catch {
    // With a full storage there is no copy.
  }
}

export function findCopy(key: QueryKey): Copy | undefined {
  return read().entries[JSON.stringify(key)];
}

export function removeCopies(): void {
  localStorage.removeItem(STORED);
}
