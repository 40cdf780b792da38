// One line per refused attempt, with the way to its explanation.
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Badge, ButtonLink } from '@/ui';
import type { NamedMember } from '../../api/generated/NamedMember.ts';
import type { RefusalEntry } from '../../api/generated/RefusalEntry.ts';
import { Copyable, DataTable, type Column, Instant, formatInstant, SubjectLink } from '../../ui/index.ts';
import { searchOf } from '../why/question.ts';
import { commandName, ruleName } from './names.ts';

const columns: readonly Column<RefusalEntry>[] = [
  { key: 'at', header: 'When', isRowHeader: true, cell: ({ at }) => <Instant at={at} /> },
  { key: 'member', header: 'Member', cell: (refusal) => <Asked refusal={refusal} /> },
  { key: 'attempt', header: 'Attempt', cell: (refusal) => <Attempt refusal={refusal} /> },
  { key: 'rule', header: 'Refused by', cell: (refusal) => <Rule refusal={refusal} /> },
  { key: 'why', header: 'Explanation', cell: (refusal) => <Explanation refusal={refusal} /> },
];

export const RefusalsTable = memo(function RefusalsTable({
  refusals,
}: {
  readonly refusals: readonly RefusalEntry[];
}) {
  return (
    <DataTable
      caption="Refused attempts, newest first"
      hideCaption
      columns={columns}
      rows={refusals}
      rowKey={({ id }) => id}
    />
  );
});

const nameOf = ({ id, name }: NamedMember) => name ?? `erased member ${id.slice(0, 8)}`;

function Asked({ refusal: { member, by_operator } }: { readonly refusal: RefusalEntry }) {
  return (
    <div>
      <SubjectLink kind="member" id={member.id}>
        {nameOf(member)}
      </SubjectLink>
      {by_operator ? (
        <p>
          <Badge tone="sand">by an operator</Badge>
        </p>
      ) : null}
    </div>
  );
}

function Attempt({ refusal }: { readonly refusal: RefusalEntry }) {
  const { command, club, date, holes, players, member } = refusal;
  const others = players.filter(({ id }) => id !== member.id);
  const where = [
    holes === null ? null : `${holes} holes`,
    club === null ? null : `at ${club.name}`,
    date === null ? null : `on ${formatInstant(date)}`,
  ].filter((text) => text !== null);
  return (
    <div>
      <p>{commandName(command)}</p>
      {where.length > 0 ? <p className="soft small">{where.join(' ')}</p> : null}
      {others.length > 0 ? <p className="soft small">with {others.map(nameOf).join(', ')}</p> : null}
    </div>
  );
}

function Rule({ refusal: { rule, sentence, about, request_id } }: { readonly refusal: RefusalEntry }) {
  return (
    <div>
      <p>{ruleName(rule)}</p>
      <p className="soft small">
        {about ? `${nameOf(about)}: ` : null}
        <span lang="nl">{sentence}</span>
      </p>
      <details className="soft small">
        <summary>In the log</summary>
        <p>
          <code>{rule}</code>, request <Copyable text={request_id} what="the id of the request" />
        </p>
      </details>
    </div>
  );
}

/** The rules' answer about the same round at the same moment; a change of a booking leads to the booking as it was. */
function Explanation({ refusal: { why, booking, at, member } }: { readonly refusal: RefusalEntry }) {
  const of = `${nameOf(member)}, ${formatInstant(at)}`;
  if (why) {
    return (
      <ButtonLink
        to="/why"
        search={searchOf(why)}
        variant="secondary"
        preload={false}
        aria-label={`Why? ${of}`}
      >
        Why?
      </ButtonLink>
    );
  }
  if (booking) {
    return (
      <Link to="/$kind/$" params={{ kind: 'booking', _splat: booking }} search={{ at }} preload={false}>
        The booking then
      </Link>
    );
  }
  return (
    <Link to="/$kind/$" params={{ kind: 'member', _splat: member.id }} search={{ at }} preload={false}>
      The member then
    </Link>
  );
}
