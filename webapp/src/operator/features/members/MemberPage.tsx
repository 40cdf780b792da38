// One member, as support works with one: the person, the state and the acts above tabs, of which only the open one asks the
// server. All that the first tab needs is in the read models.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '@/api/error.ts';
import { Badge, ButtonLink, Loaded, Page } from '@/ui';
import type { MemberView } from '../../api/generated/MemberView.ts';
import { shortId } from '../../api/kinds.ts';
import { addRecent } from '../../api/recent.ts';
import { reloadAfterAct } from '../../api/reloadAfterAct.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { Done as DoneStatus, Unknown } from '../../ui/index.ts';
import { subjectQuery } from '../subject/queries.ts';
import { SubjectDetails } from '../subject/SubjectDetails.tsx';
import { SubjectPage } from '../subject/SubjectPage.tsx';
import { AccountActs } from './AccountActs.tsx';
import { mayAct, mayErase, type Act, type Done } from './acts.ts';
import { MemberDialog } from './MemberDialog.tsx';
import { MemberTab } from './MemberTab.tsx';
import { MemberTabs } from './MemberTabs.tsx';
import { memberQuery } from './queries.ts';
import { tabOf, unknownTab } from './tabs.ts';

export function MemberPage({ id }: { readonly id: string }) {
  const query = useQuery(memberQuery(id));
  const mayLookUp = hasRole(useSession(), 'support', 'auditor');
  const isUnknown = query.error instanceof ApiError && query.error.status === 404;
  // An erased member has a history, and an id that is not whole leads to one.
  if (isUnknown && mayLookUp) return <OtherwiseKnown id={id} />;
  // The data of before an erasure are not shown any more.
  const known = { ...query, data: isUnknown ? undefined : query.data };
  return <KnownMember id={id} query={known} mayLookUp={mayLookUp} />;
}

/** An e-mail address leads to the page of the member whose it is. */
function OtherwiseKnown({ id }: { readonly id: string }) {
  const subject = useQuery(subjectQuery('member', id)).data;
  if (subject && !subject.is_erased && subject.id !== id) {
    return <Navigate to="/$kind/$" params={{ kind: 'member', _splat: subject.id }} search={true} replace />;
  }
  return <SubjectPage kind="member" id={id} />;
}

interface KnownMemberProps {
  readonly id: string;
  readonly query: {
    readonly data: MemberView | undefined;
    readonly error: Error | null;
    readonly dataUpdatedAt: number;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** An admin alone sees the account, and nothing else of a member. */
  readonly mayLookUp: boolean;
}

function KnownMember({ id, query, mayLookUp }: KnownMemberProps) {
  const queryClient = useQueryClient();
  const session = useSession();
  const search = useSearch({ from: '/_inside/$kind/$' });
  const [open, setOpen] = useState<Act>();
  const [done, setDone] = useState<Done>();
  const tab = mayLookUp ? tabOf(search) : 'overview';
  const person = query.data?.member;
  const isKnown = person !== undefined;
  useEffect(() => {
    if (isKnown) addRecent('member', id);
  }, [id, isKnown]);

  const begin = (act: Act) => {
    setDone(undefined);
    setOpen(act);
  };
  const onAct = mayAct(session) ? begin : undefined;
  const finished = (outcome: Done | undefined) => {
    setOpen(undefined);
    setDone(outcome);
    reloadAfterAct(queryClient);
  };

  return (
    <Page
      title={person?.name ?? `Member ${shortId(id)}`}
      intro={
        <>
          <Badge>Member</Badge> {person?.disabled_at ? <Badge tone="danger">Disabled</Badge> : null}{' '}
          {person ? (
            <SubjectDetails
              details={[
                { text: person.email, copied: 'the e-mail address' },
                ...(person.telephone ? [{ text: person.telephone, copied: 'the telephone number' }] : []),
                ...(person.city ? [{ text: person.city }] : []),
              ]}
            />
          ) : null}
        </>
      }
      actions={
        <>
          {mayLookUp ? (
            <ButtonLink to="/why" search={{ member: id }} variant="secondary" preload={false}>
              Why?
            </ButtonLink>
          ) : null}
          {person && tab === 'overview' ? (
            <AccountActs
              isDisabled={person.disabled_at !== null}
              profile={query.data?.profile}
              onAct={onAct}
              onErase={mayErase(session) ? () => begin({ act: 'erase' }) : undefined}
            />
          ) : null}
        </>
      }
      full
    >
      {done?.part === 'account' ? <DoneStatus>{done.text}</DoneStatus> : null}
      {mayLookUp ? <MemberTabs open={tab} onOpen={() => setDone(undefined)} /> : null}
      <Unknown sentences={mayLookUp ? unknownTab(search) : []} />
      <Loaded query={query} failureLink={<Link to="/">To the search</Link>}>
        {(member) => (
          <>
            <MemberTab tab={tab} member={member} done={done} onAct={onAct} />
            {open ? (
              <MemberDialog
                open={open}
                member={member}
                onDone={finished}
                onChanged={() => reloadAfterAct(queryClient)}
                onClose={() => setOpen(undefined)}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}
