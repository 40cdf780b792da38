// Where the link of a shared round leads: to the club, the day and the length, as the beginning of a reservation of one's
// own. Nothing is chosen before the press: a draft that is there must not go by opening a link.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { failureText } from '@/api/error.ts';
import type { SharedRound } from '@/api/generated/SharedRound.ts';
import { dispatch } from '@/features/draft/draftStore.ts';
import { Button, ButtonLink, Card, Loaded, longDate, Notice, Page, Row, Skeleton } from '@/ui';
import { sharedRoundQuery } from './queries.ts';

const loadTexts = {
  failure: 'Fout bij het ophalen van de ronde.',
  network: 'Netwerkfout bij het ophalen van de ronde.',
};

export function SharedRoundScreen() {
  const { token } = useParams({ from: '/_member/shared/$token' });
  const query = useQuery(sharedRoundQuery(token));
  return (
    <Page title="Speel je ook?">
      <Loaded
        query={query}
        skeleton={<Skeleton height="12rem" />}
        failure={(error) => [failureText(error, loadTexts)]}
        failureLink={<ButtonLink to="/reservations">Mijn reserveringen</ButtonLink>}
      >
        {(round) => <Shared round={round} />}
      </Loaded>
    </Page>
  );
}

function Shared({ round }: { readonly round: SharedRound }) {
  const { golfclub, play_date, holes, state } = round;
  const navigate = useNavigate();
  const length = holes === 9 ? 9 : 18;
  const reserve = () => {
    dispatch({ type: 'predefine-round', club: golfclub, date: play_date, holes: length });
    void navigate({ to: '/reservation/players' });
  };
  return (
    <>
      {state === 'cancelled' ? (
        <Notice>Deze ronde is geannuleerd. Spreek af met wie je de link stuurde.</Notice>
      ) : null}
      {state === 'over' ? <Notice>Deze ronde is geweest.</Notice> : null}
      <Card>
        <p className="club-name">{golfclub.name}</p>
        <p className="soft">{golfclub.city}</p>
        <p>
          {longDate(play_date)}, {holes}&nbsp;holes
        </p>
      </Card>
      <Row gap={3}>
        {state === 'booked' ? <Button onClick={reserve}>reserveer op deze dag</Button> : null}
        <ButtonLink
          to="/courses/$clubId"
          params={{ clubId: golfclub.id }}
          variant={state === 'booked' ? 'secondary' : 'primary'}
        >
          bekijk de baan
        </ButtonLink>
      </Row>
      {state === 'booked' ? (
        <p className="soft">
          Je reserveert een eigen ronde bij dezelfde baan. Wil je in dezelfde flight? Vraag dan of je wordt
          toegevoegd.
        </p>
      ) : null}
    </>
  );
}
