// What people, devices and systems of clubs did, newest first. Views are shown on demand.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Checkbox, Loaded, Page, Row } from '@/ui';
import { More } from '../../ui/index.ts';
import { ActionsTabs } from './ActionsTabs.tsx';
import { ClubActionsFilterForm } from './ClubActionsFilterForm.tsx';
import { ClubActionsTable } from './ClubActionsTable.tsx';
import { CLUB_FIELDS, clubActionsQuery, isClubFiltered, type ClubActionsFilter } from './clubQueries.ts';
import { mistakesOf } from './mistakes.ts';

export function ClubActionsScreen() {
  const navigate = useNavigate();
  const filter = useSearch({ from: '/_inside/actions/clubs' });
  const query = useInfiniteQuery(clubActionsQuery(filter));
  const mistakes = mistakesOf(query.error, CLUB_FIELDS);
  const show = (search: ClubActionsFilter) => void navigate({ to: '/actions/clubs', search });

  return (
    <Page
      title="Actions at clubs"
      intro="What people, devices and systems of clubs did, newest first. A look at a day shows everybody who plays there, and names nobody here."
      full
    >
      <ActionsTabs />
      <ClubActionsFilterForm
        key={JSON.stringify(CLUB_FIELDS.map((field) => filter[field]))}
        filter={filter}
        acts={query.data?.acts ?? []}
        clubs={query.data?.clubs ?? []}
        mistakes={mistakes}
        onFilter={show}
      />
      <Row>
        <Checkbox
          label="Views, too"
          checked={filter.views !== undefined}
          onChange={(event) => show({ ...filter, views: event.target.checked ? 'yes' : undefined })}
        />
      </Row>
      {Object.keys(mistakes).length > 0 ? null : (
        <Loaded query={query}>
          {({ actions }) =>
            actions.length === 0 ? (
              <p role="status">{emptyText(filter)}</p>
            ) : (
              <>
                <ClubActionsTable actions={actions} />
                <More query={query} />
              </>
            )
          }
        </Loaded>
      )}
    </Page>
  );
}

function emptyText(filter: ClubActionsFilter): string {
  if (!isClubFiltered(filter)) return 'Nothing was recorded yet.';
  return filter.views === undefined
    ? 'No act fits this filter. Views are not shown.'
    : 'No act or view fits this filter.';
}
