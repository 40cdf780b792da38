// Operators' acts, newest first: an audit finds here what was done to a person, by an operator or for a ticket. Views and
// searches are shown on demand.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Checkbox, Loaded, Page, Row } from '@/ui';
import { ActionsFilterForm } from './ActionsFilterForm.tsx';
import { ActionsTable } from './ActionsTable.tsx';
import { ActionsTabs } from './ActionsTabs.tsx';
import { ExportButton, More, thereIsNo, Unknown, useExported } from '../../ui/index.ts';
import { mistakesOf } from './mistakes.ts';
import { ACT_CODES, actName } from './names.ts';
import { actionsQuery, exportActions, FIELDS, isFiltered, type ActionsFilter } from './queries.ts';

export function ActionsScreen() {
  const navigate = useNavigate();
  const filter = useSearch({ from: '/_inside/actions/' });
  const query = useInfiniteQuery(actionsQuery(filter));
  const { exported, onSaved } = useExported(filter);
  const mistakes = mistakesOf(query.error, FIELDS);
  const show = (search: ActionsFilter) => void navigate({ to: '/actions', search });
  const isEmpty = query.data?.actions.length === 0;

  return (
    <Page
      title="Actions"
      intro="What operators did, newest first: to whom, why, and for which ticket."
      actions={
        <ExportButton
          contents={`${isFiltered(filter) ? 'what fits the filter' : 'every act'}, newest first`}
          fetchFile={(reason) => exportActions(filter, reason)}
          onSaved={onSaved}
        />
      }
      full
    >
      <ActionsTabs />
      <Unknown sentences={query.data ? unknownActs(filter.act, query.data.acts) : []} />
      <ActionsFilterForm
        key={JSON.stringify(FIELDS.map((field) => filter[field]))}
        filter={filter}
        acts={query.data?.acts ?? []}
        mistakes={mistakes}
        onFilter={show}
      />
      <Row>
        <Checkbox
          label="Views and searches, too"
          checked={filter.views !== undefined}
          onChange={(event) => show({ ...filter, views: event.target.checked ? 'yes' : undefined })}
        />
      </Row>
      {exported}
      {Object.keys(mistakes).length > 0 ? null : (
        <Loaded query={query}>
          {({ actions }) =>
            isEmpty ? (
              <p role="status">{emptyText(filter)}</p>
            ) : (
              <>
                <ActionsTable actions={actions} />
                <More query={query} />
              </>
            )
          }
        </Loaded>
      )}
    </Page>
  );
}

/** The sentence about an act that the address asks for and does not exist; `acts` are those of the server. */
function unknownActs(act: string | undefined, acts: readonly string[]): readonly string[] {
  const known = [...new Set([...ACT_CODES, ...acts])];
  if (act === undefined || known.includes(act)) return [];
  return [thereIsNo(`act “${act}”`, known.map(actName), 'Nothing fits it.')];
}

function emptyText(filter: ActionsFilter): string {
  if (!isFiltered(filter)) return 'Nothing was recorded yet.';
  return filter.views === undefined
    ? 'No act fits this filter. Views and searches are not shown.'
    : 'No act, view or search fits this filter.';
}
