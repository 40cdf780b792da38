// Changes billing details. Invoices that were made keep what they say.
import { useQueryClient } from '@tanstack/react-query';
import { TextField, type FieldErrors } from '@/ui';
import { reloadAfterAct } from '../../api/reloadAfterAct.ts';
import { ActDialog, textOf } from '../../ui/index.ts';
import { setBilling, type BillingDetails } from './queries.ts';
import styles from './Statements.module.css';

export const FIELDS: readonly {
  readonly name: keyof BillingDetails;
  readonly label: string;
  readonly example: string;
  readonly isLong?: boolean;
}[] = [
  { name: 'name', label: 'Legal name', example: 'Golfclub De Es B.V.', isLong: true },
  { name: 'street', label: 'Street and number', example: 'Esweg 1' },
  { name: 'postal_code', label: 'Postal code', example: '1234 AB' },
  { name: 'city', label: 'Town', example: 'Amersfoort' },
  { name: 'registration', label: 'Chamber of Commerce number', example: '12345678' },
  { name: 'vat_number', label: 'VAT number', example: 'NL123456782B90' },
  { name: 'iban', label: 'IBAN', example: 'NL91ABNA0417164300', isLong: true },
];

interface BillingDialogProps {
  readonly title: string;
  readonly club: string | undefined;
  readonly billing: BillingDetails | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function BillingDialog({ title, club, billing, onDone, onClose }: BillingDialogProps) {
  const queryClient = useQueryClient();
  return (
    <ActDialog
      title={title}
      explanation={<p>The next invoices have them. Invoices that were made do not change.</p>}
      fields={(errors) => (
        <div className={styles.fields}>
          {FIELDS.map(({ name, label, example, isLong }, index) => (
            <TextField
              key={name}
              data-safe={index === 0 || undefined}
              className={isLong ? styles.long : undefined}
              label={label}
              name={name}
              defaultValue={billing?.[name]}
              placeholder={example}
              autoComplete="off"
              spellCheck={false}
              error={errors[name]}
              required
            />
          ))}
        </div>
      )}
      check={(data): FieldErrors =>
        Object.fromEntries(
          FIELDS.filter(({ name }) => !textOf(data, name)).map(({ name, example }) => [
            name,
            `Write it, such as ${example}.`,
          ]),
        )
      }
      confirmLabel="Save the billing details"
      onConfirm={async (reason, data) => {
        await setBilling(club, { ...detailsOf(data), reason });
        onDone();
        reloadAfterAct(queryClient);
      }}
      onClose={onClose}
    />
  );
}

const detailsOf = (data: FormData) =>
  Object.fromEntries(FIELDS.map(({ name }) => [name, textOf(data, name)])) as BillingDetails;
