// The billing details of a club, or of the company behind the portal, as they come on invoices.
import { useState } from 'react';
import { Button, Fact, Notice, Region } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import { Done } from '../../ui/index.ts';
import { BillingDialog, FIELDS } from './BillingDialog.tsx';
import type { BillingDetails } from './queries.ts';
import styles from './Statements.module.css';

interface BillingProps {
  readonly title: string;
  /** Undefined: of the company behind the portal. */
  readonly club?: string;
  readonly billing: BillingDetails | null;
  /** What cannot be done without them. */
  readonly missing: string;
}

export function Billing({ title, club, billing, missing }: BillingProps) {
  const mayChange = hasRole(useSession(), 'admin');
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  return (
    <Region title={title}>
      {billing ? (
        <dl className={styles.facts}>
          {FIELDS.map(({ name, label }) => (
            <Fact key={name} term={label}>
              {billing[name]}
            </Fact>
          ))}
        </dl>
      ) : (
        <Notice>{missing}</Notice>
      )}
      {isDone ? <Done>The billing details were changed.</Done> : null}
      {mayChange ? (
        <div>
          <Button
            variant="secondary"
            onClick={() => {
              setDone(false);
              setOpen(true);
            }}
          >
            {billing ? 'Change the billing details…' : 'Add the billing details…'}
          </Button>
        </div>
      ) : null}
      {isOpen ? (
        <BillingDialog
          title={title}
          club={club}
          billing={billing}
          onDone={() => {
            setOpen(false);
            setDone(true);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Region>
  );
}
