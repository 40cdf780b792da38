import { expect, test } from 'vitest';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { routeAddress, shareText } from './roundText.ts';

const player = (first_name: string, status = 'actief') => ({
  first_name,
  prefix: '',
  last_name: 'x',
  email: `${first_name}@fairway.example`,
  status,
  reservation_id: first_name,
  is_me: first_name === 'Jan',
});

const round = {
  reservation_id: 'r1',
  play_date: '2026-11-28',
  golfclub: { id: 'c', name: 'De Zandhoeve', city: 'Ermelo' },
  holes: 18,
  is_group_master: true,
  players: [player('Jan'), player('Sanne'), player('Piet', 'geannuleerd')],
  free_slots: 2,
  playright_expired: false,
} as Reservation;

test('the text has the club, the day and the players who did not cancel', () => {
  expect(shareText(round)).toBe(
    'Golf bij De Zandhoeve (Ermelo) op zaterdag 28 november, 18 holes. Spelers: Jan en Sanne.',
  );
});

test('the agreed time follows the day', () => {
  expect(shareText({ ...round, start_time: '10:40' })).toContain('zaterdag 28 november om 10:40, 18 holes');
});

test('the text ends with the link for others, where there is one', () => {
  const link = `${location.origin}/shared/token`;
  expect(shareText({ ...round, share_uri: '/shared/token' })).toMatch(new RegExp(`Speel je ook\\? ${link}$`));
});

test('the route address has the name and the town', () => {
  const { searchParams } = new URL(routeAddress(round.golfclub));
  expect(searchParams.get('destination')).toBe('De Zandhoeve, Ermelo');
});
