// The answers of a reservation that is not placed yet, and every rule about them, without storage, server or screen.
// A change of an answer preserves each later one that is still valid; `dropped` names those it removed.
import * as z from 'zod/mini';
import { player, type Player } from '@/api/player.ts';
import { fullName, listOf } from '@/ui';

export const MAX_PLAYERS = 4;

const holes = z.union([z.literal(9), z.literal(18)]);
export type Holes = z.infer<typeof holes>;

const selector = z.enum(['course', 'date']);

const draftClub = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  reservation_instruction: z.string(),
  /** The lengths of round that it offers, where the list of it told them. */
  holes: z.catch(z.optional(z.array(z.number())), undefined),
});
export type DraftClub = z.infer<typeof draftClub>;

export const draft = z.readonly(
  z.object({
    players: z.readonly(z.array(player).check(z.maxLength(MAX_PLAYERS))),
    holes: z.nullable(holes),
    golfclub: z.nullable(draftClub),
    date: z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
    firstSelector: selector,
    /** The member chose the order: a tap on a club then leads to the next step. */
    orderForced: z.boolean(),
    /** The club was chosen on the course page, so that the wizard does not ask for it. */
    isPredefinedCourse: z.boolean(),
    /** The member left the overview to change one answer. A draft that an earlier version stored does not have it. */
    returnsToOverview: z.catch(z.boolean(), false),
    /** The entry of the browser's history at which the member left the wizard; null within it. */
    leftAt: z.catch(z.nullable(z.string()), null),
    /** The text about answers that an earlier change made invalid. */
    dropped: z.nullable(z.string()),
    /** The order as sent or about to be sent. A rejected one is never sent again under the same key. */
    submission: z.nullable(z.readonly(z.object({ key: z.string(), rejected: z.boolean() }))),
  }),
);
export type Draft = z.infer<typeof draft>;

export const emptyDraft: Draft = {
  players: [],
  holes: null,
  golfclub: null,
  date: null,
  firstSelector: 'course',
  orderForced: false,
  isPredefinedCourse: false,
  returnsToOverview: false,
  leftAt: null,
  dropped: null,
  submission: null,
};

export type DraftAction =
  | { readonly type: 'join'; readonly me: Player }
  | { readonly type: 'add-player'; readonly player: Player }
  | { readonly type: 'remove-player'; readonly email: string }
  | { readonly type: 'choose-holes'; readonly holes: Holes }
  | { readonly type: 'choose-club'; readonly club: DraftClub | null }
  | { readonly type: 'choose-date'; readonly date: string | null }
  | { readonly type: 'select-first'; readonly selector: z.infer<typeof selector> }
  | { readonly type: 'predefine-course'; readonly club: DraftClub }
  | {
      readonly type: 'predefine-round';
      readonly club: DraftClub;
      readonly date: string;
      readonly holes: Holes;
    }
  | { readonly type: 'return-to-overview'; readonly returns: boolean }
  | { readonly type: 'leave'; readonly at: string | null }
  | { readonly type: 'book-again'; readonly round: Round }
  | { readonly type: 'submit'; readonly key: string }
  | { readonly type: 'rejected'; readonly key: string }
  | { readonly type: 'reset' };

/** A round from the history, to be booked again: everything except its day. */
export interface Round {
  readonly players: readonly Player[];
  readonly holes: Holes;
  readonly golfclub: DraftClub;
  /** The text about former players who cannot be added. */
  readonly dropped: string | null;
}

/** Whether there is more than what begins every reservation: the member, and a club whose page was open. */
export function isStarted({ players, holes, date, golfclub, isPredefinedCourse }: Draft): boolean {
  return players.length > 1 || holes !== null || date !== null || (golfclub !== null && !isPredefinedCourse);
}

/** The most holes this player may play: the larger of this month and the next. */
export function maxHoles({ playrights }: Player): number {
  return Math.max(playrights.this_month.max_holes, playrights.next_month.max_holes);
}

/** The players who may not play that many holes. */
export function playersBelow(players: readonly Player[], holes: Holes): readonly Player[] {
  return players.filter((player) => maxHoles(player) < holes);
}

