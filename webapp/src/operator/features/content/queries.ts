// The items of content, their changes, and what an operator does with them. Each change is sent with the version that the
// operator saw: the server refuses it when another one came in between.
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ApiError } from '@/api/error.ts';
import { ContentItem } from '../../api/generated/ContentItem.ts';
import { get, post } from '../../api/client.ts';
import { ContentChangesPage } from '../../api/generated/ContentChangesPage.ts';
import { ContentList } from '../../api/generated/ContentList.ts';
import { pagedQuery } from '../../api/pages.ts';
import { Sanitised } from '../../api/generated/Sanitised.ts';
import type { ContentKind, Row } from './kinds.ts';

/** Everything of content: a change of one item can show in a list, an item and the changes. */
export const CONTENT = ['content'] as const;

export const itemsQuery = (kind: ContentKind) =>
  queryOptions({
    queryKey: [...CONTENT, 'items', kind],
    queryFn: async ({ signal }) => (await get(`/content?kind=${kind}`, ContentList, { signal })).items,
  });

export const itemQuery = (kind: ContentKind, key: string) =>
  queryOptions({
    queryKey: [...CONTENT, 'item', kind, key],
    queryFn: ({ signal }) =>
      get(`/content/item?${new URLSearchParams({ kind, key })}`, ContentItem, { signal }),
    // The form has what the operator wrote: a fetch in the background would replace its start.
    staleTime: Infinity,
    gcTime: 0,
  });

export const changesQuery = (kind: ContentKind | undefined, key: string | undefined) =>
  pagedQuery(
    [...CONTENT, 'changes', kind ?? '', key ?? ''],
    '/content/changes',
    { kind, key: kind && key },
    ContentChangesPage,
    (pages) => pages.flatMap(({ changes }) => changes),
  );

export const previewQuery = (html: string) =>
  queryOptions({
    queryKey: [...CONTENT, 'preview', html],
    queryFn: ({ signal }) => post('/content/preview', { html }, Sanitised, { signal }),
    staleTime: Infinity,
    gcTime: 60_000,
  });

export interface Saving {
  readonly kind: ContentKind;
  /** Undefined: a new item. */
  readonly key: string | undefined;
  readonly version: number | null;
  readonly row: Row;
  readonly publish: 'now' | 'draft' | 'at';
  readonly appears_at: string;
  readonly vanishes_at: string;
  readonly reason: string;
}

export const save = ({ key, version, ...content }: Saving) =>
  key === undefined
    ? post('/content/add', content, ContentItem)
    : post('/content/save', { ...content, key, version }, ContentItem);

export const change = (what: 'discard' | 'remove', { kind, key, version }: ContentItem, reason: string) =>
  post(`/content/${what}`, { kind, key, version, reason }, ContentItem);

export const order = (kind: ContentKind, keys: readonly string[], reason: string) =>
  post('/content/order', { kind, keys, reason }, ContentList);

export const undo = (id: number, version: number | null, reason: string) =>
  post('/content/undo', { change: id, version, reason }, ContentItem);

/** The item as it is stored now, when another change came in between. */
export function currentOf(error: unknown): ContentItem | undefined {
  return error instanceof ApiError ? ContentItem.safeParse(error.current).data : undefined;
}

const Overbooked = z.object({ booked_days: z.array(z.string()) });

/** The days on which booked rounds forbid a club's row; none for another failure. */
export function bookedDaysOf(error: unknown): readonly string[] {
  return error instanceof ApiError ? (Overbooked.safeParse(error.current).data?.booked_days ?? []) : [];
}
