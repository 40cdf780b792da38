// The mails to a member, a list at a time.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded, Region } from '@/ui';
import type { MailEntry } from '../../api/generated/MailEntry.ts';
import { More } from '../../ui/index.ts';
import tabs from '../../ui/Tabs.module.css';
import { isList, LISTS, TITLES } from '../mails/lists.ts';
import { MailsTable } from '../mails/MailsTable.tsx';
import { mailsQuery } from '../mails/queries.ts';
import { MailPreviewDialog } from '../mails/MailPreviewDialog.tsx';
import { SendAgainDialog } from '../mails/SendAgainDialog.tsx';

/** The list that answers "did they get it?". */
const FIRST = 'sent';

export function MailsTab({ id }: { readonly id: string }) {
  const { list: asked } = useSearch({ from: '/_inside/$kind/$' });
  const list = isList(asked) ? asked : FIRST;
  const query = useInfiniteQuery(mailsQuery(list, { member: id }));
  const [again, setAgain] = useState<MailEntry>();
  const [read, setRead] = useState<MailEntry>();
  return (
    <Region title="Mails">
      <nav className={tabs.tabs} aria-label="Lists of mails">
        {LISTS.map((one) => (
          <Link
            key={one}
            from="/$kind/$"
            to="."
            search={{ tab: 'mails', list: one === FIRST ? undefined : one }}
            activeOptions={{ exact: true }}
            aria-current={one === list ? 'page' : undefined}
            resetScroll={false}
            preload={false}
          >
            {TITLES[one]}
          </Link>
        ))}
      </nav>
      <Loaded query={query}>
        {({ mails }) =>
          mails.length === 0 ? (
            <p role="status">This list has no mail to the member.</p>
          ) : (
            <>
              <MailsTable list={list} mails={mails} onSendAgain={setAgain} onRead={setRead} />
              <More query={query} />
            </>
          )
        }
      </Loaded>
      {read ? <MailPreviewDialog mail={read} onClose={() => setRead(undefined)} /> : null}
      {again ? <SendAgainDialog mail={again} onClose={() => setAgain(undefined)} /> : null}
    </Region>
  );
}
