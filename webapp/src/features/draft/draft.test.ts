import { describe, expect, test } from 'vitest';
import type { Player } from '@/api/player.ts';
import { emptyDraft, limitText, reduce, type Draft, type DraftAction } from './draft.ts';
import { firstMissing, nextStep, previousStep, progressText, stepsOf } from './steps.ts';

function player(first_name: string, thisMonth = 18, nextMonth = thisMonth): Player {
  return {
    id: first_name,
    email: `${first_name.toLowerCase()}@fairway.example`,
    first_name,
    prefix: '',
    last_name: 'Bakker',
    playrights: {
      reservable: true,
      reason: '',
      this_month: { max_holes: thisMonth },
      next_month: { max_holes: nextMonth },
    },
  };
}

const club = { id: 'duinrand', name: 'Duinrand', city: 'Zandvoort', reservation_instruction: '' };
const jan = player('Jan');

/** The draft after these actions, with the member as its first player. */
function after(...actions: DraftAction[]): Draft {
  return [{ type: 'join', me: jan } as const, ...actions].reduce(reduce, emptyDraft);
}

describe('players', () => {
  test('the member is added once, as the first player, with the current play rights', () => {
    const draft = after(
      { type: 'add-player', player: player('Sanne') },
      { type: 'join', me: player('Jan', 9) },
    );
    expect(draft.players.map((p) => p.first_name)).toEqual(['Jan', 'Sanne']);
    expect(draft.players[0]?.playrights.this_month.max_holes).toBe(9);
  });

  test('no player is added twice, and no fifth player is added', () => {
    const names = ['Sanne', 'Sanne', 'Tom', 'Noor', 'Piet'];
    const draft = after(...names.map((name) => ({ type: 'add-player', player: player(name) }) as const));
    expect(draft.players.map((p) => p.first_name)).toEqual(['Jan', 'Sanne', 'Tom', 'Noor']);
  });

  test('a player who may play fewer holes clears the holes, with a message, and preserves the other answers', () => {
    const draft = after(
      { type: 'choose-holes', holes: 18 },
      { type: 'choose-club', club },
      { type: 'choose-date', date: '2026-11-28' },
      { type: 'add-player', player: player('Pieter', 9) },
    );
    expect(draft).toMatchObject({ holes: null, golfclub: club, date: '2026-11-28' });
    expect(draft.dropped).toBe('Je keuze voor 18 holes is vervallen, want Pieter kan er minder spelen.');
  });

  test('a round booked again names who was left out, also when its holes had to go', () => {
    const draft = after({
      type: 'book-again',
      round: {
        players: [jan, player('Pieter', 9)],
        holes: 18,
        golfclub: club,
        dropped: 'Willem kan nu niet mee en is niet toegevoegd.',
      },
    });
    expect(draft).toMatchObject({ holes: null, golfclub: club });
    expect(draft.dropped).toBe(
      'Willem kan nu niet mee en is niet toegevoegd. Je keuze voor 18 holes is vervallen, want Pieter kan er minder spelen.',
    );
  });

  test('the larger of both months counts', () => {
    const draft = after(
      { type: 'choose-holes', holes: 18 },
      { type: 'add-player', player: player('Piet', 9, 18) },
    );
    expect(draft.holes).toBe(18);
  });

  test('a limit names the players and their maximum', () => {
    expect(limitText([player('Pieter', 9), player('Wim', 0)])).toBe(
      'Pieter Bakker kan maximaal 9 holes spelen; Wim Bakker kan deze en volgende maand niet spelen',
    );
  });
});

describe('the key of an order', () => {
  test('stays the same until an answer changes', () => {
    const sent = after({ type: 'submit', key: 'a' }, { type: 'submit', key: 'b' });
    expect(sent.submission).toEqual({ key: 'a', rejected: false });
    expect(reduce(sent, { type: 'choose-date', date: '2026-11-29' }).submission).toBeNull();
    expect(reduce(sent, { type: 'join', me: jan }).submission?.key).toBe('a');
  });

  test('a rejected order gets another key when it is submitted again', () => {
    const rejected = after({ type: 'submit', key: 'a' }, { type: 'rejected', key: 'a' });
    expect(reduce(rejected, { type: 'submit', key: 'b' }).submission).toEqual({ key: 'b', rejected: false });
  });

  test('a late rejection does not change a newer order', () => {
    const draft = after({ type: 'submit', key: 'b' }, { type: 'rejected', key: 'a' });
    expect(draft.submission).toEqual({ key: 'b', rejected: false });
  });
});

describe('steps', () => {
  test('course first, date first, and a course that is already known', () => {
    expect(stepsOf(after())).toEqual(['players', 'holes', 'course', 'date', 'overview']);
    expect(stepsOf(after({ type: 'select-first', selector: 'date' }))).toEqual([
      'players',
      'holes',
      'date',
      'course',
      'overview',
    ]);
    const predefined = after({ type: 'predefine-course', club });
    expect(stepsOf(predefined)).toEqual(['players', 'holes', 'date', 'overview']);
    expect(nextStep(predefined, 'holes')).toBe('date');
    expect(previousStep(predefined, 'date')).toBe('holes');
    expect(progressText(predefined, 'date')).toBe('stap 3 van 4');
  });

  test('choosing another club than the predefined one restores the course step', () => {
    const other = after(
      { type: 'predefine-course', club },
      { type: 'choose-club', club: { ...club, id: 'x' } },
    );
    expect(stepsOf(other)).toContain('course');
  });

  test('one changed answer leads back to the overview, unless another is missing', () => {
    const changed = after(
      { type: 'choose-holes', holes: 18 },
      { type: 'choose-club', club },
      { type: 'choose-date', date: '2026-11-28' },
      { type: 'return-to-overview', returns: true },
      { type: 'add-player', player: player('Sanne') },
    );
    expect(nextStep(changed, 'players')).toBe('overview');
    expect(nextStep(reduce(changed, { type: 'choose-date', date: null }), 'players')).toBe('holes');
    expect(nextStep(reduce(changed, { type: 'return-to-overview', returns: false }), 'players')).toBe(
      'holes',
    );
  });

  test('the first missing answer is found in the order of this draft', () => {
    expect(firstMissing(emptyDraft, 'overview')).toBe('players');
    expect(firstMissing(after(), 'date')).toBe('holes');
    expect(firstMissing(after({ type: 'choose-holes', holes: 18 }), 'date')).toBe('course');
    const dateFirst = after({ type: 'choose-holes', holes: 18 }, { type: 'select-first', selector: 'date' });
    expect(firstMissing(dateFirst, 'date')).toBeNull();
    expect(firstMissing(dateFirst, 'course')).toBe('date');
  });
});
