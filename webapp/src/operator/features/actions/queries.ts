// Operators' views and acts, page by page, newest first.
import { ActionsPage } from '../../api/generated/ActionsPage.ts';
import { pagedQuery } from '../../api/pages.ts';

export interface ActionsFilter {
  readonly operator?: string | undefined;
  readonly subject?: string | undefined;
}

export const actionsQuery = ({ operator, subject }: ActionsFilter) =>
  pagedQuery(
    ['actions', operator ?? '', subject ?? ''],
    '/actions',
    { operator, subject },
    ActionsPage,
    (pages) => pages.flatMap(({ actions }) => actions),
  );
