// The screen to which the mail of an offer leads: everything about it, and one button. It says what became of the
// offer, and what the member can do next.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ShownGroup } from '@/api/generated/ShownGroup.ts';
import { failureText } from '@/api/error.ts';
import { roundsChanged } from '@/api/rounds.ts';
import { ConfirmSuccess } from '@/features/reservation-wizard/ConfirmSuccess.tsx';
import { groupQuery, takeTexts, useAttemptKey, useTake } from '@/features/waiting-list/commands.ts';
import { Countdown } from '@/features/waiting-list/Countdown.tsx';
import { aheadText, isAlone } from '@/features/waiting-list/waitingText.ts';
import {
  Alert,
  Notice,
  Status,
  Button,
  ButtonLink,
  Card,
  fullName,
  longDate,
  Row,
  Stack,
  Loaded,
  Page,
  ownReason,
  Skeleton,
} from '@/ui';
import { Landscape } from '@/ui/Landscape.tsx';
import styles from './OfferScreen.module.css';

const loadTexts = {
  failure: 'Fout bij het ophalen van de wachtlijst.',
  network: 'Netwerkfout bij het ophalen van de wachtlijst.',
};

export function OfferScreen() {
  const { groupId } = useParams({ from: '/_member/waiting/$groupId' });
  const query = useQuery(groupQuery(groupId));
  const take = useTake();
  const title = take.isSuccess ? 'Reservering' : titleOf(take.isPending ? 'offered' : query.data?.state);
  return (
    <Page title={title}>
      <Loaded
        query={query}
        skeleton={<Skeleton height="20rem" />}
        failure={(error) => [failureText(error, loadTexts)]}
        failureLink={<ButtonLink to="/reservations">Mijn reserveringen</ButtonLink>}
      >
        {(group) =>
          take.isSuccess ? (
            <ConfirmSuccess draft={bookedRound(group)} reservationId={take.data.reservation_id} />
          ) : (
            <>
              {take.error ? (
                <Alert>
                  <p>
                    <strong>{ownReason(failureText(take.error, takeTexts))}</strong>
                  </p>
                </Alert>
              ) : null}
              <GroupState group={group} take={take} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function titleOf(state: ShownGroup['state'] | undefined): string {
  if (state === undefined || state === 'offered') return 'Plaatsen vrij';
  return state === 'taken' ? 'Plaatsen genomen' : 'Wachtlijst';
}

interface StateProps {
  readonly group: ShownGroup;
  readonly take: ReturnType<typeof useTake>;
}

function GroupState({ group, take }: StateProps) {
  const alone = isAlone(group);
  const where = `${group.golfclub.name} op ${longDate(group.date)}`;
  // A live update about the member's own press may come before its answer.
  switch (take.isPending ? 'offered' : group.state) {
    case 'offered':
      return <Offer group={group} take={take} />;
    case 'taken':
      return (
        <>
          <Status>De plaatsen bij {where} zijn genomen: jullie reservering staat.</Status>
          <Links />
        </>
      );
    case 'stopped':
      return (
        <>
          <Notice>
            {alone ? 'Je staat' : 'Jullie staan'} niet meer op de wachtlijst van {where}.
          </Notice>
          <Links withNew />
        </>
      );
    default:
      return (
        <>
          <Notice>
            <p>
              <strong>
                Er zijn nu geen plaatsen voor {alone ? 'je' : 'jullie'} vrij bij {where}.
              </strong>{' '}
              Een aanbod geldt maar even; daarna is de volgende groep aan de beurt.
            </p>
            <p>
              {alone ? 'Je staat' : 'Jullie staan'} nog op de wachtlijst, op dezelfde plek ({aheadText(group)}
              ). Bij het volgende aanbod {alone ? 'krijg je' : 'krijgen jullie'} weer een mail.
            </p>
          </Notice>
          <Links withNew />
        </>
      );
  }
}

function Offer({ group, take }: StateProps) {
  const queries = useQueryClient();
  const { key, onError } = useAttemptKey();
  const { golfclub, date, holes, players } = group;
  const alone = isAlone(group);
  return (
    <Card gap={3} className={styles.offer}>
      <Landscape className={styles.landscape} />
      <h2 className="club-name">{golfclub.name}</h2>
      {golfclub.city ? <p className={styles.city}>{golfclub.city}</p> : null}
      <p>
        {longDate(date)}, {holes} holes
      </p>
      <Stack as="ul" aria-label="Spelers" gap={1}>
        {players.map((player) => (
          <li key={fullName(player)}>{fullName(player)}</li>
        ))}
      </Stack>
      <Row gap={1} lineGap={0} className={styles.end}>
        <p>{alone ? 'De plaats is voor jou' : 'De plaatsen zijn voor jullie'}</p>
        {group.offered_until ? (
          <Countdown until={group.offered_until} onEnd={() => void roundsChanged(queries)} />
        ) : null}
      </Row>
      <Button
        wide
        busyText={take.isPending && 'bezig…'}
        onClick={() => take.mutate({ id: group.group, key }, { onError })}
      >
        {alone ? 'plaats nemen' : 'plaatsen nemen'}
      </Button>
      <p className="soft small">
        {alone
          ? 'Dan heb je meteen een reservering. Doe je niets, dan gaat de plaats daarna naar de volgende groep en blijf je op de wachtlijst staan.'
          : 'Dan hebben jullie meteen een reservering. Doet niemand iets, dan gaan de plaatsen daarna naar de volgende groep en blijven jullie op de wachtlijst staan.'}
      </p>
    </Card>
  );
}

function Links({ withNew = false }: { readonly withNew?: boolean }) {
  return (
    <Row gap={3}>
      <ButtonLink to="/reservations" variant="primary">
        Mijn reserveringen
      </ButtonLink>
      {withNew ? <ButtonLink to="/reservation/players">nieuwe reservering</ButtonLink> : null}
    </Row>
  );
}

/** The group as the confirmation shows it: the member first. */
function bookedRound({ golfclub, date, holes, players }: ShownGroup) {
  return { golfclub, date, holes, players: players.toSorted((a, b) => Number(b.is_me) - Number(a.is_me)) };
}
