// One node: its release, its writer, and what the payment provider and the mail server last answered to it.
import { Badge, Card, Row, Stack } from '@/ui';
import type { MailStatus } from '../../api/generated/MailStatus.ts';
import type { NodeEntry } from '../../api/generated/NodeEntry.ts';
import type { ProviderStatus } from '../../api/generated/ProviderStatus.ts';
import type { WriterStatus } from '../../api/generated/WriterStatus.ts';
import { shortId } from '../../api/kinds.ts';
import { Instant } from '../../ui/index.ts';
import { amsterdam } from './amsterdam.ts';
import styles from './RunsScreen.module.css';

const ROLES: Readonly<Record<string, string>> = { serve: 'Serves members', project: 'Projects only' };
const BREAKER: Readonly<Record<string, string>> = {
  closed: 'answers',
  open: 'does not answer: calls are paused',
  half_open: 'did not answer: one call is tried',
};

export function NodeCard({ node }: { readonly node: NodeEntry }) {
  const { id, role, version, seen_at, is_silent, is_this_one, status } = node;
  const restarted = status?.tasks.filter(({ restarts }) => restarts > 0) ?? [];
  return (
    <Card as="article" aria-labelledby={`node-${id}`} gap={3}>
      <Row gap={2} align="center" between>
        <h3 id={`node-${id}`} className="strong large">
          {ROLES[role] ?? role} <span className={styles.id}>{shortId(id)}</span>
        </h3>
        <span>
          {is_this_one ? <Badge tone="sand">answers this page</Badge> : null}{' '}
          {is_silent ? <Badge tone="danger">silent</Badge> : <Badge>runs</Badge>}
        </span>
      </Row>
      {is_silent ? (
        <p className={styles.problem}>
          It says nothing since <Instant at={seen_at} />: it was stopped, or cannot reach the database. What
          is shown is from then.
        </p>
      ) : null}
      <Stack as="dl" gap={2} className={styles.facts}>
        <Fact label="Version">{version}</Fact>
        {status?.started_at ? (
          <Fact label="Since">
            <Instant at={amsterdam(status.started_at)} />
          </Fact>
        ) : null}
        {status?.writer ? <WriterFacts writer={status.writer} /> : null}
        {status?.provider ? <ProviderFact provider={status.provider} /> : null}
        {status?.mail ? <MailFact mail={status.mail} /> : null}
        {status ? (
          <Fact label="Tasks" isProblem={restarted.length > 0}>
            {restarted.length === 0
              ? `${status.tasks.length} run`
              : restarted.map(({ name, restarts }) => `${name} restarted ${restarts} times`).join(', ')}
          </Fact>
        ) : null}
        {status && status.refusals_dropped > 0 ? (
          <Fact label="Refusals not recorded">{status.refusals_dropped}</Fact>
        ) : null}
      </Stack>
      {status ? null : <p>This release says nothing about itself.</p>}
    </Card>
  );
}

interface FactProps {
  readonly label: string;
  readonly isProblem?: boolean;
  readonly children: React.ReactNode;
}

function Fact({ label, isProblem = false, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-problem={isProblem}>{children}</dd>
    </div>
  );
}

function WriterFacts({ writer }: { readonly writer: WriterStatus }) {
  const { is_running, queue_depth, oldest_waiting_ms, batches, commands, events, mean_commit_ms } = writer;
  const troubles = [
    [writer.without_outcome, 'without an outcome'],
    [writer.failures, 'batches not committed'],
    [writer.panics, 'panics'],
  ] as const;
  const seen = troubles.filter(([times]) => times > 0).map(([times, what]) => `${times} ${what}`);
  return (
    <>
      <Fact label="Writer" isProblem={!is_running}>
        {is_running ? 'takes commands' : 'does not run'}
      </Fact>
      <Fact label="Queue">
        {queue_depth === 0 ? 'empty' : `${queue_depth} wait`}
        {oldest_waiting_ms === null ? '' : `, the oldest ${oldest_waiting_ms} ms`}
      </Fact>
      <Fact label="Batches">
        {batches === 0
          ? 'none yet'
          : `${batches} with ${commands} commands and ${events} events${
              mean_commit_ms === null ? '' : `, ${mean_commit_ms.toFixed(1)} ms each`
            }`}
      </Fact>
      <Fact label="Commands">
        {writer.accepted} accepted, {writer.rejected} refused
        {writer.decided_again > 0 ? `, ${writer.decided_again} decided again` : ''}
      </Fact>
      {seen.length > 0 ? (
        <Fact label="Trouble" isProblem>
          {seen.join(', ')}
        </Fact>
      ) : null}
      {writer.held_back.length > 0 ? (
        <Fact label="Held back until every node is new">{writer.held_back.join(', ')}</Fact>
      ) : null}
    </>
  );
}

function ProviderFact({
  provider: { state, answered_at, failed_at, failure },
}: {
  readonly provider: ProviderStatus;
}) {
  return (
    <Fact label="Payment provider" isProblem={state !== 'closed'}>
      <span>
        {answered_at === null && failed_at === null && state === 'closed'
          ? 'not asked yet'
          : (BREAKER[state] ?? state)}
      </span>
      <Last answered={answered_at} failed={failed_at} failure={failure} />
    </Fact>
  );
}

function MailFact({ mail: { taken_at, failed_at, failure } }: { readonly mail: MailStatus }) {
  const isFailing = failed_at !== null && (taken_at === null || failed_at > taken_at);
  const never = taken_at === null && failed_at === null;
  return (
    <Fact label="Mail server" isProblem={isFailing}>
      <span>{never ? 'not asked yet' : isFailing ? 'did not take the last mail' : 'takes mails'}</span>
      <Last answered={taken_at} failed={failed_at} failure={failure} />
    </Fact>
  );
}

interface LastProps {
  readonly answered: string | null;
  readonly failed: string | null;
  readonly failure: string | null;
}

function Last({ answered, failed, failure }: LastProps) {
  return (
    <>
      {answered ? (
        <span className="note">
          last answer <Instant at={amsterdam(answered)} />
        </span>
      ) : null}
      {failed ? (
        <span className="note">
          last failure <Instant at={amsterdam(failed)} />
          <span>: {failure}</span>
        </span>
      ) : null}
    </>
  );
}
