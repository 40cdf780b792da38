// Sets the tariff of a club from a day on. Its fields begin with the last tariff.
import { useQueryClient } from '@tanstack/react-query';
import { today } from '@/api/clock.ts';
import { ApiError } from '@/api/error.ts';
import { Select, TextField, type FieldErrors } from '@/ui';
import { reloadAfterAct } from '../../api/reloadAfterAct.ts';
import { ActDialog, asTypedEuros, centsOf, DateField, textOf } from '../../ui/index.ts';
import { setTariff, type Tariff } from './queries.ts';
import styles from './Statements.module.css';
import { monthAfter, VAT_NAMES } from './words.ts';

/** The server's limit, in cents. */
const HIGHEST = 100_000;

const PRICES = [
  ['weekday_9_cents', '9 holes, Monday to Friday'],
  ['weekday_18_cents', '18 holes, Monday to Friday'],
  ['weekend_9_cents', '9 holes, Saturday and Sunday'],
  ['weekend_18_cents', '18 holes, Saturday and Sunday'],
  ['absence_cents', 'Absence'],
] as const;
type Price = (typeof PRICES)[number][0];

interface TariffDialogProps {
  readonly club: string;
  /** The newest tariff. */
  readonly last: Tariff | undefined;
  readonly onDone: (from: string) => void;
  readonly onClose: () => void;
}

export function TariffDialog({ club, last, onDone, onClose }: TariffDialogProps) {
  const queryClient = useQueryClient();
  return (
    <ActDialog
      title="Set a tariff"
      explanation={
        <p>
          It applies to rounds from that day on, until a later tariff begins. Another tariff of the same day
          is replaced. Months that are closed do not change.
        </p>
      }
      fields={(errors) => (
        <div className={styles.fields}>
          <DateField
            data-safe
            label="From"
            name="from"
            defaultValue={`${monthAfter(today().slice(0, 7))}-01`}
            error={errors['from']}
            required
          />
          <Select label="VAT" name="vat" defaultValue={last?.vat ?? 'low'} error={errors['vat']}>
            {Object.entries(VAT_NAMES).map(([regime, name]) => (
              <option key={regime} value={regime}>
                {name}
              </option>
            ))}
          </Select>
          {PRICES.map(([name, label]) => (
            <TextField
              key={name}
              label={`${label} (euros)`}
              name={name}
              inputMode="decimal"
              autoComplete="off"
              placeholder="25.00"
              defaultValue={typedPrice(last, name)}
              error={errors[name]}
              required
            />
          ))}
        </div>
      )}
      check={mistakes}
      confirmLabel="Set the tariff"
      onConfirm={async (reason, data) => {
        const from = textOf(data, 'from');
        const prices = Object.fromEntries(
          PRICES.map(([name]) => [name, centsOf(textOf(data, name)) ?? 0]),
        ) as Record<Price, number>;
        await setTariff(club, { from, ...prices, vat: textOf(data, 'vat'), reason }).catch(atFrom);
        onDone(from);
        reloadAfterAct(queryClient);
      }}
      onClose={onClose}
    />
  );
}

/** The rules refuse a tariff by its day alone, in a sentence that names no field. */
function atFrom(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 409 || !error.serverText) throw error;
  throw new ApiError(error.kind, error.status, error.serverText, { from: error.serverText });
}

/** At first an absence costs nothing. */
const typedPrice = (last: Tariff | undefined, name: Price) =>
  last ? asTypedEuros(last[name]) : name === 'absence_cents' ? '0.00' : undefined;

function mistakes(data: FormData): FieldErrors {
  const wrong = PRICES.filter(([name]) => (centsOf(textOf(data, name)) ?? Infinity) > HIGHEST);
  return {
    ...(/^\d{4}-\d\d-\d\d$/.test(textOf(data, 'from')) ? {} : { from: 'Write a day such as 2027-01-01.' }),
    ...Object.fromEntries(wrong.map(([name]) => [name, 'Write euros such as 25.00, at most 1000.00.'])),
  };
}
