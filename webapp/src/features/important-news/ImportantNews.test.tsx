import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';

const news = () => screen.findByRole('region', { name: 'Belangrijk nieuws' });

/** Opens the home screen, where every request to dismiss is answered by `status`. */
async function openWithNews(status = 200) {
  const sent: unknown[] = [];
  const responds = { working: true };
  const failure = { status: 500, body: { success: false } };
  servePortal(undefined, {
    'GET /news/important': () => (responds.working ? undefined : failure),
    'POST /news/important/dismiss': (body) => {
      if (!navigator.onLine) return networkError;
      sent.push(body['id']);
      return status === 200 ? undefined : { status, body: { success: false } };
    },
  });
  beLoggedIn();
  openApp('/reservations');
  const dismiss = within(await news()).getByRole('button', { name: 'niet meer tonen' });
  return { sent, responds, dismiss, user: userEvent.setup() };
}

test('an item is one line, and its text opens below it', async () => {
  const { user } = await openWithNews();
  const item = within(await news());
  expect(item.getByText(/Kijk voor vertrek/)).not.toBeVisible();
  await user.click(item.getByRole('button', { name: 'Wintergreens vanaf 1 december' }));
  expect(item.getByText(/Kijk voor vertrek/)).toBeVisible();
});

test('an item that could not be dismissed comes back, also when the news cannot be fetched again', async () => {
  const { user, dismiss, responds } = await openWithNews(500);
  responds.working = false;
  await user.click(dismiss);
  expect(await screen.findByText(/kon niet worden verborgen/)).toBeVisible();
  expect(within(await news()).getByText('Wintergreens vanaf 1 december')).toBeVisible();
});

test('without a network the dismissal waits, and is sent when the network is back', async () => {
  const { user, dismiss, sent } = await openWithNews();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  onTestFinished(() => void window.dispatchEvent(new Event('online')));
  await user.click(dismiss);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Belangrijk nieuws' })).toBeNull());
  expect(sent).toEqual([]);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(sent).toEqual(['n1']));
  expect(screen.queryByRole('region', { name: 'Belangrijk nieuws' })).toBeNull();
});
