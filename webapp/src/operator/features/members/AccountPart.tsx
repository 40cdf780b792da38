// The member's data. The e-mail address and the telephone number are copied at the head of the page.
import type { ReactNode } from 'react';
import { Fact, Region, Stack } from '@/ui';
import type { AddressView } from '../../api/generated/AddressView.ts';
import type { MemberView } from '../../api/generated/MemberView.ts';
import { Copyable, formatInstant, Instant } from '../../ui/index.ts';

/** The member may leave these empty. */
const NOT_GIVEN = 'not given';

export function AccountPart({ member: { member: person, addresses } }: { readonly member: MemberView }) {
  const { address, birthdate } = person;
  return (
    <Region title="Account">
      <Stack as="dl" gap={3} className="facts panel">
        <Given label="E-mail address">{person.email}</Given>
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
        <Given label="Telephone">{person.telephone || NOT_GIVEN}</Given>
        {/* Nodes of the release before know the town alone, and no day of birth. */}
        {birthdate === undefined ? null : (
          <Given label="Date of birth">{birthdate ? formatInstant(birthdate) : NOT_GIVEN}</Given>
        )}
        {address ? (
          <Given label="Address">
            <Address address={address} />
          </Given>
        ) : (
          <Given label="City">{person.city || NOT_GIVEN}</Given>
        )}
        <Given label="GSN">{person.gsn ? <Copyable text={person.gsn} what="the GSN" /> : NOT_GIVEN}</Given>
        <Given label="Id">
          <Copyable text={person.id} what="the id" />
        </Given>
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
    </Region>
  );
}

function Address({
  address: { street, housenumber, postcode, city, country },
}: {
  readonly address: AddressView;
}) {
  const lines = [
    [street, housenumber],
    [postcode, city, country === 'NL' ? '' : country],
  ].map((parts) => parts.filter(Boolean).join(' '));
  const given = lines.filter(Boolean);
  return given.length > 0 ? given.map((line) => <p key={line}>{line}</p>) : NOT_GIVEN;
}

function Given({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return <Fact term={label}>{children ?? NOT_GIVEN}</Fact>;
}
