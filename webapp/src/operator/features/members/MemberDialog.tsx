// The dialog of the act that is open. Those that need no more than a reason are here, each other has a file of its own.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { announce } from '@/ui';
import type { ForfeitedView } from '../../api/generated/ForfeitedView.ts';
import type { MemberSession } from '../../api/generated/MemberSession.ts';
import type { MemberView } from '../../api/generated/MemberView.ts';
import { formatDay, formatInstant, LinkDialog, ActDialog } from '../../ui/index.ts';
import { counted, type Act, type DialogProps, type Done } from './acts.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { DisableDialog } from './DisableDialog.tsx';
import { EmailDialog } from './EmailDialog.tsx';
import { EraseDialog } from './EraseDialog.tsx';
import { GrantPassDialog } from './GrantPassDialog.tsx';
import { GrantVoucherDialog } from './GrantVoucherDialog.tsx';
import { ProfileDialog } from './ProfileDialog.tsx';
import { endMemberSessions, enableMember, giveBack, impersonate, removePasskeys } from './queries.ts';
import { RefundDialog } from './RefundDialog.tsx';
import { WithdrawPassDialog } from './WithdrawPassDialog.tsx';
import { WithdrawVoucherDialog } from './WithdrawVoucherDialog.tsx';

interface MemberDialogProps {
  readonly open: Act;
  readonly member: MemberView;
  /** The act was done: closes the dialog, says so at its part, and loads the data again. */
  readonly onDone: (done: Done | undefined) => void;
  /** Something changed and the dialog stays open. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function MemberDialog({ open, onChanged, ...props }: MemberDialogProps) {
  const navigate = useNavigate();
  const { member, onDone, onClose } = props;
  switch (open.act) {
    case 'voucher':
      return <GrantVoucherDialog {...props} />;
    case 'pass':
      return <GrantPassDialog {...props} />;
    case 'withdraw-voucher':
      return <WithdrawVoucherDialog {...props} voucher={open.voucher} />;
    case 'withdraw-pass':
      return <WithdrawPassDialog {...props} pass={open.pass} />;
    case 'refund':
      return <RefundDialog {...props} order={open.order} />;
    case 'cancel':
      return <CancelDialog {...props} round={open.round} />;
    case 'give-back':
      return <GiveBackDialog {...props} forfeited={open.forfeited} />;
    case 'disable':
      return <DisableDialog {...props} />;
    case 'enable':
      return <EnableDialog {...props} />;
    case 'impersonate':
      return <ImpersonateDialog {...props} />;
    case 'email':
      return <EmailDialog {...props} />;
    case 'profile':
      return <ProfileDialog {...props} profile={open.profile} />;
    case 'end-sessions':
      return <EndSessionsDialog {...props} session={open.session} />;
    case 'remove-passkeys':
      return <RemovePasskeysDialog {...props} />;
    case 'erase':
      return (
        <EraseDialog
          member={member}
          onErased={() => {
            announce(`${member.member.name} was erased.`);
            onDone(undefined);
            // Without the tab that was open: an erased member has none.
            void navigate({
              to: '/$kind/$',
              params: { kind: 'member', _splat: member.member.id },
              search: {},
            });
          }}
          onFailed={onChanged}
          onClose={onClose}
        />
      );
  }
}

function GiveBackDialog(props: DialogProps & { readonly forfeited: ForfeitedView }) {
  const { member, forfeited, onDone, onClose } = props;
  const { booking_id, place_id, club, play_date, right, title, note } = forfeited;
  const what = `${right === 'voucher' ? 'the voucher' : 'the round of the pass'} “${title}”`;
  return (
    <ActDialog
      title="Give a forfeited right back"
      explanation={
        <>
          <p>
            {member.member.name} gets {what} back, which was forfeited for {club.name} on{' '}
            {formatDay(play_date)}. The cancelled place stays cancelled. The member gets a mail.
          </p>
          {note ? <p>{note}</p> : null}
        </>
      }
      confirmLabel="Give it back"
      onConfirm={async (reason) => {
        await giveBack(member.member.id, booking_id, place_id, reason);
        onDone({ part: 'forfeited', text: `Given back: ${what}, of ${formatDay(play_date)}.` });
      }}
      onClose={onClose}
    />
  );
}

function EnableDialog({ member: { member: person }, onDone, onClose }: DialogProps) {
  return (
    <ActDialog
      title={`Enable the account of ${person.name}`}
      explanation={
        <p>
          {person.name} can log in again, with the same password and passkeys, and others can add{' '}
          {person.name} to their rounds. The calendar feed and news on devices stay off.
        </p>
      }
      confirmLabel="Enable"
      onConfirm={async (reason) => {
        await enableMember(person.id, reason);
        onDone({ part: 'account', text: 'The account is enabled.' });
      }}
      onClose={onClose}
    />
  );
}

function ImpersonateDialog({ member: { member: person }, onDone, onClose }: DialogProps) {
  const [link, setLink] = useState<string>();
  if (link !== undefined) {
    return (
      <LinkDialog
        title={`The portal as ${person.name}`}
        link={link}
        onClose={() => onDone({ part: 'account', text: 'The link was made. It works for 5 minutes.' })}
      >
        <p>
          It works once, within 5 minutes, and is not shown again. Open it in a private window: an account
          that is open in this browser would be logged out.
        </p>
      </LinkDialog>
    );
  }
  return (
    <ActDialog
      title={`Open the portal as ${person.name}`}
      explanation={
        <p>
          You get a link that logs in as {person.name}, for an hour or until you log out here. Whatever is
          done there is recorded under your name, with your reason.
        </p>
      }
      confirmLabel="Make the link"
      onConfirm={async (reason) => setLink(await impersonate(person.id, reason))}
      onClose={onClose}
    />
  );
}

function EndSessionsDialog(props: DialogProps & { readonly session: MemberSession | undefined }) {
  const { member, session, onDone, onClose } = props;
  const { name, id } = member.member;
  return (
    <ActDialog
      title={session ? 'End a session' : `End all sessions of ${name}`}
      explanation={
        <p>
          {session
            ? `The session of ${formatInstant(session.created_at)} ends with its next request.`
            : 'All of them end with their next request, and so do the calendar feed, news on devices and unused links.'}{' '}
          {name} can log in again.
        </p>
      }
      confirmLabel={session ? 'End the session' : 'End all sessions'}
      isDangerous
      onConfirm={async (reason) => {
        const count = await endMemberSessions(id, session?.id ?? null, reason);
        onDone({
          part: 'sessions',
          text: `${counted(count, 'session')} ${count === 1 ? 'has' : 'have'} ended.`,
        });
      }}
      onClose={onClose}
    />
  );
}

function RemovePasskeysDialog({ member, onDone, onClose }: DialogProps) {
  const { name, id, passkeys } = member.member;
  return (
    <ActDialog
      title={`Remove the passkeys of ${name}`}
      explanation={
        <p>
          {counted(passkeys, 'passkey')} can log in no more, and sessions that began with one end. {name} is
          mailed, and logs in with the password or with a link by mail.
        </p>
      }
      confirmLabel="Remove the passkeys"
      isDangerous
      onConfirm={async (reason) => {
        const count = await removePasskeys(id, reason);
        onDone({
          part: 'sessions',
          text: `${counted(count, 'passkey')} ${count === 1 ? 'was' : 'were'} removed.`,
        });
      }}
      onClose={onClose}
    />
  );
}
