// The voucher at the reception, also without a network: the upcoming rounds are kept on the device with the codes of
// their vouchers. A round that is no longer among them was cancelled or is over, and the server says which.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { today } from '@/api/clock.ts';
import { failureText } from '@/api/error.ts';
import { upcomingQuery } from '@/features/reservations/queries.ts';
import { StartTime } from '@/features/reservations/StartTime.tsx';
import { useRoundDialogs } from '@/features/reservations/useRoundDialogs.tsx';
import { Button, Loaded, Page, Skeleton } from '@/ui';
import { BackLink } from '@/ui/BackLink.tsx';
import { goneRoundQuery, voucherTexts } from './queries.ts';
import { RoundTexts } from './RoundTexts.tsx';
import { Tickets } from './Tickets.tsx';
import { useWakeLock } from '@/ui/useWakeLock.ts';
import { voucherState } from './voucher.ts';

const skeleton = <Skeleton height="36rem" />;

export function VoucherScreen() {
  const { query, round } = useRound();
  const state = round && voucherState(round, today());
  const { open, dialog } = useRoundDialogs();
  useWakeLock(state === 'valid');
  return (
    <Page
      title={round?.golfclub.name ?? 'Voucher'}
      above={<BackLink to="/reservations">Mijn reserveringen</BackLink>}
    >
      {round && state ? (
        <Loaded query={{ ...query, data: round }} skeleton={skeleton} failure={() => []}>
          {() => (
            <>
              <Tickets reservation={round} state={state} />
              {state === 'valid' ? (
                <div>
                  <StartTime reservation={round} onOpen={open} />
                </div>
              ) : null}
              <RoundTexts reservation={round} />
              {state === 'valid' ? (
                <div>
                  <Button variant="secondary" onClick={() => window.print()}>
                    <Printer aria-hidden size={18} />
                    afdrukken
                  </Button>
                </div>
              ) : null}
            </>
          )}
        </Loaded>
      ) : (
        <Loaded
          query={{ ...query, data: undefined }}
          skeleton={skeleton}
          failure={(error) => [failureText(error, voucherTexts)]}
        >
          {() => null}
        </Loaded>
      )}
      {dialog}
    </Page>
  );
}

/** The round, and the query that has it or is to tell about it. */
function useRound() {
  const { reservationId } = useParams({ from: '/_member/reservations/$reservationId/voucher' });
  const rounds = useQuery({ ...upcomingQuery, refetchOnMount: 'always' });
  const upcoming = rounds.data?.find(({ reservation_id }) => reservation_id === reservationId);
  const isGone = rounds.data !== undefined && !upcoming;
  const gone = useQuery({ ...goneRoundQuery(reservationId), enabled: isGone });
  if (!isGone) return { query: rounds, round: upcoming };
  return { query: gone, round: isCurrent(gone) ? gone.data : undefined };
}

/** Data from before the list changed could show a voucher that is no longer valid. */
function isCurrent({ data, isFetching, isError }: GoneRound): boolean {
  return data !== undefined && ((!isFetching && !isError) || voucherState(data, today()) !== 'valid');
}

interface GoneRound {
  readonly data: Reservation | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
}
