// The member's data, and the acts on the account as a whole.
import type { ReactNode } from 'react';
import { Button, Stack, Fact } from '@/ui';
import { Copyable, Instant } from '../../ui/index.ts';
import { Part, type PartProps } from './Part.tsx';

/** The member may leave these empty. */
const NOT_GIVEN = 'not given';

interface AccountPartProps extends PartProps {
  /** Undefined for an operator who may not erase. */
  readonly onErase: (() => void) | undefined;
}

export function AccountPart({
  member: { member: person, addresses, profile },
  done,
  onAct,
  onErase,
}: AccountPartProps) {
  const isDisabled = person.disabled_at !== null;
  return (
    <Part part="account" title="Account" done={done}>
      <Stack as="dl" gap={3} className="facts panel">
        <Given label="E-mail address">
          <Copyable text={person.email} what="the e-mail address" />
        </Given>
        {addresses?.waiting ? (
          <Given label="New e-mail address">
            {addresses.waiting.email}, waits until <Instant at={addresses.waiting.expires_at} />
          </Given>
        ) : null}
        {addresses?.former.map(({ email, left_at }) => (
          <Given key={email} label="Former e-mail address">
            {email}, until <Instant at={left_at} />
          </Given>
        ))}
        <Given label="Member number">
          {person.member_number ? <Copyable text={person.member_number} what="the member number" /> : 'none'}
        </Given>
        <Given label="Telephone">
          {person.telephone ? <Copyable text={person.telephone} what="the telephone number" /> : NOT_GIVEN}
        </Given>
        <Given label="City">{person.city || NOT_GIVEN}</Given>
        <Given label="GSN">{person.gsn ? <Copyable text={person.gsn} what="the GSN" /> : NOT_GIVEN}</Given>
        <Given label="Last log-in">
          {person.last_login_at ? <Instant at={person.last_login_at} /> : 'never'}
        </Given>
        <Given label="Access">
          {person.disabled_at ? (
            <>
              disabled since <Instant at={person.disabled_at} />
            </>
          ) : (
            'may log in'
          )}
        </Given>
      </Stack>
      {onAct || onErase ? (
        <Stack gap={2}>
          {onAct && !isDisabled ? (
            <Button variant="secondary" onClick={() => onAct({ act: 'impersonate' })}>
              Open the portal as this member…
            </Button>
          ) : null}
          {onAct && !isDisabled ? (
            <Button variant="secondary" onClick={() => onAct({ act: 'email' })}>
              Change the e-mail address…
            </Button>
          ) : null}
          {onAct && profile ? (
            <Button variant="secondary" onClick={() => onAct({ act: 'profile', profile })}>
              Correct the profile…
            </Button>
          ) : null}
          {onAct ? (
            <Button variant="secondary" onClick={() => onAct({ act: isDisabled ? 'enable' : 'disable' })}>
              {isDisabled ? 'Enable the account…' : 'Disable the account…'}
            </Button>
          ) : null}
          {onErase ? (
            <Button variant="danger" onClick={onErase}>
              Erase this member…
            </Button>
          ) : null}
        </Stack>
      ) : null}
    </Part>
  );
}

function Given({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return <Fact term={label}>{children ?? 'not given'}</Fact>;
}
