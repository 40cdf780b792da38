// Where an item stands, in the order in which an editor looks for it.
import type { ContentItem } from '../../api/generated/ContentItem.ts';
import { thereIsNo } from '../../ui/index.ts';

export type Status = ContentItem['status'];

/** What waits comes first, what is past comes last. */
export const STATUSES: readonly Status[] = ['scheduled', 'draft', 'published', 'vanished'];

export const isStatus = (text: string | undefined): text is Status =>
  STATUSES.some((status) => status === text);

/** The sentence about a status that the address asks for and does not exist. */
export const unknownStatuses = (asked: string | undefined): readonly string[] =>
  asked === undefined || isStatus(asked)
    ? []
    : [thereIsNo(`content with the status “${asked}”`, STATUSES, 'These are all.')];

/** Those of one status stay in the members' order. */
export const inOrder = (items: readonly ContentItem[]) =>
  items.toSorted((one, other) => STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status));
