import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { JAN } from '../../../../tests/operator/samples.ts';

const NOW = `/member/${JAN}?tab=timeline&view=state`;
const state = () => screen.getByRole('group', { name: 'State' });
const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;

test('shows how the subject stands now, in sections, with what it names', async () => {
  serveOperator();
  openOperator(NOW);
  expect(await screen.findByRole('heading', { level: 2, name: 'How it stands now' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 3, name: 'Rights' })).toBeVisible();
  expect(fact('Subscription')).toHaveTextContent('All week');
  expect(within(state()).getByRole('slider')).toHaveAttribute('aria-valuetext', 'after event 23 of 23');
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Why?' })).toHaveAttribute(
    'href',
    `/operator/why?member=${JAN}`,
  );
  expect(screen.queryByRole('button', { name: 'Back to now' })).toBeNull();
});

test('an address with a moment opens the state of then, and says so', async () => {
  serveOperator();
  const { router } = openOperator(`/member/${JAN}?sequence=5`);
  expect(await screen.findByText(/^As it stood on/)).toHaveTextContent('As it stood on 1 Nov 2026 09:36:05');
  expect(fact('Subscription')).toHaveTextContent('Weekdays');
  expect(within(state()).getByRole('slider')).toHaveValue('5');

  await userEvent.setup().click(screen.getByRole('button', { name: 'Back to now' }));
  expect(await screen.findByText('How it stands now')).toBeVisible();
  expect(fact('Subscription')).toHaveTextContent('All week');
  expect(router.state.location.search).toEqual({ tab: 'timeline', view: 'state' });
});

test('dragging the slider asks the server once, for where it rests', async () => {
  const office = serveOperator();
  const { router } = openOperator(NOW);
  await screen.findByText('How it stands now');
  const slider = within(state()).getByRole('slider');
  for (const value of [20, 15, 10, 7]) fireEvent.change(slider, { target: { value } });
  expect(slider).toHaveAttribute('aria-valuetext', 'after event 7 of 23');

  expect(await screen.findByText(/^As it stood on/)).toBeVisible();
  expect(router.state.location.search).toEqual({ tab: 'timeline', view: 'state', sequence: '7' });
  const asked = office.requests.filter((request) => request.includes('sequence='));
  expect(asked).toEqual([`GET /subject?kind=member&id=${JAN}&sequence=7`]);
});

test('the last event leads back to now', async () => {
  serveOperator();
  const { router } = openOperator(`/member/${JAN}?sequence=5`);
  await screen.findByText(/^As it stood on/);
  fireEvent.change(within(state()).getByRole('slider'), { target: { value: 23 } });
  expect(await screen.findByText('How it stands now')).toBeVisible();
  expect(router.state.location.search).toEqual({ tab: 'timeline', view: 'state' });
});

test('a date and time leads to the state of then', async () => {
  serveOperator();
  const { router } = openOperator(NOW);
  await screen.findByText('How it stands now');
  fireEvent.change(within(state()).getByLabelText(/Date and time/), {
    target: { value: '2026-11-01T09:30' },
  });
  await userEvent.setup().click(within(state()).getByRole('button', { name: 'Show' }));
  expect(await screen.findByText(/^As it stood on/)).toBeVisible();
  expect(router.state.location.search).toMatchObject({ at: '2026-11-01T09:30' });
});

test('a moment that cannot be read is explained beside its field', async () => {
  serveOperator();
  openOperator(`/member/${JAN}?at=yesterday`);
  await screen.findByText(/RFC 3339 or a position/);
  expect(within(state()).getByLabelText(/Date and time/)).toHaveAccessibleDescription(
    /RFC 3339 or a position/,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Back to now' }));
  expect(await screen.findByText('How it stands now')).toBeVisible();
});

test('a moment before the first event says that nothing was known', async () => {
  serveOperator();
  openOperator(`/member/${JAN}?at=2020-01-01`);
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was known at that moment.');
  expect(screen.getByRole('button', { name: 'Back to now' })).toBeVisible();
  // It is no moment of the slider.
  expect(within(state()).queryByText(/after event/)).toBeNull();
  expect(within(state()).getByLabelText(/Date and time/)).toHaveValue('2020-01-01');
});

test('an event that the subject does not have is refused with those that it has, and the slider names none', async () => {
  serveOperator();
  openOperator(`/member/${JAN}?sequence=9999`);
  expect(await screen.findByRole('alert')).toHaveTextContent(/has no event number 9999: it has 23/);
  expect(within(state()).queryByText(/after event/)).toBeNull();
  expect(within(state()).getByRole('slider')).toHaveAttribute('aria-valuetext', 'at no event');
});

test('compares two moments field by field, from the earlier to the later', async () => {
  serveOperator();
  openOperator(`/member/${JAN}?sequence=20&compare_sequence=5`);
  const changes = within(await screen.findByRole('region', { name: 'What changed' }));
  expect(changes.getByText(/^From/)).toHaveTextContent('From 1 Nov 2026 09:36:05 to 1 Nov 2026 11:24:20');
  const row = changes.getByText('Subscription').nextElementSibling;
  expect(row).toHaveTextContent('before: Weekdays → after: All week');
  expect(changes.queryByText('Name')).toBeNull();
});

test('the comparison is chosen and ended in the address', async () => {
  serveOperator();
  const { router } = openOperator(`/member/${JAN}?sequence=20`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Compare with another moment' }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ sequence: '20', compare_sequence: '19' }),
  );
  const other = within(screen.getByRole('group', { name: 'Compare with' }));
  fireEvent.change(other.getByRole('slider'), { target: { value: 2 } });
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ sequence: '20', compare_sequence: '2' }),
  );
  expect(await screen.findByRole('region', { name: 'What changed' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop comparing' }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('compare_sequence'));
  expect(router.state.location.search).toMatchObject({ sequence: '20' });
  expect(screen.queryByRole('region', { name: 'What changed' })).toBeNull();
});

test('the line below the name does not repeat it, and its address and id are copied with a press', async () => {
  serveOperator();
  openOperator(`/member/${JAN}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Copy the id' }));
  expect(await navigator.clipboard.readText()).toBe(JAN);
  await user.click(screen.getByRole('button', { name: 'Copy the e-mail address' }));
  expect(await navigator.clipboard.readText()).toBe('jan.devries@fairway.example');
  expect(screen.getByText('Member').closest('p')).toHaveTextContent(
    /^Member jan.devries@fairway.example · 06 12345678 · Ermelo$/,
  );
});

test('an erased member says so', async () => {
  serveOperator({ isErased: true });
  openOperator(`/member/${JAN}`);
  expect(await screen.findByText(/^This member was erased/)).toBeVisible();
  expect(screen.getByText('Erased')).toBeVisible();
});

test('an unknown subject shows the sentence of the server', async () => {
  serveOperator();
  openOperator('/voucher/ABCD-EFGH');
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing is known of the voucher ABCD-EFGH.');
});
