// How the address gets into the calendar apps that most members have.
import { useState } from 'react';
import { Disclosure } from '@/ui';
import styles from './CalendarFeed.module.css';

export function AppInstructions() {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure
      label="Hoe doe ik dit in Google, Outlook of Apple?"
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <dl className={styles.apps}>
        <dt>Apple (iPhone, iPad, Mac)</dt>
        <dd>Druk op ‘openen in je agenda-app’ en bevestig het abonnement.</dd>
        <dt>Google Agenda</dt>
        <dd>
          Open calendar.google.com op een computer. Druk naast ‘Andere agenda’s’ op het plusje, kies ‘Via URL’
          en plak het adres. Op je telefoon verschijnt de agenda daarna vanzelf.
        </dd>
        <dt>Outlook</dt>
        <dd>
          Open de agenda op outlook.com, kies ‘Agenda toevoegen’, dan abonneren via internet, en plak het
          adres.
        </dd>
      </dl>
      <p className="soft">
        Je agenda-app bepaalt zelf hoe vaak hij kijkt: meestal na een uur, bij Google soms pas na een dag.
      </p>
    </Disclosure>
  );
}
