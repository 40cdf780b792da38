// Every screen of the clubs: without violations, in a browser that translates it, and only for the roles that may open it.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryHistory } from '@tanstack/react-router';
import { today } from '../../src/api/clock.ts';
import { createQueryClient } from '../../src/api/queryClient.ts';
import { createClubRouter } from '../../src/club/app/router.tsx';
import { keptList } from '../../src/club/features/scan/store.ts';
import { addDays } from '../../src/ui/format.ts';
import { violations } from '../operator/axe.ts';
import { savedFiles } from '../operator/savedFiles.ts';
import { translatePage } from '../translator.ts';
import { codeOf } from './daySamples.ts';
import { openClub, serveClub } from './render.tsx';

let translator: ReturnType<typeof translatePage>;
beforeEach(() => (translator = translatePage()));
afterEach(() => translator.end());

const settled = () =>
  waitFor(() => {
    expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  });

const PRESSED = 'button:not([disabled]), input[type="checkbox"], input[type="radio"]';
const nameOf = (element: HTMLElement) => {
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
  return `${element.closest('dialog') ? 'in the dialog: ' : ''}${label ?? element.ariaLabel ?? element.textContent}`;
};
/** The device has its list. */
const ready = () => waitFor(async () => expect(await keptList()).toBeDefined());
/** By the field's label. */
const TYPED: Readonly<Record<string, string>> = {
  'Boekingsnummer of code': '7K3Q-9F2M',
  'E-mailadres': 'noor@wilgenhoek.example',
  'E-mailadres van de speler': 'ilse.kamp@fairway.example',
  'In je eigen woorden': 'onweer',
  Naam: 'Noor Kok',
  'Naam van het toestel': 'Starthuis',
  'Wat klopt er niet?': 'er zijn 9 holes gespeeld',
  'Wat ontbreekt er?': 'de ronde van 10:40',
};
function fillIn(): void {
  for (const field of document.querySelectorAll('input')) {
    const text = TYPED[field.labels?.[0]?.textContent ?? ''];
    if (text && field.value === '') fireEvent.change(field, { target: { value: text } });
  }
}
const BEFORE_LOGIN = ['/login', '/setup', '/pair'];

/** The next to be closed. */
const month = addDays(`${today().slice(0, 7)}-01`, -1).slice(0, 7);
const paths = Object.keys(createClubRouter(createQueryClient(), createMemoryHistory()).routesByPath).map(
  (path) => path.replace('$month', month),
);

test.each([...paths, `/?date=${addDays(today(), -1)}`])('%s', async (path) => {
  serveClub({ isLoggedIn: !BEFORE_LOGIN.includes(path) });
  savedFiles();
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('print', () => {
    for (const type of ['beforeprint', 'afterprint']) window.dispatchEvent(new Event(type));
  });
  openClub(BEFORE_LOGIN.includes(path) ? `${path}#token` : path);
  await settled();
  if (!BEFORE_LOGIN.includes(path)) await ready();
  expect(await violations()).toEqual([]);
  const pressed = new Set<string>();
  for (;;) {
    fillIn();
    // What is in a dialog first: what is behind it cannot be pressed.
    const next = [document.querySelector('dialog'), document]
      .flatMap((part) => [...(part?.querySelectorAll<HTMLElement>(PRESSED) ?? [])])
      .find((element) => !pressed.has(nameOf(element)));
    if (!next || pressed.size > 60) break;
    pressed.add(nameOf(next));
    await act(async () => void fireEvent.click(next));
    await settled();
    expect(reported.mock.calls).toEqual([]);
  }
  expect(translator.outdated).toEqual([]);
});

test('the answers to scans, one after the other', async () => {
  serveClub({ isDevice: true });
  openClub('/scan');
  await ready();
  for (const [number, answer] of [
    [1, /Welkom.*Jan de Vries/],
    [1, /Al aangekomen.*De eerste scan was om .* op dit toestel/],
    [3, /Niet vandaag.*Ilse Kamp/],
    [4, /Onbekende code/],
  ] as const) {
    fireEvent.change(screen.getByLabelText('Boekingsnummer of code'), { target: { value: codeOf(number) } });
    fireEvent.click(screen.getByRole('button', { name: 'zoeken' }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Antwoord' })).toHaveTextContent(answer));
  }
  expect(await violations()).toEqual([]);
  expect(translator.outdated).toEqual([]);
});

const tabs = () => screen.queryAllByRole('link', { name: /^(Vandaag|Scannen|Baan|Team|Afrekening)$/ });

test('each role sees its own screens, and is led from those of others', async () => {
  for (const [role, names, to] of [
    ['desk', ['Vandaag', 'Scannen'], '/'],
    ['manager', ['Vandaag', 'Scannen', 'Baan', 'Team', 'Afrekening'], '/team'],
    // A single tab is of no use on its own screen.
    ['treasurer', [], '/statements'],
  ] as const) {
    serveClub({ role });
    const { router } = openClub('/team');
    await settled();
    expect(tabs().map(({ textContent }) => textContent)).toEqual(names);
    expect(router.state.location.pathname).toBe(to);
    cleanup();
  }
});
