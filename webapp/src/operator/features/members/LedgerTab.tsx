// How each right of a pass was used, given back or forfeited: the member reads the same lines, and here is by whom and why.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { today } from '@/api/clock.ts';
import { Loaded, Region, Select } from '@/ui';
import type { MemberLedgerLine } from '../../api/generated/MemberLedgerLine.ts';
import type { MemberView } from '../../api/generated/MemberView.ts';
import type { PassView } from '../../api/generated/PassView.ts';
import { DataTable, More, formatDay, formatInstant, SubjectLink, type Column } from '../../ui/index.ts';
import { ledgerQuery } from './queries.ts';
import { RightAct } from './RightAct.tsx';

const CHANGES: Readonly<Record<MemberLedgerLine['kind'], string>> = {
  gebruikt: 'Used',
  teruggegeven: 'Given back',
  vervallen: 'Forfeited',
};

const columns: readonly Column<MemberLedgerLine>[] = [
  { key: 'date', header: 'Day', isRowHeader: true, cell: ({ date }) => formatDay(date) },
  {
    key: 'kind',
    header: 'Change',
    cell: ({ kind, explanation }) => (
      <div>
        <p>
          {CHANGES[kind]}{' '}
          <span className="soft small" lang="nl">
            {kind}
          </span>
        </p>
        {explanation ? (
          <p className="small" lang="nl">
            {explanation}
          </p>
        ) : null}
      </div>
    ),
  },
  {
    key: 'round',
    header: 'Round',
    cell: ({ booking_id, club, play_date, holes }) => (
      <SubjectLink kind="booking" id={booking_id}>
        {club.name}, {formatDay(play_date)}, {holes} holes
      </SubjectLink>
    ),
  },
  { key: 'act', header: 'By whom and why', cell: ({ act }) => <RightAct act={act} /> },
];

/** The last one that has begun is the one that a question is about. */
const currentPass = (passes: readonly PassView[], day: string) =>
  passes.findLast(({ startdate }) => startdate <= day) ?? passes.at(-1);

export function LedgerTab({ member: { member, passes } }: { readonly member: MemberView }) {
  const { pass: asked } = useSearch({ from: '/_inside/$kind/$' });
  const navigate = useNavigate({ from: '/$kind/$' });
  const pass = passes.find(({ id }) => id === asked) ?? currentPass(passes, today());
  return (
    <Region title="Ledger">
      {pass ? (
        <>
          <Select
            label="Pass"
            value={pass.id}
            onChange={({ target }) =>
              void navigate({
                search: { tab: 'ledger', pass: target.value },
                replace: true,
                resetScroll: false,
              })
            }
          >
            {passes.map((one) => (
              <option key={one.id} value={one.id}>
                {passText(one)}
              </option>
            ))}
          </Select>
          <Lines key={pass.id} member={member.id} pass={pass.id} />
        </>
      ) : (
        <p>The member has no pass. A voucher&apos;s own page shows how it was used.</p>
      )}
    </Region>
  );
}

const passText = ({ name, startdate, enddate }: PassView) =>
  `${name}, ${formatInstant(startdate)} to ${formatInstant(enddate)}`;

function Lines({ member, pass }: { readonly member: string; readonly pass: string }) {
  const query = useInfiniteQuery(ledgerQuery(member, pass));
  return (
    <Loaded query={query} empty={<p>No right of this pass was used.</p>}>
      {(lines) => (
        <>
          <DataTable
            caption="Ledger, latest first"
            hideCaption
            columns={columns}
            rows={lines}
            rowKey={({ place_id, kind, date, act }) => `${place_id} ${kind} ${date} ${act?.position}`}
          />
          <More query={query} />
        </>
      )}
    </Loaded>
  );
}
