// One member as support works with one: the account, rights and rounds, each with what can be done about it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Notice, Badge, ButtonLink, Loaded, Page } from '@/ui';
import { shortId } from '../../api/kinds.ts';
import { useSession } from '../../api/session.ts';
import { AccountPart } from './AccountPart.tsx';
import { mayAct, mayErase, type Act, type Done } from './acts.ts';
import { ForfeitedPart } from './ForfeitedPart.tsx';
import { MemberDialog } from './MemberDialog.tsx';
import styles from './MemberScreen.module.css';
import { OrdersPart } from './OrdersPart.tsx';
import { PassesPart } from './PassesPart.tsx';
import { memberQuery, reloadAfterAct } from './queries.ts';
import { RoundsPart } from './RoundsPart.tsx';
import { SessionsPart } from './SessionsPart.tsx';
import { VouchersPart } from './VouchersPart.tsx';

export function MemberScreen() {
  const { id } = useParams({ from: '/_inside/members/$id' });
  return <MemberPage key={id} id={id} />;
}

function MemberPage({ id }: { readonly id: string }) {
  const queryClient = useQueryClient();
  const session = useSession();
  const query = useQuery(memberQuery(id));
  const [open, setOpen] = useState<Act>();
  const [done, setDone] = useState<Done>();
  const person = query.data?.member;

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
      above={
        <p>
          <Badge>Member</Badge> {person?.disabled_at ? <Badge tone="danger">Disabled</Badge> : null}
        </p>
      }
      intro="Account and acts"
      actions={
        <ButtonLink to="/$kind/$" params={{ kind: 'member', _splat: id }} variant="secondary" preload={false}>
          State and timeline
        </ButtonLink>
      }
      full
    >
      <Loaded query={query} failureLink={<Link to="/">To the search</Link>}>
        {(member) => (
          <>
            {onAct ? null : <Notice>You can read all of this. Changing it needs the role support.</Notice>}
            <div className={styles.columns}>
              <AccountPart
                member={member}
                done={done}
                onAct={onAct}
                onErase={mayErase(session) ? () => begin({ act: 'erase' }) : undefined}
              />
              <div className={styles.parts}>
                <RoundsPart member={member} done={done} onAct={onAct} />
                <PassesPart member={member} done={done} onAct={onAct} />
                <VouchersPart member={member} done={done} onAct={onAct} />
                <OrdersPart member={member} done={done} onAct={onAct} />
                <ForfeitedPart member={member} done={done} onAct={onAct} />
                <SessionsPart member={member} done={done} onAct={onAct} />
              </div>
            </div>
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
