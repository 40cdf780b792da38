// Mails that wait, were given up, bounced or were sent; and sending one again, also after its last attempt.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '@/api/error.ts';
import { ButtonLink, Loaded, Page, TextField } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { MailCounts } from '../../api/generated/MailCounts.ts';
import type { MailEntry } from '../../api/generated/MailEntry.ts';
import { Instant, More, FilterForm } from '../../ui/index.ts';
import tabs from '../../ui/Tabs.module.css';
import styles from './MailsScreen.module.css';
import { MailsTable } from './MailsTable.tsx';
import { mailsQuery } from './queries.ts';
import { isList, LISTS, TITLES, type MailList } from './lists.ts';
import { SendAgainDialog } from './SendAgainDialog.tsx';

const EMPTY: Readonly<Record<MailList, string>> = {
  waiting: 'No mail waits.',
  failed: 'No mail was given up in the last 90 days.',
  bounced: 'No address was refused in the last 90 days.',
  sent: 'No mail was sent in the last 90 days.',
};

export function MailsScreen() {
  const navigate = useNavigate();
  const { list: asked, member } = useSearch({ from: '/_inside/mails' });
  const list = isList(asked) ? asked : 'waiting';
  const query = useInfiniteQuery(mailsQuery(list, member));
  const [again, setAgain] = useState<MailEntry>();
  const notFound =
    query.error instanceof ApiError && query.error.status === 404 ? failureText(query.error) : undefined;

  return (
    <Page title="Mails" intro="What waits, what failed and why. What a mail says is not shown." full>
      <FilterForm
        key={member}
        label="Mails"
        className={styles.form}
        all={
          member ? (
            <ButtonLink to="/mails" search={{ list: asked }} variant="quiet" preload={false}>
              Show all members
            </ButtonLink>
          ) : null
        }
        onFilter={(text) => void navigate({ to: '/mails', search: { list: asked, member: text('member') } })}
      >
        <TextField
          label="Member (e-mail address or id)"
          name="member"
          defaultValue={member}
          error={notFound}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </FilterForm>
      <nav className={tabs.tabs} aria-label="Lists of mails">
        {LISTS.map((one) => (
          <Link
            key={one}
            to="/mails"
            search={{ list: one === 'waiting' ? undefined : one, member }}
            activeOptions={{ exact: true }}
            resetScroll={false}
            preload={false}
          >
            {TITLES[one]}
          </Link>
        ))}
      </nav>
      {notFound ? null : (
        <Loaded query={query}>
          {({ counts, mails }) => (
            <>
              {counts ? <Counts counts={counts} /> : null}
              {mails.length === 0 ? (
                <p role="status">{EMPTY[list]}</p>
              ) : (
                <>
                  <MailsTable list={list} mails={mails} onSendAgain={setAgain} />
                  <More query={query} />
                </>
              )}
            </>
          )}
        </Loaded>
      )}
      {again ? <SendAgainDialog mail={again} onClose={() => setAgain(undefined)} /> : null}
    </Page>
  );
}

function Counts({
  counts: { waiting, retrying, failed, oldest_queued_at },
}: {
  readonly counts: MailCounts;
}) {
  return (
    <p className="numbers">
      Of all members, <strong>{waiting}</strong> wait, <strong>{retrying}</strong> of them after a failed
      attempt; <strong>{failed}</strong> were given up in 90 days.
      {oldest_queued_at ? (
        <>
          {' '}
          The oldest waits since <Instant at={oldest_queued_at} />.
        </>
      ) : null}
    </p>
  );
}
