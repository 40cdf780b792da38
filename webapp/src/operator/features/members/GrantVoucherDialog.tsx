// Grants vouchers, such as after a complaint.
import { useState } from 'react';
import { Select, TextField, type FieldErrors } from '@/ui';
import { ActDialog, textOf, wholeNumberOf } from '../../ui/index.ts';
import { counted, type DialogProps } from './acts.ts';
import { NameChoice, NO_NAME } from './NameChoice.tsx';
import { grantVouchers } from './queries.ts';

const MOST = 10;

function check(form: FormData): FieldErrors {
  const count = wholeNumberOf(form, 'count');
  return {
    ...(textOf(form, 'title') ? {} : { title: NO_NAME }),
    ...(textOf(form, 'expires') ? {} : { expires: 'Choose the last day on which it is valid.' }),
    ...(count !== undefined && count >= 1 && count <= MOST ? {} : { count: `Enter 1 to ${MOST}.` }),
  };
}

export function GrantVoucherDialog({ member: { member: person, grants }, onDone, onClose }: DialogProps) {
  const [request] = useState(() => crypto.randomUUID());
  return (
    <ActDialog
      title={`Grant vouchers to ${person.name}`}
      check={check}
      fields={(errors) => (
        <>
          <NameChoice label="Title" name="title" names={grants.voucher_titles} error={errors['title']} />
          <Select label="Holes" name="holes" defaultValue="18">
            <option value="9">9 holes</option>
            <option value="18">18 holes</option>
          </Select>
          <TextField
            label="Valid until"
            name="expires"
            type="date"
            hint="The last day on which it is valid."
            error={errors['expires']}
            required
          />
          <TextField
            label="How many"
            name="count"
            type="number"
            min={1}
            max={MOST}
            defaultValue="1"
            error={errors['count']}
            required
          />
        </>
      )}
      confirmLabel="Grant"
      onConfirm={async (reason, form) => {
        const count = await grantVouchers(person.id, {
          reason,
          holes: Number(form.get('holes')),
          title: textOf(form, 'title'),
          expires: textOf(form, 'expires'),
          count: wholeNumberOf(form, 'count') ?? 0,
          request,
        });
        onDone({
          part: 'vouchers',
          text: `${counted(count, 'voucher')} ${count === 1 ? 'was' : 'were'} granted to ${person.name}.`,
        });
      }}
      onClose={onClose}
    />
  );
}
