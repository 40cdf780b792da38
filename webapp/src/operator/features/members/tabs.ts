// The tabs of a member's page. The first one is the screen that support works with; it needs no history.
import { thereIsNo } from '../../ui/index.ts';
import { FILTER_NAMES } from '../timeline/queries.ts';

export const TABS = ['overview', 'ledger', 'timeline', 'mails', 'refusals', 'sessions', 'notes'] as const;
export type Tab = (typeof TABS)[number];

export const TAB_NAMES: Readonly<Record<Tab, string>> = {
  overview: 'Account and acts',
  ledger: 'Ledger',
  timeline: 'Timeline',
  mails: 'Mails',
  refusals: 'Refusals',
  sessions: 'Sessions',
  notes: 'Notes',
};

const isTab = (text: string): text is Tab => TABS.some((tab) => tab === text);

/** Only the timeline and the state beside it understand these: with one of them in the address, the timeline is meant. */
const OF_TIMELINE = ['at', 'sequence', 'compare_at', 'compare_sequence', ...FILTER_NAMES] as const;

type Search = { readonly [key in (typeof OF_TIMELINE)[number] | 'tab' | 'view']?: string | undefined };

export function tabOf(search: Search): Tab {
  if (search.tab !== undefined && isTab(search.tab)) return search.tab;
  const isTimeline = OF_TIMELINE.some((key) => search[key] !== undefined) || search.view === 'state';
  return isTimeline ? 'timeline' : 'overview';
}

/** The sentence about a tab that the address asks for and does not exist. */
export function unknownTab({ tab }: Search): readonly string[] {
  if (tab === undefined || isTab(tab)) return [];
  return [thereIsNo(`tab “${tab}”`, Object.values(TAB_NAMES), 'Another one is shown.')];
}
