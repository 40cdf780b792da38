// Corrects what the member cannot change, or did not get right. Only fields that were changed here are sent.
import { useState, type ComponentProps } from 'react';
import { ApiError } from '@/api/error.ts';
import { TextField } from '@/ui';
import { ProfileTexts } from '../../api/generated/ProfileTexts.ts';
import { ActDialog, DateField } from '../../ui/index.ts';
import type { DialogProps } from './acts.ts';
import styles from './Pair.module.css';
import { correctProfile } from './queries.ts';

type Field = keyof ProfileTexts;
type Typed = Partial<Record<Field, string>>;

interface Described {
  readonly label: string;
  readonly hint?: string;
  readonly input?: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoCapitalize' | 'maxLength'>;
}

/** In the order of the form. */
const FIELDS: Readonly<Record<Field, Described>> = {
  first_name: { label: 'First name' },
  prefix: { label: 'Prefix', hint: 'Such as “van der”; may be empty.' },
  last_name: { label: 'Last name' },
  initials: { label: 'Initials' },
  street: { label: 'Street' },
  housenumber: { label: 'House number' },
  postcode: { label: 'Postcode' },
  city: { label: 'City' },
  country: {
    label: 'Country',
    hint: 'Two letters, such as NL.',
    input: { maxLength: 2, autoCapitalize: 'characters' },
  },
  telephone: { label: 'Telephone', input: { type: 'tel' } },
  gsn: { label: 'GSN', hint: 'NL and 8 digits.' },
  birthdate: { label: 'Day of birth' },
};
const NAMES = Object.keys(FIELDS) as Field[];

interface ProfileDialogProps extends DialogProps {
  readonly profile: ProfileTexts;
}

export function ProfileDialog({ member: { member: person }, profile, onDone, onClose }: ProfileDialogProps) {
  // As it was read: the server refuses a form that does not start from what is stored.
  const [seen, setSeen] = useState(profile);
  const [typed, setTyped] = useState<Typed>({});

  const send = async (reason: string) => {
    const fields = NAMES.filter((name) => typed[name] !== undefined && typed[name].trim() !== seen[name]);
    const values = Object.fromEntries(fields.map((name) => [name, typed[name]]));
    try {
      const changed = await correctProfile(person.id, { ...values, seen, reason });
      const labels = NAMES.filter((name) => changed.includes(name)).map((name) => FIELDS[name].label);
      onDone({
        part: 'account',
        text: labels.length > 0 ? `Corrected and mailed: ${labels.join(', ')}.` : 'Nothing was changed.',
      });
    } catch (error) {
      const current = error instanceof ApiError && ProfileTexts.safeParse(error.current).data;
      if (current) setSeen(current);
      throw error;
    }
  };

  return (
    <ActDialog
      title={`Correct the profile of ${person.name}`}
      explanation={
        <p>
          The member gets a mail that names the changed fields, without their values. An import writes names
          again: have them corrected there too.
        </p>
      }
      fields={(errors) => (
        <div className={styles.pair}>
          {NAMES.map((name) => {
            const { label, hint, input } = FIELDS[name];
            const Input = name === 'birthdate' ? DateField : TextField;
            return (
              <Input
                key={name}
                {...input}
                label={label}
                name={name}
                hint={hint}
                value={typed[name] ?? seen[name]}
                onChange={({ target }) => setTyped((others) => ({ ...others, [name]: target.value }))}
                autoComplete="off"
                spellCheck={false}
                error={errors[name]}
              />
            );
          })}
        </div>
      )}
      confirmLabel="Correct"
      onConfirm={send}
      onClose={onClose}
    />
  );
}
