import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { sampleEvent } from '../../../../tests/operator/samples.ts';

const other = (position: number, sentence: string, event: string) => ({
  position,
  at: '2026-11-01T09:36:05+01:00',
  event,
  category: 'rights',
  sentence,
  weight: 50,
});

test('an event says what happened in words, and leads to the others of its act', async () => {
  serveOperator(
    {},
    {
      'GET /event': () => ({
        body: {
          ...sampleEvent(3),
          act: [
            other(1010, '1 place is free again', 'PlacesReleased'),
            other(1011, 'Jan forfeited a right', 'PlayRightForfeited'),
          ],
          act_has_more: true,
        },
      }),
    },
  );
  openOperator('/event/1009');
  expect(await screen.findByText('Jan de Vries cancelled his own place')).toBeVisible();
  const act = within(screen.getByRole('region', { name: 'The same act' }));
  expect(act.getByText('Jan forfeited a right')).toBeVisible();
  expect(act.getByText('PlayRightForfeited')).toBeVisible();
  expect(act.getByRole('link', { name: '#1011' })).toHaveAttribute('href', '/operator/event/1011');
  expect(act.getByText('There are more.')).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('an event of an act of its own has no such part', async () => {
  serveOperator();
  openOperator('/event/1009');
  await screen.findByText('Jan de Vries cancelled his own place');
  expect(screen.queryByRole('region', { name: 'The same act' })).toBeNull();
});
