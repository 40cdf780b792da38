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
import { aheadText, isAlone, joinText, wordsFor } from '@/features/waiting-list/waitingText.ts';
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
  // Who joins a round of others has their ticket among the rounds.
  const isBooked = take.isSuccess && !query.data?.to_join;
  const title = isBooked ? 'Reservering' : titleOf(query.data, stateOf(query.data, take));
  return (
    <Page title={title}>
      <Loaded
        query={query}
        skeleton={<Skeleton height="20rem" />}
        failure={(error) => [failureText(error, loadTexts)]}
        failureLink={<ButtonLink to="/reservations">Mijn reserveringen</ButtonLink>}
      >
        {(group) =>
          isBooked ? (
            <ConfirmSuccess draft={bookedRound(group)} reservationId={take.data?.reservation_id} />
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

/** A live update about the member's own press may come before its answer, or after it. */
function stateOf(group: ShownGroup | undefined, take: ReturnType<typeof useTake>): ShownGroup['state'] {
  if (take.isPending || !group) return 'offered';
  return take.isSuccess ? 'taken' : group.state;
}

function titleOf(group: ShownGroup | undefined, state: ShownGroup['state']): string {
  const places = group && isAlone(group) ? 'Plaats' : 'Plaatsen';
  if (state === 'offered') return `${places} vrij`;
  return state === 'taken' ? `${places} genomen` : 'Wachtlijst';
}

interface StateProps {
  readonly group: ShownGroup;
  readonly take: ReturnType<typeof useTake>;
}

function GroupState({ group, take }: StateProps) {
  const alone = isAlone(group);
  const words = wordsFor(group);
  const where = `${group.golfclub.name} op ${longDate(group.date)}`;
  switch (stateOf(group, take)) {
    case 'offered':
      return <Offer group={group} take={take} />;
    case 'taken':
      return (
        <>
          <Status>
            {`${alone ? `De plaats bij ${where} is` : `De plaatsen bij ${where} zijn`} genomen: ${
              group.to_join ? `${words.are} erbij` : 'jullie reservering staat'
            }.`}
          </Status>
          <Links />
        </>
      );
    case 'stopped':
      return (
        <>
          <Notice>
            {words.stand} niet meer op de wachtlijst van {where}.
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
                {alone ? 'Er is nu geen plaats' : 'Er zijn nu geen plaatsen'} voor {words.for} vrij bij{' '}
                {where}.
              </strong>{' '}
              Een aanbod geldt maar even; daarna is de volgende groep aan de beurt.
            </p>
            <p>
              {words.stand} nog op de wachtlijst, op dezelfde plek ({aheadText(group)}). Bij het volgende
              aanbod komt er weer een mail.
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
        {longDate(date)}, {holes}&nbsp;holes
        {group.to_join ? `, ${joinText(group)}` : null}
      </p>
      <Stack as="ul" aria-label="Spelers" gap={1}>
        {players.map((player) => (
          <li key={fullName(player)}>{fullName(player)}</li>
        ))}
      </Stack>
      <Row gap={1} lineGap={0} className={styles.end}>
        <p>{`${alone ? 'De plaats is' : 'De plaatsen zijn'} voor ${wordsFor(group).for}`}</p>
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
      <p className="soft small">{consequence(group)}</p>
    </Card>
  );
}

function consequence(group: ShownGroup): string {
  const alone = isAlone(group);
  if (!group.players.some(({ is_me }) => is_me)) {
    const { who } = wordsFor(group);
    return `Dan ${alone ? 'speelt' : 'spelen'} ${who} meteen mee. Doet niemand iets, dan is daarna de volgende groep aan de beurt en ${alone ? 'blijft' : 'blijven'} ${who} op de wachtlijst staan.`;
  }
  return alone
    ? 'Dan heb je meteen een reservering. Doe je niets, dan gaat de plaats daarna naar de volgende groep en blijf je op de wachtlijst staan.'
    : 'Dan hebben jullie meteen een reservering. Doet niemand iets, dan gaan de plaatsen daarna naar de volgende groep en blijven jullie op de wachtlijst staan.';
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
