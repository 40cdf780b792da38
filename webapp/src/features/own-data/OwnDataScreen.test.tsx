import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { today } from '@/api/clock.ts';
import { fail } from '../../../tests/mockResponse.ts';
import { beLoggedIn, openApp, servePortal } from '../../../tests/render.tsx';

type Overrides = Parameters<typeof servePortal>[1];

const saved: { readonly file: Blob; readonly name: string }[] = [];

beforeEach(() => {
  const files = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.set(`blob:${files.size}`, file as Blob);
    return `blob:${files.size - 1}`;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const file = files.get(this.href);
    if (file) saved.push({ file, name: this.download });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  saved.length = 0;
});

async function download(overrides: Overrides = {}) {
  servePortal(undefined, overrides);
  beLoggedIn();
  openApp('/profile/data');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'download mijn gegevens' }));
}

test('the file is saved under a name with the day, and a person can read it', async () => {
  await download();
  expect(await screen.findByText('Je gegevens zijn gedownload.')).toBeVisible();
  expect(saved.map(({ name }) => name)).toEqual([`mijn-gegevens-${today()}.json`]);
  const text = await saved[0]!.file.text();
  expect(JSON.parse(text)).toMatchObject({ onderdelen: [{ naam: 'account' }] });
  expect(text).toContain('\n  "onderdelen": [');
});

test('after too many downloads the reason is shown and nothing is saved', async () => {
  const sentence = 'Je hebt je gegevens vandaag al vijf keer gedownload. Probeer het morgen opnieuw.';
  await download({ 'GET /users/me/data': () => fail(429, sentence) });
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(saved).toEqual([]);
});

test('an operator who looks on downloads nothing', async () => {
  servePortal().impersonate();
  beLoggedIn();
  openApp('/profile/data');
  expect(await screen.findByText('Alleen het lid zelf kan de gegevens downloaden.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'download mijn gegevens' })).toBeNull();
});
