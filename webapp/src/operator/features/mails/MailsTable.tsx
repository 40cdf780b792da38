// One line per mail: to whom, about what, how often it was tried and what failed.
import { Link } from '@tanstack/react-router';
import { Badge, Button } from '@/ui';
import flush from '@/ui/flush.module.css';
import type { MailEntry } from '../../api/generated/MailEntry.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { Copyable, DataTable, type Column, Instant, formatInstant, SubjectLink } from '../../ui/index.ts';
import { KINDS, type MailList } from './lists.ts';

/** Others have a link that works once, or a text that cannot be composed again. */
const READABLE = new Set(['round', 'reminder', 'waiting_list', 'receipt']);

const CAPTIONS: Readonly<Record<MailList, string>> = {
  waiting: 'Mails that wait, the next one first',
  failed: 'Mails that were given up, latest first',
  bounced: 'Mails whose address was refused, latest first',
  sent: 'Mails that were sent, latest first',
};

interface MailsTableProps {
  readonly list: MailList;
  readonly mails: readonly MailEntry[];
  readonly onSendAgain: (mail: MailEntry) => void;
  readonly onRead: (mail: MailEntry) => void;
}

export function MailsTable({ list, mails, onSendAgain, onRead }: MailsTableProps) {
  const maySend = hasRole(useSession(), 'support', 'admin');
  const columns: readonly Column<MailEntry>[] = [
    list === 'waiting'
      ? {
          key: 'at',
          header: 'Next attempt',
          isRowHeader: true,
          cell: ({ next_attempt_at, queued_at }) => <Instant at={next_attempt_at ?? queued_at} />,
        }
      : {
          key: 'at',
          header: list === 'sent' ? 'Sent' : 'Given up',
          isRowHeader: true,
          cell: ({ settled_at, queued_at }) => <Instant at={settled_at ?? queued_at} />,
        },
    // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
    { key: 'to', header: 'To', cell: (mail) => <To mail={mail} /> },
    // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
    { key: 'about', header: 'About', cell: (mail) => <About mail={mail} onRead={onRead} /> },
    // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, no component
    { key: 'tries', header: 'Attempts', cell: (mail) => <Attempts mail={mail} /> },
    {
      key: 'again',
      header: 'Send again',
      cell: (mail) =>
        mail.may_send_again ? (
          <Button
            variant="secondary"
            aria-label={`${mail.state === 'waiting' ? 'Try now' : 'Send again'}: ${nameOf(mail)}, ${kindOf(mail)}`}
            onClick={() => onSendAgain(mail)}
          >
            {mail.state === 'waiting' ? 'Try now' : 'Send again'}
          </Button>
        ) : (
          'not possible'
        ),
    },
  ];
  return (
    <DataTable
      caption={CAPTIONS[list]}
      hideCaption
      columns={maySend ? columns : columns.filter(({ key }) => key !== 'again')}
      rows={mails}
      rowKey={({ id }) => id}
    />
  );
}

export const kindOf = ({ kind }: MailEntry) => KINDS[kind] ?? 'Other';

export const nameOf = ({ member, address }: MailEntry) => member?.name ?? address;

/** Operators who may look members up can open a member's page. */
function To({ mail }: { readonly mail: MailEntry }) {
  const mayLookUp = hasRole(useSession(), 'support', 'auditor');
  const { member, address, bounced_address } = mail;
  return (
    <div>
      {member && mayLookUp ? (
        <SubjectLink kind="member" id={member.id}>
          {nameOf(mail)}
        </SubjectLink>
      ) : (
        (member?.name ?? null)
      )}
      <p className={member ? 'soft small' : undefined}>
        <Copyable text={address} what={`the address ${address}`} />
      </p>
      {bounced_address ? (
        <p>
          <Badge tone="danger">bounced</Badge>{' '}
          {bounced_address === address ? null : (
            <span className="soft small">{bounced_address}; the address has changed since</span>
          )}
        </p>
      ) : null}
    </div>
  );
}

interface AboutProps {
  readonly mail: MailEntry;
  readonly onRead: (mail: MailEntry) => void;
}

function About({ mail, onRead }: AboutProps) {
  const mayLookUp = hasRole(useSession(), 'support', 'auditor');
  const { subject, booking, play_date, position, sent_again } = mail;
  const round = play_date ? `round of ${formatInstant(play_date)}` : 'booking';
  return (
    <div>
      <p>{mail.occasion ?? kindOf(mail)}</p>
      {subject ? (
        <p className="soft small" lang="nl">
          {subject}
        </p>
      ) : null}
      {booking && !mayLookUp ? <p className="soft small">{round}</p> : null}
      {mayLookUp && (booking || position) ? (
        <p className="soft small">
          {booking ? (
            <SubjectLink kind="booking" id={booking}>
              {round}
            </SubjectLink>
          ) : null}
          {booking && position ? <span>, </span> : null}
          {position ? (
            <Link to="/event/$position" params={{ position: String(position) }} preload={false}>
              caused by event {position}
            </Link>
          ) : null}
        </p>
      ) : null}
      {sent_again > 0 ? (
        <p className="soft small">
          sent again {sent_again === 1 ? 'once' : `${sent_again} times`} by an operator
        </p>
      ) : null}
      {mayLookUp && READABLE.has(mail.kind) ? (
        <Button
          variant="quiet"
          className={flush.flush}
          aria-label={`Read: ${nameOf(mail)}, ${kindOf(mail)}`}
          onClick={() => onRead(mail)}
        >
          Read
        </Button>
      ) : null}
    </div>
  );
}

function Attempts({ mail: { attempts, last_error, queued_at, is_held } }: { readonly mail: MailEntry }) {
  return (
    <div>
      <p>
        {attempts} <span className="soft small">since {formatInstant(queued_at)}</span>
      </p>
      {is_held ? (
        <p className="soft small">held up to ten minutes to join what else happens to its round</p>
      ) : null}
      {last_error ? <p className="danger small">{last_error}</p> : null}
    </div>
  );
}
