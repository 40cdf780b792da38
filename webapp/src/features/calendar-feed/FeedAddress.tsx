// The secret address: how it gets into a calendar app, and how it ends.
import { CalendarPlus, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CalendarFeed } from '@/api/generated/CalendarFeed.ts';
import { Alert, Status, Button, ButtonAnchor, Card, copyText, opensWebcal, Row, TextField } from '@/ui';
import { AppInstructions } from './AppInstructions.tsx';
import styles from './CalendarFeed.module.css';
import { ChangeDialog } from './ChangeDialog.tsx';
import type { FeedChange } from './queries.ts';

const day = new Intl.DateTimeFormat('nl-NL', { timeZone: 'Europe/Amsterdam', dateStyle: 'long' });

interface Props {
  readonly feed: CalendarFeed;
  /** It was made just now: the focus goes to it, since the pressed button is gone. */
  readonly isNew: boolean;
  readonly onChanged: (message: string) => void;
}

export function FeedAddress({ feed, isNew, onChanged }: Props) {
  const address = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<'copied' | 'failed'>();
  const [asking, setAsking] = useState<FeedChange>();
  useEffect(() => {
    if (isNew) address.current?.focus();
  }, [isNew]);

  const withWebcal = opensWebcal();

  const copy = () => {
    setCopied(undefined);
    void copyText(feed.url).then((done) => setCopied(done ? 'copied' : 'failed'));
  };

  return (
    <>
      <Card gap={4} className={styles.card}>
        <TextField
          ref={address}
          label="Geheim adres"
          value={feed.url}
          readOnly
          onFocus={(event) => event.target.select()}
          hint={`Gemaakt op ${day.format(Date.parse(feed.created_at))}. Wie dit adres heeft, kan je rondes zien: deel het met niemand.`}
        />
        <Row gap={3}>
          {withWebcal ? (
            <ButtonAnchor variant="primary" href={feed.webcal_url}>
              <CalendarPlus aria-hidden size={20} />
              openen in je agenda-app
            </ButtonAnchor>
          ) : null}
          <Button variant={withWebcal ? 'secondary' : 'primary'} onClick={copy}>
            <Copy aria-hidden size={20} />
            kopieer adres
          </Button>
        </Row>
        {copied === 'copied' ? <Status>Het adres is gekopieerd, je kunt het nu plakken.</Status> : null}
        <Alert>
          {copied === 'failed' &&
            'Kopiëren lukt op dit apparaat niet. Selecteer het adres en kopieer het zelf.'}
        </Alert>
        <AppInstructions />
      </Card>
      <Card gap={4} className={styles.card}>
        <p>
          Heeft een ander het adres gezien? Maak een nieuw adres, of ontkoppel je agenda. Het adres hierboven
          werkt dan niet meer.
        </p>
        <Row gap={3}>
          <Button variant="secondary" onClick={() => setAsking('renew')}>
            nieuw adres maken
          </Button>
          <Button variant="secondary" onClick={() => setAsking('off')}>
            ontkoppelen
          </Button>
        </Row>
      </Card>
      {asking ? (
        <ChangeDialog change={asking} onClose={() => setAsking(undefined)} onChanged={onChanged} />
      ) : null}
    </>
  );
}
