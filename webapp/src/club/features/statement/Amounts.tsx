// The sums of a statement, and its files.
import { Download } from 'lucide-react';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { Alert, Button, Fact, Row, Stack } from '@/ui';
import { failureText } from '@/club/api/failure.ts';
import { saveStatementFile, type Statement, type StatementFile } from './queries.ts';
import styles from './Statement.module.css';
import { amountText, paymentText, sumsOf, vatText } from './words.ts';

export function Amounts({ statement }: { readonly statement: Statement }) {
  const { month, amounts, invoice_number } = statement;
  const { net_cents, total_cents, vat } = amounts;
  const payment = paymentText(statement, total_cents);
  return (
    <>
      <p className={styles.total}>
        <span className="soft">{totalText(statement)}</span>
        <span className={styles.large}>{amountText(Math.abs(total_cents))}</span>
        {payment ? <span className="soft">{payment}</span> : null}
      </p>
      <dl className={styles.sums}>
        {sumsOf(amounts).map(({ label, cents }) => (
          <Fact key={label} term={label}>
            {amountText(cents)}
          </Fact>
        ))}
        <Fact term="Totaal excl. btw" className={styles.sum}>
          {amountText(net_cents)}
        </Fact>
        {vat.map((one) => (
          <Fact key={one.regime} term={vatText(one)}>
            {amountText(one.vat_cents)}
          </Fact>
        ))}
        <Fact term="Totaal incl. btw" className={styles.sum}>
          {amountText(total_cents)}
        </Fact>
      </dl>
      {invoice_number === null ? null : (
        <p className="soft small">
          {`Factuur ${invoice_number}. Fairway maakt de factuur namens je club: je hoeft er zelf geen te sturen.`}
        </p>
      )}
      <Files month={month} hasInvoice={invoice_number !== null} />
    </>
  );
}

/** A club never pays: what is below zero is set off. */
function totalText({ state, paid_on, amounts: { total_cents } }: Statement): string {
  const isBelow = total_cents < 0;
  if (state !== 'closed') return isBelow ? 'Tot nu toe te verrekenen' : 'Tot nu toe';
  if (!isBelow) return 'Te ontvangen';
  return paid_on === null ? 'Te verrekenen' : 'Verrekend';
}

interface FilesProps {
  readonly month: string;
  readonly hasInvoice: boolean;
}

function Files({ month, hasInvoice }: FilesProps) {
  const saving = useSingleMutation({ mutationFn: (file: StatementFile) => saveStatementFile(month, file) });
  const button = (file: StatementFile, label: string) => (
    <Button
      variant="secondary"
      busyText={saving.isPending && saving.variables === file && 'ophalen…'}
      onClick={() => saving.mutate(file)}
    >
      <Download aria-hidden size={18} />
      {label}
    </Button>
  );
  return (
    <Stack gap={2}>
      <Row gap={2}>
        {button('statement.pdf', 'afrekening (pdf)')}
        {button('statement.csv', 'regels (csv)')}
        {hasInvoice ? button('invoice.xml', 'factuur (xml)') : null}
      </Row>
      <Alert>{saving.error ? failureText(saving.error) : null}</Alert>
    </Stack>
  );
}
