// Which right each player's place uses, in words. The server decides it and answers whose voucher is used; of their own
// rights members read more than of a co-player's.
import type { Subscriptions } from '@/api/generated/Subscriptions.ts';
import type { Holes } from '@/features/draft/draft.ts';
import { monthName } from '@/ui';

interface PlannedRound {
  /** First the member. */
  readonly players: readonly { readonly first_name: string }[];
  readonly date: string;
  readonly holes: Holes;
  /** First names, in the order of the players. */
  readonly bonusPlayers: readonly string[];
}

type Own = Pick<Subscriptions, 'bonus' | 'current' | 'upcoming' | 'months'>;

/** A text per player. Without `own`, as long as that is not loaded, the member's is less exact. */
export function placeRights(round: PlannedRound, own: Own | undefined): readonly string[] {
  const bonusPlayers = [...round.bonusPlayers];
  return round.players.map(({ first_name }, index) => {
    const usesVoucher = bonusPlayers[0] === first_name;
    if (usesVoucher) bonusPlayers.shift();
    if (index > 0) return usesVoucher ? `bonusronde van ${first_name}` : `speelrecht van ${first_name}`;
    return usesVoucher ? ownVoucher(round, own) : ownRound(round, own);
  });
}

/** The one that the server chooses: fewest holes, then the earliest last day, then the id. */
function ownVoucher({ date, holes }: PlannedRound, own: Own | undefined): string {
  const [voucher] = (own?.bonus ?? [])
    .filter((one) => !one.used && one.holes >= holes && one.expires >= date)
    .toSorted((a, b) => a.holes - b.holes || a.expires.localeCompare(b.expires) || a.id.localeCompare(b.id));
  if (!voucher) return 'je voucher';
  const title = voucher.title.charAt(0).toLowerCase() + voucher.title.slice(1);
  return title.includes('holes') ? title : `${title} (${voucher.holes} holes)`;
}

function ownRound({ date }: PlannedRound, own: Own | undefined): string {
  const month = own?.months?.find((one) => one.startdate.slice(0, 7) === date.slice(0, 7));
  if (month && month.max !== null) {
    return `1 van je ${month.max} rondes in ${monthName(date)}`;
  }
  const pass = [own?.current, own?.upcoming].find(
    (one) => one && one.startdate <= date && one.enddate >= date,
  );
  return pass ? `1 van je ${pass.playrights.max} rondes` : 'speelrecht van je abonnement';
}
