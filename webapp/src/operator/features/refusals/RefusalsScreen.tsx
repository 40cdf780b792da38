// Members' attempts that rules refused: who asked for what, which rule refused it and when, for 90 days. One click
// leads to the explanation.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '@/api/error.ts';
import { Stack, Loaded, Page } from '@/ui';
import { failureText } from '../../api/failure.ts';
import { More } from '../../ui/index.ts';
import { refusalsQuery, ruleCountsQuery } from './queries.ts';
import { RefusalsFilterForm } from './RefusalsFilterForm.tsx';
import styles from './RefusalsScreen.module.css';
import { RefusalsTable } from './RefusalsTable.tsx';
import { RuleCounts } from './RuleCounts.tsx';

export function RefusalsScreen() {
  const navigate = useNavigate();
  const filter = useSearch({ from: '/_inside/refusals' });
  const query = useInfiniteQuery(refusalsQuery(filter));
  const counts = useQuery(ruleCountsQuery(filter.member));
  const isFiltered = filter.rule !== undefined || filter.member !== undefined;
  const notFound =
    query.error instanceof ApiError && query.error.status === 404 ? failureText(query.error) : undefined;

  return (
    <Page
      title="Refused attempts"
      intro="What members asked for and a rule refused, newest first. Kept for 90 days."
      full
    >
      <RefusalsFilterForm
        key={`${filter.rule} ${filter.member}`}
        filter={filter}
        rules={counts.data?.map(({ rule }) => rule) ?? []}
        error={notFound}
        onFilter={(search) => void navigate({ to: '/refusals', search })}
      />
      {notFound ? null : (
        <Stack gap={6} className={styles.columns}>
          <Stack as="section" aria-labelledby="attempts" gap={4}>
            <h2 id="attempts" className="visually-hidden">
              Attempts
            </h2>
            <Loaded
              query={query}
              empty={
                <p role="status">
                  {isFiltered
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
            <Loaded
              query={counts}
              empty={
                <p>
                  {filter.member ? 'No rule refused this member anything' : 'No rule refused anything'} in the
                  last 90 days.
                </p>
              }
            >
              {(rules) => <RuleCounts counts={rules} member={filter.member} />}
            </Loaded>
          </section>
        </Stack>
      )}
    </Page>
  );
}
