// Operators' acts and views, page by page, newest first, and the same as a file.
import { ActionsPage } from '../../api/generated/ActionsPage.ts';
import type { ActionsFilter as Asked } from '../../api/generated/ActionsFilter.ts';
import { postForFile } from '../../api/files.ts';
import { pagedQuery } from '../../api/pages.ts';
import { isReading } from './names.ts';

/** As they are in the address. */
export const FIELDS = ['member', 'operator', 'act', 'from', 'to', 'reason', 'subject'] as const;

export type ActionsFilter = { readonly [Field in (typeof FIELDS)[number]]?: string | undefined } & {
  /** Views and searches are shown, too. */
  readonly views?: string | undefined;
};

export const isFiltered = (filter: ActionsFilter) => FIELDS.some((field) => filter[field] !== undefined);

/** Views and searches are left out, unless they are asked for. */
const isActsOnly = ({ views, act }: ActionsFilter) => views === undefined && !(act && isReading(act));

const fieldsOf = (filter: ActionsFilter) => Object.fromEntries(FIELDS.map((field) => [field, filter[field]]));

export const actionsQuery = (filter: ActionsFilter) => {
  const asked = { ...fieldsOf(filter), acts_only: isActsOnly(filter) ? 'true' : undefined };
  return pagedQuery(['actions', asked], '/actions', asked, ActionsPage, (pages) => ({
    actions: pages.flatMap(({ actions }) => actions),
    acts: pages[0]?.acts ?? [],
  }));
};

/** At most 10,000 rows; the server refuses more at `from`. */
export const exportActions = (filter: ActionsFilter, reason: string) =>
  postForFile('/actions/export', {
    filter: { ...fieldsOf(filter), acts_only: isActsOnly(filter) } satisfies Asked,
    reason,
  });
