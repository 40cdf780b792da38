// The entries of a timeline, which the pages of a subject and of one event show.
import type { LinkedEvent } from './generated/LinkedEvent.ts';
import type { TimelineEntry } from './generated/TimelineEntry.ts';

/** An operator's act is no event, and so has no position. */
export const isEvent = (entry: TimelineEntry): entry is LinkedEvent => 'position' in entry;
