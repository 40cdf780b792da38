// Every screen in a browser that translates it: after each press no text stays what it was, and no screen fails.
import { createMemoryHistory } from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '@/ui/format.ts';
import { dispatch } from '@/features/draft/draftStore.ts';
import { createQueryClient } from '@/app/queryClient.ts';
import { createAppRouter } from '@/app/router.tsx';
import { beLoggedIn, openApp, servePortal, type Portal } from './render.tsx';
import { translatePage } from './translator.ts';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';

let translator: ReturnType<typeof translatePage>;
beforeEach(() => {
  dispatch({ type: 'reset' });
  translator = translatePage();
});
afterEach(() => translator.end());

/** The parts of addresses that differ, of a member with rounds ahead and behind, and an offer. */
function examples(portal: Portal): Record<string, string> {
  const booking = portal.book(0, 3, [jan, sanne]);
  portal.book(1, -4, [jan, sanne]);
  const waiting = portal.wait(0, addDays(portal.today, 3), [sanne, jan]);
  waiting.state = 'offered';
  waiting.until = new Date(Date.now() + 7_200_000).toISOString();
  const placeOf = (email: string) => booking.players.find(({ member }) => member.email === email)!.id;
  return {
    $reservationId: placeOf(jan),
    $placeId: placeOf(sanne),
    $groupId: waiting.group,
    $clubId: 'duinrand',
  };
}

const settled = () =>
  waitFor(() => {
    expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  });

const PRESSED =
  'button:not([disabled]), input[type="checkbox"], input[type="radio"], option, [role="gridcell"]';

const paths = Object.keys(createAppRouter(createQueryClient(), createMemoryHistory()).routesByPath).filter(
  (path) => path !== '/auth/logout' && !path.endsWith('/'),
);

test.each(paths)('%s', async (path) => {
  const portal = servePortal();
  if (!path.startsWith('/auth/')) beLoggedIn();
  const parts = examples(portal);
  // React reports the error of a part of a screen here, also where the rest of the screen stays.
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  openApp(path.replaceAll(/\$\w+/g, (part) => parts[part] ?? part));
  await settled();
  const pressed = new Set<string>();
  for (;;) {
    const next = Array.from(document.querySelectorAll<HTMLElement>(PRESSED)).find(
      (element) => !pressed.has(nameOf(element)),
    );
    if (!next || pressed.size > 30) break;
    pressed.add(nameOf(next));
    await act(async () => void fireEvent.click(next));
    await settled();
    expect(reported.mock.calls).toEqual([]);
  }
  expect(translator.outdated).toEqual([]);
});

const nameOf = (element: HTMLElement) => element.getAttribute('aria-label') ?? element.textContent ?? '';
