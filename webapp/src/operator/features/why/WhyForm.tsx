// The form that asks why a member can or cannot book. It starts with what is in the address, and asking changes the
// address.
import { useState } from 'react';
import { Button, Stack, Select, TextField, useForm, type FieldErrors } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { ClubChoice } from '../../api/generated/ClubChoice.ts';
import { companionsOf, MOST_COMPANIONS, readSearch, type WhySearch } from './question.ts';
import { DateField, MemberPicker } from '../../ui/index.ts';
import styles from './WhyForm.module.css';

interface WhyFormProps {
  readonly search: WhySearch;
  readonly clubs: { readonly data: readonly ClubChoice[] | undefined; readonly error: Error | null };
  /** The server's sentence per field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly busy: boolean;
  readonly onAsk: (search: WhySearch) => void;
}

const REQUIRED = {
  member: 'Choose the member who books, or enter an e-mail address or an id.',
  date: 'Choose the date of the round.',
  club: 'Choose a club.',
};

/** The sentences for required fields that are empty. */
function missing(search: WhySearch): FieldErrors {
  const names = Object.keys(REQUIRED) as (keyof typeof REQUIRED)[];
  return Object.fromEntries(names.filter((name) => !search[name]).map((name) => [name, REQUIRED[name]]));
}

const askedIn = (data: FormData) =>
  readSearch({
    ...Object.fromEntries(data),
    with: data.getAll('with').map(String).filter(Boolean).join(','),
  });

export function WhyForm({ search, clubs, errors, busy, onAsk }: WhyFormProps) {
  const [club, setClub] = useState(search.club ?? '');
  const { form, errors: empty } = useForm({
    check: (data) => missing(askedIn(data)),
    send: (data) => onAsk(askedIn(data)),
  });
  const companions = companionsOf(search);
  const shown = { ...errors, ...empty };
  const holesOfClub = clubs.data?.find(({ id }) => id === club)?.holes ?? [9, 18];

  return (
    <Stack as="form" gap={4} {...form} noValidate aria-label="The booking">
      <MemberPicker label="Member" name="member" value={search.member} error={shown['member']} required />
      <DateField
        label="Date of the round"
        name="date"
        defaultValue={search.date}
        error={shown['date']}
        required
      />
      <Stack gap={1}>
        <Select
          label="Club"
          name="club"
          value={club}
          onChange={(event) => setClub(event.target.value)}
          required
        >
          <option value="">choose a club</option>
          {/* Until the clubs are there, the one of the address is known by its id only. */}
          {clubs.data === undefined && club ? <option value={club}>{club}</option> : null}
          {clubs.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        {shown['club'] ? <p className="danger strong">{shown['club']}</p> : null}
        {clubs.error ? (
          <p role="alert" className="danger strong">
            The clubs could not be loaded. {failureText(clubs.error)}
          </p>
        ) : null}
      </Stack>
      <Select label="Holes" name="holes" defaultValue={search.holes ?? ''}>
        <option value="">as the club offers</option>
        {holesOfClub.map((holes) => (
          <option key={holes} value={holes}>
            {holes} holes
          </option>
        ))}
      </Select>
      <Stack as="fieldset" gap={2}>
        <legend className={styles.legend}>Companions (at most {MOST_COMPANIONS})</legend>
        {Array.from({ length: MOST_COMPANIONS }, (_, index) => (
          <MemberPicker key={index} label={`Companion ${index + 1}`} name="with" value={companions[index]} />
        ))}
        {shown['with'] ? <p className="danger strong">{shown['with']}</p> : null}
      </Stack>
      <TextField
        label="Moment (optional)"
        name="at"
        hint="Answers as it was then: 2026-11-25 09:00 (Amsterdam) or a position such as 4812. Empty: now."
        defaultValue={search.at}
        error={shown['at']}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" wide busyText={busy && 'looking…'}>
        Explain
      </Button>
    </Stack>
  );
}
