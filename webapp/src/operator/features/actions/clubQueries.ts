// What people, devices and systems of clubs did and looked at, page by page, newest first.
import { ClubActionsPage } from '../../api/generated/ClubActionsPage.ts';
import { pagedQuery } from '../../api/pages.ts';
import { isReading } from './names.ts';

/** As they are in the address. */
export const CLUB_FIELDS = ['club', 'member', 'act', 'from', 'to'] as const;

export type ClubActionsFilter = {
  readonly [Field in (typeof CLUB_FIELDS)[number]]?: string | undefined;
} & {
  /** Views are shown, too. */
  readonly views?: string | undefined;
};

export const isClubFiltered = (filter: ClubActionsFilter) =>
  CLUB_FIELDS.some((field) => filter[field] !== undefined);

export const clubActionsQuery = ({ views, ...filter }: ClubActionsFilter) => {
  const isActsOnly = views === undefined && !(filter.act && isReading(filter.act));
  const asked = { ...filter, acts_only: isActsOnly ? 'true' : undefined };
  return pagedQuery(['club actions', asked], '/club-actions', asked, ClubActionsPage, (pages) => ({
    actions: pages.flatMap(({ actions }) => actions),
    acts: pages[0]?.acts ?? [],
    clubs: pages[0]?.clubs ?? [],
  }));
};
