// Members' attempts that rules refused: who asked for what, which rule refused it and when, for 90 days. One click
// leads to the explanation.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '@/api/error.ts';
import { Stack, Loaded, Page } from '@/ui';
import { failureText } from '../../api/failure.ts';
import {
  ExportButton,
  isRule,
  More,
  RULE_NAMES,
  thereIsNo,
  Unknown,
  unknownClubs,
  useExported,
} from '../../ui/index.ts';
import { clubsQuery } from '../why/queries.ts';
import { exportRefusals, FIELDS, isFiltered, refusalsQuery, ruleCountsQuery } from './queries.ts';
import { RefusalsFilterForm } from './RefusalsFilterForm.tsx';
import styles from './RefusalsScreen.module.css';
import { RefusalsTable } from './RefusalsTable.tsx';
import { RuleCounts } from './RuleCounts.tsx';

export function RefusalsScreen() {
  const navigate = useNavigate();
  const filter = useSearch({ from: '/_inside/refusals' });
  const query = useInfiniteQuery(refusalsQuery(filter));
  const counts = useQuery(ruleCountsQuery(filter.member));
  const clubs = useQuery(clubsQuery).data;
  const { exported, onSaved } = useExported(filter);
  const notFound =
    query.error instanceof ApiError && query.error.status === 404 ? failureText(query.error) : undefined;
  const rejected = query.error instanceof ApiError ? query.error.fields : {};
  const isRejected = notFound !== undefined || Object.keys(rejected).length > 0;
  const isNarrowed = [filter.club, filter.from, filter.to].some(Boolean);

  return (
    <Page
      title="Refused attempts"
      intro="What members asked for and a rule refused, newest first. Kept for 90 days."
      actions={
        <ExportButton
          contents={`${isFiltered(filter) ? 'what fits the filter' : 'every refusal of 90 days'}, newest first`}
          fetchFile={(reason) => exportRefusals(filter, reason)}
          onSaved={onSaved}
        />
      }
      full
    >
      <Unknown
        sentences={[
          ...unknownRules(
            filter.rule,
            counts.data?.map(({ rule }) => rule),
          ),
          ...unknownClubs(filter.club, clubs, 'Nothing fits it.'),
        ]}
      />
      <RefusalsFilterForm
        key={JSON.stringify(FIELDS.map((field) => filter[field]))}
        filter={filter}
        rules={counts.data?.map(({ rule }) => rule) ?? []}
        errors={{ ...rejected, ...(notFound ? { member: notFound } : {}) }}
        onFilter={(search) => void navigate({ to: '/refusals', search })}
      />
      {exported}
      {isRejected ? null : (
        <Stack gap={6} className={styles.columns}>
          <Stack as="section" aria-labelledby="attempts" gap={4}>
            <h2 id="attempts" className="visually-hidden">
              Attempts
            </h2>
            <Loaded
              query={query}
              empty={
                <p role="status">
                  {isFiltered(filter)
                    ? 'No refused attempt fits this filter.'
                    : 'Nothing was refused in the last 90 days.'}
                </p>
              }
            >
              {(refusals) => (
                <>
                  <RefusalsTable refusals={refusals} />
                  <More query={query} />
                </>
              )}
            </Loaded>
          </Stack>
          <section aria-labelledby="rules">
            <h2 id="rules" className="strong large">
              How often each rule refused
            </h2>
            {isNarrowed ? <p className="soft small">At every club, up to today.</p> : null}
            <Loaded
              query={counts}
              empty={
                <p>
                  {filter.member ? 'No rule refused this member anything' : 'No rule refused anything'} in the
                  last 90 days.
                </p>
              }
            >
              {(rules) => <RuleCounts counts={rules} filter={filter} />}
            </Loaded>
          </section>
        </Stack>
      )}
    </Page>
  );
}

/** The sentence about a rule that the address asks for and does not exist; `refusing` is undefined until it is known. */
function unknownRules(rule: string | undefined, refusing: readonly string[] | undefined): readonly string[] {
  if (rule === undefined || isRule(rule) || !refusing || refusing.includes(rule)) return [];
  return [thereIsNo(`rule “${rule}”`, RULE_NAMES, 'Nothing fits it.')];
}