/** The players who limit the number of holes, and what they may play. */
export function limitText(players: readonly Player[]): string {
  return players
    .map((player) =>
      maxHoles(player) === 0
        ? `${fullName(player)} kan deze en volgende maand niet spelen`
        : `${fullName(player)} kan maximaal ${maxHoles(player)} holes spelen`,
    )
    .join('; ');
}

export function reduce(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'join': {
      const others = draft.players.filter((player) => player.email !== action.me.email);
      return withPlayers(draft, [action.me, ...others]);
    }
    case 'add-player': {
      const present = draft.players.some((player) => player.email === action.player.email);
      if (present || draft.players.length >= MAX_PLAYERS) return draft;
      return withPlayers(draft, [...draft.players, action.player]);
    }
    case 'remove-player':
      return withPlayers(
        draft,
        draft.players.filter((player) => player.email !== action.email),
      );
    case 'choose-holes':
      return withChangedAnswers(draft, { holes: action.holes });
    case 'choose-club': {
      const same = action.club?.id === draft.golfclub?.id;
      return withChangedAnswers(draft, {
        golfclub: action.club && answerOf(action.club),
        isPredefinedCourse: draft.isPredefinedCourse && same,
      });
    }
    case 'choose-date':
      return withChangedAnswers(draft, { date: action.date });
    case 'select-first':
      return withChangedAnswers(draft, {
        firstSelector: action.selector,
        orderForced: true,
        isPredefinedCourse: false,
      });
    case 'predefine-course':
      return withChangedAnswers(draft, {
        golfclub: answerOf(action.club),
        isPredefinedCourse: true,
        firstSelector: 'course',
        orderForced: false,
        date: null,
      });
    case 'predefine-round':
      return {
        ...emptyDraft,
        golfclub: answerOf(action.club),
        date: action.date,
        holes: action.holes,
        isPredefinedCourse: true,
        // The players are all that is left to choose.
        returnsToOverview: true,
      };
    case 'return-to-overview':
      return { ...draft, returnsToOverview: action.returns };
    case 'leave':
      return { ...draft, leftAt: action.at };
    case 'book-again': {
      const { dropped, ...answers } = action.round;
      const newDraft = withPlayers({ ...emptyDraft, ...answers, players: [] }, answers.players);
      const texts = [dropped, newDraft.dropped].filter((text) => text !== null);
      return { ...newDraft, dropped: texts.join(' ') || null };
    }
    case 'submit':
      return draft.submission && !draft.submission.rejected
        ? draft
        : { ...draft, submission: { key: action.key, rejected: false } };
    case 'rejected':
      return draft.submission?.key === action.key
        ? { ...draft, submission: { key: action.key, rejected: true } }
        : draft;
    case 'reset':
      return emptyDraft;
  }
}

/** The draft's part of a club, without the other fields of a list's row. */
function answerOf({ id, name, city, reservation_instruction, holes: offered }: DraftClub): DraftClub {
  return { id, name, city, reservation_instruction, ...(offered && { holes: offered }) };
}

/** A changed answer makes a new order, which needs a new key. */
function withChangedAnswers(draft: Draft, answers: Partial<Draft>): Draft {
  return { ...draft, dropped: null, ...answers, submission: null };
}

function withPlayers(draft: Draft, players: readonly Player[]): Draft {
  const samePlayers =
    players.length === draft.players.length &&
    players.every((player, index) => player.email === draft.players[index]?.email);
  const limitedPlayers = draft.holes ? playersBelow(players, draft.holes) : [];
  if (limitedPlayers.length > 0) {
    const names = listOf(limitedPlayers.map((player) => player.first_name));
    const dropped = `Je keuze voor ${draft.holes} holes is vervallen, want ${names} ${limitedPlayers.length > 1 ? 'kunnen' : 'kan'} er minder spelen.`;
    return withChangedAnswers(draft, { players, holes: null, dropped });
  }
  return samePlayers ? { ...draft, players } : withChangedAnswers(draft, { players });
}
