// Every screen of the clubs: without violations, in a browser that translates it, and only for the roles that may open it.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryHistory } from '@tanstack/react-router';
import { createQueryClient } from '../../src/api/queryClient.ts';
import { createClubRouter } from '../../src/club/app/router.tsx';
import { violations } from '../operator/axe.ts';
import { translatePage } from '../translator.ts';
import { openClub, serveClub } from './render.tsx';

let translator: ReturnType<typeof translatePage>;
beforeEach(() => (translator = translatePage()));
afterEach(() => translator.end());

const settled = () =>
  waitFor(() => {
    expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  });

const nameOf = (element: HTMLElement) => element.getAttribute('aria-label') ?? element.textContent ?? '';
const BEFORE_LOGIN = ['/login', '/setup', '/pair'];

const paths = Object.keys(createClubRouter(createQueryClient(), createMemoryHistory()).routesByPath);

test.each(paths)('%s', async (path) => {
  serveClub({ isLoggedIn: !BEFORE_LOGIN.includes(path) });
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  openClub(BEFORE_LOGIN.includes(path) ? `${path}#token` : path);
  await settled();
  expect(await violations()).toEqual([]);
  const pressed = new Set<string>();
  for (;;) {
    const next = Array.from(
      document.querySelectorAll<HTMLElement>('button:not([disabled]), input[type="radio"]'),
    ).find((element) => !pressed.has(nameOf(element)));
    if (!next || pressed.size > 30) break;
    pressed.add(nameOf(next));
    await act(async () => void fireEvent.click(next));
    await settled();
    expect(reported.mock.calls).toEqual([]);
  }
  expect(translator.outdated).toEqual([]);
});

const tabs = () => screen.queryAllByRole('link', { name: /^(Vandaag|Scannen|Baan|Team)$/ });

test('each role sees its own screens, and is led from those of others', async () => {
  for (const [role, names, to] of [
    ['desk', ['Vandaag', 'Scannen'], '/'],
    ['manager', ['Vandaag', 'Scannen', 'Baan', 'Team'], '/team'],
    ['treasurer', [], '/account'],
  ] as const) {
    serveClub({ role });
    const { router } = openClub('/team');
    await settled();
    expect(tabs().map(({ textContent }) => textContent)).toEqual(names);
    expect(router.state.location.pathname).toBe(to);
    cleanup();
  }
});
