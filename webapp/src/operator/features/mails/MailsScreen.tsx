// Mails that wait, were given up, bounced or were sent; and sending one again, also after its last attempt.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '@/api/error.ts';
import { Loaded, Page } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { MailCounts } from '../../api/generated/MailCounts.ts';
import type { MailEntry } from '../../api/generated/MailEntry.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { Done, ExportButton, Instant, More, Unknown, useExported } from '../../ui/index.ts';
import tabs from '../../ui/Tabs.module.css';
import { isKind, isList, LISTS, TITLES, unknownIn, type MailList } from './lists.ts';
import { MailPreviewDialog } from './MailPreviewDialog.tsx';
import { MailsFilterForm } from './MailsFilterForm.tsx';
import { MailsTable } from './MailsTable.tsx';
import { exportMails, mailsQuery } from './queries.ts';
import { SendAgainDialog } from './SendAgainDialog.tsx';
import { SendAllAgainButton } from './SendAllAgain.tsx';

const EMPTY: Readonly<Record<MailList, string>> = {
  waiting: 'No mail waits.',
  failed: 'No mail was given up in the last 90 days.',
  bounced: 'No address was refused in the last 90 days.',
  sent: 'No mail was sent in the last 90 days.',
};

export function MailsScreen() {
  const navigate = useNavigate();
  const { list: asked, member, kind, from, to } = useSearch({ from: '/_inside/mails' });
  const list = isList(asked) ? asked : 'waiting';
  const filter = { member, kind: isKind(kind) ? kind : undefined, from, to };
  const isFiltered = [filter.member, filter.kind, from, to].some(Boolean);
  const query = useInfiniteQuery(mailsQuery(list, filter));
  const maySend = hasRole(useSession(), 'support', 'admin');
  const [again, setAgain] = useState<MailEntry>();
  const [sentAgain, setSentAgain] = useState<string>();
  const [read, setRead] = useState<MailEntry>();
  const { exported, onSaved } = useExported([list, filter]);
  const notFound =
    query.error instanceof ApiError && query.error.status === 404 ? failureText(query.error) : undefined;
  const rejected = query.error instanceof ApiError ? query.error.fields : {};
  const isRejected = notFound !== undefined || Object.keys(rejected).length > 0;
  const allCounts = query.data?.counts;

  return (
    <Page
      title="Mails"
      intro="What waits, what failed and why. What was sent is not kept; a mail is read as it would be now."
      actions={
        <ExportButton
          contents={`${isFiltered ? 'what fits the filter' : 'every mail'} of the list “${TITLES[list]}”, and never what a mail says`}
          fetchFile={(reason) => exportMails(list, filter, reason)}
          onSaved={onSaved}
        />
      }
      full
    >
      <Unknown sentences={unknownIn({ list: asked, kind })} />
      <MailsFilterForm
        key={`${member} ${kind} ${from} ${to}`}
        list={asked}
        filter={filter}
        errors={{ ...rejected, member: notFound }}
        onFilter={(chosen) => void navigate({ to: '/mails', search: { list: asked, ...chosen } })}
      />
      <nav className={tabs.tabs} aria-label="Lists of mails">
        {LISTS.map((one) => (
          <Link
            key={one}
            to="/mails"
            search={{ list: one === 'waiting' ? undefined : one, ...filter }}
            activeOptions={{ exact: true }}
            resetScroll={false}
            preload={false}
          >
            {TITLES[one]}
            {/* The sentence below says it in words. */}
            {allCounts ? <span aria-hidden> {countText(allCounts[one])}</span> : null}
          </Link>
        ))}
      </nav>
      {exported}
      {sentAgain && list === 'failed' ? <Done key={sentAgain}>{sentAgain}</Done> : null}
      {isRejected ? null : (
        <Loaded query={query}>
          {({ counts, mails }) => (
            <>
              {counts ? <Counts counts={counts} /> : null}
              {list === 'failed' && maySend && !isFiltered && counts && mails[0]?.settled_at ? (
                <SendAllAgainButton
                  failed={counts.failed}
                  before={mails[0].settled_at}
                  onSent={setSentAgain}
                />
              ) : null}
              {mails.length === 0 ? (
                <p role="status">{isFiltered ? 'No mail fits this filter.' : EMPTY[list]}</p>
              ) : (
                <>
                  <MailsTable list={list} mails={mails} onSendAgain={setAgain} onRead={setRead} />
                  <More query={query} />
                </>
              )}
            </>
          )}
        </Loaded>
      )}
      {read ? <MailPreviewDialog mail={read} onClose={() => setRead(undefined)} /> : null}
      {again ? <SendAgainDialog mail={again} onClose={() => setAgain(undefined)} /> : null}
    </Page>
  );
}

/** The server counts to 1,001. */
const countText = (count: number | undefined) => (count !== undefined && count > 1000 ? '1,000+' : count);

function Counts({
  counts: { waiting, retrying, failed, bounced, sent, oldest_queued_at },
}: {
  readonly counts: MailCounts;
}) {
  return (
    <p className="numbers">
      Of all members: waiting <strong>{waiting}</strong>, of them after a failed attempt{' '}
      <strong>{retrying}</strong>; given up in 90 days <strong>{failed}</strong>
      {sent === undefined ? null : (
        <>
          , bounced <strong>{countText(bounced)}</strong>, sent <strong>{countText(sent)}</strong>
        </>
      )}
      .
      {oldest_queued_at ? (
        <>
          {' '}
          The oldest waits since <Instant at={oldest_queued_at} />.
        </>
      ) : null}
    </p>
  );
}
