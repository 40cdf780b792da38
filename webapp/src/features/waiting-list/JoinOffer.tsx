// Beside the nearest free day and club: the waiting list of the day that is full.
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureText } from '@/api/error.ts';
import type { Draft } from '@/features/draft/draft.ts';
import { Alert, Status, Button, ButtonLink, Dialog, DialogActions, longDate, Stack, ownReason } from '@/ui';
import { joinTexts, useAttemptKey, useJoin } from './commands.ts';
import { groupsQuery } from './groups.ts';
import styles from './WaitingList.module.css';
import { aheadText } from './waitingText.ts';

interface Props {
  readonly draft: Draft;
  readonly golfclub: { readonly id: string; readonly name: string };
  readonly date: string;
}

/** Of what comes in place of the button: it gets the focus, which also scrolls it above the buttons of the screen. */
const JOINED = 'op-de-wachtlijst';

export function JoinOffer({ draft, golfclub, date }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { data: groups } = useQuery(groupsQuery);
  const own = groups?.find((group) => group.golfclub.id === golfclub.id && group.date === date);
  if (own) {
    const alone = own.players.length === 1;
    return (
      <Stack id={JOINED} tabIndex={-1} gap={3} align="start" className={styles.joined}>
        <Status>
          <p>
            <strong>
              {alone ? 'Je staat' : 'Jullie staan'} op de wachtlijst van {golfclub.name} op {longDate(date)}
            </strong>
            <span>: {aheadText(own)}.</span>
          </p>
        </Status>
        <ButtonLink to="/reservations">Mijn reserveringen</ButtonLink>
      </Stack>
    );
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        op de wachtlijst
      </Button>
      {isOpen ? (
        <JoinDialog draft={draft} golfclub={golfclub} date={date} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

function JoinDialog({ draft, golfclub, date, onClose }: Props & { readonly onClose: () => void }) {
  const explanation = useId();
  const join = useJoin();
  const { key, onError } = useAttemptKey();
  const alone = draft.players.length === 1;
  const send = () => {
    if (draft.holes === null) return;
    const players = draft.players.map(({ email }) => email);
    join.mutate(
      { wish: { golfclub: golfclub.id, date, holes: draft.holes, players }, key },
      {
        // The list has been fetched by now: in place of the button stands what it says about the group.
        onSuccess: onClose,
        onError,
      },
    );
  };
  return (
    <Dialog title="Op de wachtlijst" onClose={onClose} locked={join.isPending} returnTo={JOINED}>
      <p>
        <strong>{golfclub.name}</strong> is op <strong>{longDate(date)}</strong> vol.
      </p>
      <Stack as="ul" id={explanation} gap={2} className={styles.explanation}>
        <li>
          {alone
            ? 'Komt er een plaats vrij en ben je aan de beurt, dan krijg je meteen een mail.'
            : 'Komen er genoeg plaatsen vrij en zijn jullie aan de beurt, dan krijgen jullie allemaal meteen een mail.'}
        </li>
        <li>
          {alone ? 'De plaats is dan 2 uur voor jou' : 'De plaatsen zijn dan 2 uur voor jullie'}; de avond
          ervoor en op de speeldag een half uur.
        </li>
        <li>Wachten kost geen speelrecht. Je kunt er op elk moment van af.</li>
      </Stack>
      <Alert>{join.error && ownReason(failureText(join.error, joinTexts))}</Alert>
      <DialogActions>
        <Button busyText={join.isPending && 'bezig…'} onClick={send} aria-describedby={explanation}>
          ja, op de wachtlijst
        </Button>
        <Button variant="secondary" data-safe disabled={join.isPending} onClick={onClose}>
          terug
        </Button>
      </DialogActions>
    </Dialog>
  );
}
