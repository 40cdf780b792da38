// Grants a season pass that was not bought in the portal.
import { useState } from 'react';
import { today } from '@/api/clock.ts';
import { Select, TextField, type FieldErrors } from '@/ui';
import { ActDialog, centsOf, DateField, Presets, textOf, wholeNumberOf } from '../../ui/index.ts';
import type { DialogProps } from './acts.ts';
import { NameChoice, NO_NAME } from './NameChoice.tsx';
import styles from './Pair.module.css';
import { grantPass } from './queries.ts';
import { termsFrom, type Term } from './terms.ts';

const MOST_ROUNDS = 366;
const MOST_A_MONTH = 31;

const isBelow = (value: number | undefined, most: number) =>
  value !== undefined && value >= 1 && value <= most;

function check(form: FormData): FieldErrors {
  const max = wholeNumberOf(form, 'max');
  const perMonth = wholeNumberOf(form, 'per_month');
  const [start, end] = [textOf(form, 'startdate'), textOf(form, 'enddate')];
  const wrong: Record<string, string> = {};
  if (!textOf(form, 'name')) wrong['name'] = NO_NAME;
  if (!start) wrong['startdate'] = 'Choose the first day.';
  if (!end) wrong['enddate'] = 'Choose the last day.';
  else if (end < start) wrong['enddate'] = 'The last day is before the first.';
  if (!isBelow(max, MOST_ROUNDS)) wrong['max'] = `Enter 1 to ${MOST_ROUNDS}.`;
  if (textOf(form, 'per_month') && !isBelow(perMonth, MOST_A_MONTH))
    wrong['per_month'] = `Enter 1 to ${MOST_A_MONTH}, or nothing.`;
  if (centsOf(textOf(form, 'amount_cents')) === undefined)
    wrong['amount_cents'] = 'Enter an amount such as 12.50, or 0.';
  return wrong;
}

export function GrantPassDialog({ member: { member: person, grants }, onDone, onClose }: DialogProps) {
  const [request] = useState(() => crypto.randomUUID());
  const [term, setTerm] = useState<Term>();
  return (
    <ActDialog
      title={`Grant a pass to ${person.name}`}
      check={check}
      fields={(errors) => (
        <>
          <NameChoice label="Name" name="name" names={grants.pass_names} error={errors['name']} />
          <Presets
            label="Fill in the term"
            presets={termsFrom(today())}
            textOf={({ name }) => name}
            onChoose={setTerm}
          />
          <div key={term?.name} className={styles.pair}>
            <DateField
              label="First day"
              name="startdate"

              defaultValue={term?.first}
              error={errors['startdate']}
              required
            />
            <DateField
              label="Last day"
              name="enddate"

              defaultValue={term?.last}
              error={errors['enddate']}
              required
            />
          </div>
          <div className={styles.pair}>
            <TextField
              label="Rounds in total"
              name="max"
              type="number"
              min={1}
              max={MOST_ROUNDS}
              error={errors['max']}
              required
            />
            <TextField
              label="Rounds a month"
              name="per_month"
              type="number"
              min={1}
              max={MOST_A_MONTH}
              hint="Empty: no limit."
              error={errors['per_month']}
            />
          </div>
          <div className={styles.pair}>
            <Select label="Holes" name="max_holes" defaultValue="18">
              <option value="9">up to 9 holes</option>
              <option value="18">up to 18 holes</option>
            </Select>
            <TextField
              label="Price in euros"
              name="amount_cents"
              inputMode="decimal"
              autoComplete="off"
              hint="0 when it is free."
              error={errors['amount_cents']}
              required
            />
          </div>
        </>
      )}
      confirmLabel="Grant"
      onConfirm={async (reason, form) => {
        const name = textOf(form, 'name');
        await grantPass(person.id, {
          reason,
          name,
          startdate: textOf(form, 'startdate'),
          enddate: textOf(form, 'enddate'),
          max: wholeNumberOf(form, 'max') ?? 0,
          per_month: wholeNumberOf(form, 'per_month') ?? null,
          max_holes: Number(form.get('max_holes')),
          amount_cents: centsOf(textOf(form, 'amount_cents')) ?? 0,
          request,
        });
        onDone({ part: 'passes', text: `The pass “${name}” was granted to ${person.name}.` });
      }}
      onClose={onClose}
    />
  );
}
