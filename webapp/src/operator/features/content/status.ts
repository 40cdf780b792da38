// Where an item stands, in the order in which an editor looks for it.
import type { ContentItem } from '../../api/generated/ContentItem.ts';

export type Status = ContentItem['status'];

/** What waits comes first, what is past comes last. */
export const STATUSES: readonly Status[] = ['scheduled', 'draft', 'published', 'vanished'];

/** Those of one status stay in the members' order. */
export const inOrder = (items: readonly ContentItem[]) =>
  items.toSorted((one, other) => STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status));
