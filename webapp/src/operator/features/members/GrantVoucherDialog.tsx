// Grants vouchers, such as after a complaint.
import { Fragment, useState } from 'react';
import { today } from '@/api/clock.ts';
import { Select, TextField, type FieldErrors } from '@/ui';
import { ActDialog, DateField, Presets, textOf, wholeNumberOf } from '../../ui/index.ts';
import { counted, type DialogProps } from './acts.ts';
import { NameChoice, NO_NAME } from './NameChoice.tsx';
import { grantVouchers } from './queries.ts';
import { monthsAfter } from './terms.ts';

const MOST = 10;
const MONTHS = 3;

interface Preset {
  readonly title: string;
  readonly holes: string;
}

const textOfPreset = ({ title, holes }: Preset) => `${title}: ${holes} holes, ${MONTHS} months`;

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
  const [preset, setPreset] = useState<Preset>();
  const presets = grants.voucher_titles.flatMap((title) => ['18', '9'].map((holes) => ({ title, holes })));
  return (
    <ActDialog
      title={`Grant vouchers to ${person.name}`}
      check={check}
      fields={(errors) => (
        <>
          <Presets
            label={`Fill in, valid for ${MONTHS} months from today`}
            presets={presets}
            textOf={textOfPreset}
            onChoose={setPreset}
          />
          {/* A preset fills the fields anew. */}
          <Fragment key={preset && textOfPreset(preset)}>
            <NameChoice
              label="Title"
              name="title"
              names={grants.voucher_titles}
              chosen={preset?.title}
              error={errors['title']}
            />
            <Select label="Holes" name="holes" defaultValue={preset?.holes ?? '18'}>
              <option value="9">9 holes</option>
              <option value="18">18 holes</option>
            </Select>
            <DateField
              label="Valid until"
              name="expires"

              defaultValue={preset && monthsAfter(today(), MONTHS)}
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
          </Fragment>
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
