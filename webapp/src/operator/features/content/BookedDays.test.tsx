// The way on for a club whose closed day has rounds: by role.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Role } from '../../api/generated/Role.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';

const SENTENCE = 'More places are booked than this would allow on Sat 28 Nov 2026 (2 booked).';

async function publishClub(roles: readonly Role[]) {
  serveOperator(
    { roles },
    {
      'POST /content/save': () => ({
        status: 409,
        body: { success: false, error: SENTENCE, current: { booked_days: ['2026-11-28', '2026-12-05'] } },
      }),
    },
  );
  openOperator('/content/edit?kind=club&key=de-wilgenhoek');
  const user = userEvent.setup();
  // A closed day has a reason, too.
  await user.type(await screen.findByLabelText('Reason', { selector: '#field-reason' }), 'maintenance');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(SENTENCE)).toBeVisible();
  return user;
}

test('who may close days gets links to them', async () => {
  await publishClub(['content', 'support']);
  const link = screen.getByRole('link', { name: 'Close Sat 5 Dec 2026 (opens beside this screen)' });
  expect(link).toHaveAttribute('href', '/operator/clubs/de-wilgenhoek?from=2026-12-05');
  expect(link).toHaveAttribute('target', '_blank');
  expect(screen.queryByText(/ask a colleague/)).toBeNull();
});

test('who may not is told whom to ask, with the address to copy', async () => {
  const user = await publishClub(['content']);
  expect(screen.getByText(/ask a colleague of support/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Close Sat/ })).toBeNull();
  const address = `${globalThis.location.origin}/operator/clubs/de-wilgenhoek?from=2026-11-28`;
  expect(screen.getByText(address)).toBeVisible();
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  onTestFinished(() => written.mockRestore());
  await user.click(screen.getByRole('button', { name: 'Copy the address of Sat 28 Nov 2026' }));
  expect(written).toHaveBeenCalledWith(address);
});
