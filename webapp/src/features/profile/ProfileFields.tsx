// The form's fields in groups, with the attributes for autofill.
import { Link } from '@tanstack/react-router';
import type { ChangeEvent } from 'react';
import { Card, Checkbox, RadioGroup, Region, Select, TextField } from '@/ui';
import { countries, postcodeExample } from './countries.ts';
import { labels, type FieldErrors, type FieldName, type ProfileDraft } from './draft.ts';
import styles from './ProfileForm.module.css';

/** Connects one field of the draft to its input. */
export type Bind = (field: FieldName) => {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onBlur: () => void;
};

interface FieldGroupProps {
  readonly draft: ProfileDraft;
  readonly errors: FieldErrors;
  readonly bind: Bind;
  readonly change: (field: FieldName, value: string | boolean) => void;
}

export function NameFields({ bind }: FieldGroupProps) {
  return (
    <Region title="Naam">
      <Card className={styles.fields}>
        <TextField {...bind('firstName')} readOnly autoComplete="given-name" className={styles.short} />
        <TextField {...bind('prefix')} readOnly placeholder="geen" className={styles.short} />
        <TextField {...bind('lastName')} readOnly autoComplete="family-name" className={styles.third} />
        <TextField {...bind('email')} type="email" readOnly autoComplete="email" />
        <p className="soft small">
          Klopt je naam niet? Onze klantenservice past hem voor je aan. Je{' '}
          <Link to="/profile/email">e-mailadres wijzigen</Link> doe je zelf.
        </p>
      </Card>
    </Region>
  );
}

export function AddressFields({ bind, draft, errors, change }: FieldGroupProps) {
  return (
    <Region title="Adres">
      <Card className={styles.fields}>
        <TextField {...bind('street')} autoComplete="address-line1" className={styles.most} />
        <TextField {...bind('housenumber')} autoComplete="address-line2" className={styles.short} />
        <TextField
          {...bind('postcode')}
          autoComplete="postal-code"
          autoCapitalize="characters"
          placeholder={postcodeExample[draft.country] ?? ''}
          hint={postcodeExample[draft.country] ? undefined : 'Geen postcodes in je land? Vul dan 0000 in.'}
          className={styles.short}
        />
        <TextField {...bind('city')} autoComplete="address-level2" className={styles.most} />
        <Select
          id="country"
          name="country"
          label={labels.country}
          error={errors.country}
          autoComplete="country"
          value={draft.country}
          onChange={(event) => change('country', event.target.value)}
          className={styles.half}
        >
          {countries(draft.country).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Card>
    </Region>
  );
}

const genders = [
  { value: 'M', label: 'Man' },
  { value: 'F', label: 'Vrouw' },
] as const;

export function PersonFields({ bind, draft, errors, change }: FieldGroupProps) {
  return (
    <Region title="Persoonlijk">
      <Card className={styles.fields}>
        <TextField {...bind('initials')} autoComplete="off" placeholder="J.H." className={styles.short} />
        <TextField {...bind('birthdate')} autoComplete="bday" hint="dd-mm-jjjj" className={styles.short} />
        <TextField
          {...bind('telephone')}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          className={styles.third}
        />
        <div id="gender">
          <RadioGroup
            legend={labels.gender}
            columns="pairs"
            options={genders}
            value={draft.gender === 'M' || draft.gender === 'F' ? draft.gender : null}
            onChange={(gender) => change('gender', gender)}
            error={errors.gender}
          />
        </div>
      </Card>
    </Region>
  );
}

export function GolfFields({ bind, draft, change }: FieldGroupProps) {
  return (
    <Region title="Golf">
      <Card className={styles.fields}>
        <TextField
          {...bind('gsn')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          hint="Staat op je golfpas: begint met NL, gevolgd door 8 cijfers."
          className={styles.half}
        />
        <TextField
          {...bind('handicap')}
          autoComplete="off"
          hint="Bijvoorbeeld 18,4 of +2,1"
          className={styles.half}
        />
        <div>
          <Checkbox
            id="is_club_member"
            name="is_club_member"
            label={labels.is_club_member}
            checked={draft.is_club_member}
            onChange={(event) => change('is_club_member', event.target.checked)}
          />
        </div>
        {draft.is_club_member ? <TextField {...bind('golfassociation')} autoComplete="off" /> : null}
      </Card>
    </Region>
  );
}
