// The nodes, and the queues for the mail server, the payment provider and the projections. A part that cannot be shown
// is named, and the rest is shown.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Alert, Loaded, Page, Skeleton, Fact, Stack } from '@/ui';
import type { NodeEntry } from '../../api/generated/NodeEntry.ts';
import type { Runs } from '../../api/generated/Runs.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { Instant } from '../../ui/index.ts';
import { NodeCard } from './NodeCard.tsx';
import { runsQuery } from './queries.ts';
import styles from './RunsScreen.module.css';

export function RunsScreen() {
  const query = useQuery(runsQuery);
  return (
    <Page
      title="What runs"
      intro="The nodes of the portal, each with what it last said about itself. Refreshed every 5 seconds."
      full
    >
      <Loaded query={query} skeleton={<Skeleton height="12rem" count={3} />}>
        {(runs) => (
          <>
            {runs.missing.length > 0 ? (
              <Alert>
                {runs.missing.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
              </Alert>
            ) : null}
            <Queues runs={runs} />
            {runs.nodes ? (
              <Stack as="section" gap={3} aria-labelledby="nodes">
                <h2 id="nodes" className={styles.title}>
                  Nodes
                </h2>
                <p role="status">{summary(runs.nodes)}</p>
                <div className={styles.cards}>
                  {runs.nodes.map((node) => (
                    <NodeCard key={node.id} node={node} />
                  ))}
                </div>
              </Stack>
            ) : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function summary(nodes: readonly NodeEntry[]): string {
  const running = nodes.filter(({ is_silent }) => !is_silent);
  const versions = new Set(running.map(({ version }) => version));
  const silent = nodes.length - running.length;
  return [
    `${running.length} ${running.length === 1 ? 'node runs' : 'nodes run'}`,
    versions.size > 1 ? `, of ${versions.size} releases` : '',
    silent > 0 ? `; ${silent} of the last day ${silent === 1 ? 'is' : 'are'} silent` : '',
    '.',
  ].join('');
}

/** The queues in the database, whichever node works on them. */
function Queues({ runs: { mails, payments, projections } }: { readonly runs: Runs }) {
  const session = useSession();
  const stopped = projections?.filter(({ state }) => state !== 'running') ?? [];
  const behind = Math.max(0, ...(projections ?? []).map(({ lag_events }) => lag_events));
  return (
    <section aria-labelledby="queues">
      <h2 id="queues" className="visually-hidden">
        What waits
      </h2>
      <dl className={styles.queues}>
        {mails ? (
          <div>
            <dt>
              <Link to="/mails" preload={false}>
                Mails
              </Link>
            </dt>
            <dd data-problem={mails.retrying > 0}>
              <span>
                {mails.waiting} wait{mails.retrying > 0 ? `, ${mails.retrying} after a failed attempt` : ''}
              </span>
              <span className="note">{mails.failed} given up in 90 days</span>
              {mails.oldest_queued_at ? (
                <span className="note">
                  the oldest since <Instant at={mails.oldest_queued_at} />
                </span>
              ) : null}
            </dd>
          </div>
        ) : null}
        {payments ? (
          <Fact term="Payments">
            <span>{payments.open} open</span>
            {payments.oldest_placed_at ? (
              <span className="note">
                the oldest since <Instant at={payments.oldest_placed_at} />
              </span>
            ) : null}
            {payments.refunds_due > 0 ? (
              <span className="note">{payments.refunds_due} refunds not confirmed</span>
            ) : null}
          </Fact>
        ) : null}
        {projections ? (
          <div>
            <dt>
              {hasRole(session, 'auditor', 'admin') ? (
                <Link to="/projections" preload={false}>
                  Projections
                </Link>
              ) : (
                'Projections'
              )}
            </dt>
            <dd data-problem={stopped.length > 0}>
              <span>
                {stopped.length === 0
                  ? `all ${projections.length} run`
                  : stopped.map(({ name, state }) => `${name}: ${state}`).join(', ')}
              </span>
              <span className="note">
                {behind === 0 ? 'up to date' : `up to ${behind} ${behind === 1 ? 'event' : 'events'} behind`}
              </span>
            </dd>
          </div>
        ) : null}
      </dl>
    </section>
  );
}
