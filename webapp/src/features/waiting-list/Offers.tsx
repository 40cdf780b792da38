// At the top of the first screen: the places that are held for a group of this member.
import { useQueryClient } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useId } from 'react';
import type { ShownGroup } from '@/api/generated/ShownGroup.ts';
import { isOutcomeUnknown } from '@/api/command.ts';
import { failureText } from '@/api/error.ts';
import { roundsChanged } from '@/api/rounds.ts';
import { Alert, Button, Card, fullName, listOf, longDate, Row, ownReason, Stack } from '@/ui';
import { declineTexts, takeTexts, useAttemptKey, useDecline, useTake } from './commands.ts';
import { Countdown } from './Countdown.tsx';
import styles from './WaitingList.module.css';
import { freeText, isAlone, joinText, wordsFor } from './waitingText.ts';

interface Props {
  readonly groups: readonly ShownGroup[];
  /** Gets the result in words: the card is about to disappear. */
  readonly onDone: (message: string) => void;
}

export function Offers({ groups, onDone }: Props) {
  const id = useId();
  return (
    <Stack as="section" gap={4} aria-labelledby={id} className={styles.offers}>
      <h2 id={id} className={styles.heading}>
        <Flag aria-hidden size={20} />
        {freeText(groups)}
      </h2>
      {groups.map((group) => (
        <OfferCard key={group.group} group={group} onDone={onDone} />
      ))}
    </Stack>
  );
}

function OfferCard({ group, onDone }: { readonly group: ShownGroup; readonly onDone: Props['onDone'] }) {
  const id = useId();
  const queries = useQueryClient();
  const take = useTake();
  const { key, onError } = useAttemptKey();
  const decline = useDecline();
  const { golfclub, date, holes, players } = group;
  const where = `${golfclub.name} op ${longDate(date)}`;
  const finish = (message: string) => {
    // The focus disappears with the pressed button, unless the member went on with something else.
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.getAttribute('aria-describedby') === id) {
      document.querySelector('h1')?.focus();
    }
    onDone(message);
  };
  return (
    <Card as="article" aria-labelledby={id} gap={2} className={styles.offer}>
      <h3 id={id} className="club-name">
        {golfclub.name}
      </h3>
      <p>
        {longDate(date)}, {holes}&nbsp;holes
      </p>
      <p className="soft small">
        {listOf(players.map(fullName))}
        {group.to_join ? `, ${joinText(group)}` : null}
      </p>
      <div className="strong numbers">
        {group.offered_until ? (
          <Countdown until={group.offered_until} onEnd={() => void roundsChanged(queries)} />
        ) : null}
      </div>
      <Alert>
        {(take.error || decline.error) &&
          (take.error ? failureText(take.error, takeTexts) : failureText(decline.error, declineTexts))}
      </Alert>
      <Row gap={3} className={styles.buttons}>
        <Button
          aria-describedby={id}
          disabled={decline.isPending}
          busyText={take.isPending && 'bezig…'}
          onClick={() => {
            decline.reset();
            take.mutate(
              { id: group.group, key },
              {
                onSuccess: () => finish(`Gelukt! ${takenText(group, where)}`),
                onError: (error) => {
                  onError(error);
                  // The offer has ended: the card, and what stands in it, is about to disappear.
                  if (!isOutcomeUnknown(error)) finish(ownReason(failureText(error, takeTexts)));
                },
              },
            );
          }}
        >
          {isAlone(group) ? 'plaats nemen' : 'plaatsen nemen'}
        </Button>
        <Button
          variant="secondary"
          aria-describedby={id}
          disabled={take.isPending}
          busyText={decline.isPending && 'bezig…'}
          onClick={() => {
            take.reset();
            decline.mutate(group.group, {
              onSuccess: () =>
                finish(
                  `De volgende groep is aan de beurt. ${wordsFor(group).stand} nog op de wachtlijst voor ${where}.`,
                ),
            });
          }}
        >
          niet nu
        </Button>
      </Row>
    </Card>
  );
}

function takenText(group: ShownGroup, where: string): string {
  if (!group.to_join || group.players.some(({ is_me }) => is_me)) {
    return `Je reservering bij ${where} staat in je lijst.`;
  }
  return `${wordsFor(group).who} ${isAlone(group) ? 'speelt' : 'spelen'} mee bij ${where}.`;
}
