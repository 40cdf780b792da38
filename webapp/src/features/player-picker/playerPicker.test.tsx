// The player picker in the wizard, against the fake portal; `addPlayers.test.tsx` has it for a booked round.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { dispatch } from '@/features/draft/draftStore.ts';
import { beLoggedIn, held, networkError, openApp, servePortal } from '../../../tests/render.tsx';

const jan = 'jan.devries@fairway.example';
const sanne = 'sanne.bakker@fairway.example';
const fatima = 'fatima.elidrissi@fairway.example';
const anouk = 'anouk.visser@fairway.example';
const pieter = 'pieter.vandenberg@fairway.example';
const willem = 'willem.jansen@fairway.example';

const CHECK = 'POST /reservations/players/check';
const SUGGESTED = 'GET /reservations/players/suggested';
const FAVOURITES = 'POST /users/me/favourites';

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
  dispatch({ type: 'reset' });
  beLoggedIn();
});

/** Opens the step for the players; each of the rounds was played by Jan and these others. */
function openStep(rounds: readonly string[][], overrides: Parameters<typeof servePortal>[1] = {}) {
  const portal = servePortal(undefined, overrides);
  for (const [index, others] of rounds.entries()) portal.book(0, -3 * (index + 1), [jan, ...others]);
  openApp('/reservation/players');
  return portal;
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => user.click(await button(name));
const chips = async () => within(await screen.findByRole('group', { name: 'Je speelde met' }));
const chosen = () =>
  within(screen.getByRole('list', { name: 'Spelers' }))
    .getAllByRole('button', { name: /verwijderen$/ })
    .map((remove) => remove.getAttribute('aria-label'));
const type = async (address: string) =>
  user.type(
    await screen.findByRole('combobox', { name: 'Naam of e-mailadres medespeler' }),
    `${address}{Enter}`,
  );
const paste = async (text: string) => {
  await user.click(await screen.findByRole('combobox', { name: 'Naam of e-mailadres medespeler' }));
  await user.paste(text);
  await user.keyboard('{Enter}');
};
const names = () => screen.getAllByRole('option').map((option) => option.textContent);

describe('people the member plays with', () => {
  test('are one tap away before any typing, and a second tap takes one back', async () => {
    openStep([[sanne, anouk]]);
    await press('Sanne Bakker');
    expect(await button('Sanne verwijderen')).toBeVisible();
    expect(await button('Sanne Bakker')).toHaveAttribute('aria-pressed', 'true');
    expect(await button('Anouk Visser')).toHaveAttribute('aria-pressed', 'false');
    await press('Sanne Bakker');
    expect(screen.queryByRole('button', { name: 'Sanne verwijderen' })).toBeNull();
  });

  test('a chip says the reason when its player cannot be added', async () => {
    openStep([[willem]]);
    await press('Willem Jansen');
    expect(await screen.findByRole('alert')).toHaveTextContent('Willem heeft geen geldig abonnement');
  });

  test('two taps fill a flight of four that played before', async () => {
    openStep([
      [sanne, fatima, anouk],
      [sanne, fatima, anouk],
    ]);
    const chip = await button('Sanne Bakker');
    await user.click(chip);
    await press(/^vaste flight/);
    await waitFor(() => expect(chosen()).toHaveLength(3));
    expect(screen.getByText('Het maximaal aantal spelers voor deze boeking is bereikt.')).toBeVisible();
    expect(await button(/^vaste flight/)).toHaveAttribute('aria-disabled', 'true');
    expect(chip).toHaveAttribute('aria-pressed', 'true');
  });

  test('of flights of which one is a part of another, only the larger is offered', async () => {
    openStep([
      [sanne, fatima, anouk],
      [sanne, fatima],
      [fatima, anouk],
    ]);
    expect(await button(/^vaste flight/)).toHaveTextContent('Anouk, Fatima en Sanne');
  });

  test('of a flight, those who cannot be added are named with the reason and the others are added', async () => {
    openStep([[sanne, willem, anouk]], {
      [CHECK]: ({ email }) => (email === sanne ? networkError : undefined),
    });
    await press(/^vaste flight/);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Willem heeft geen geldig abonnement');
    expect(alert).toHaveTextContent('Sanne Bakker: Netwerkfout bij het opzoeken van de speler.');
    expect(chosen()).toEqual(['Anouk verwijderen']);
  });

  test('a flight for which there are too few places cannot be chosen', async () => {
    openStep([[sanne, fatima, anouk], [pieter]]);
    await press('Pieter van den Berg');
    await button('Pieter verwijderen');
    expect(await button(/^vaste flight/)).toHaveAttribute('aria-disabled', 'true');
    await press(/^vaste flight/);
    expect(chosen()).toEqual(['Pieter verwijderen']);
  });

  test('who plays with nobody yet reads when people appear here', async () => {
    openStep([]);
    expect(await screen.findByText('Na je eerste ronde met anderen staan zij hier.')).toBeVisible();
  });

  test('when they cannot be fetched, an address can still be typed', async () => {
    openStep([], { [SUGGESTED]: () => ({ status: 500, body: { success: false } }) });
    expect(await screen.findByText(/Met wie je vaker speelt, kon niet worden opgehaald/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    await type(sanne);
    expect(await button('Sanne verwijderen')).toBeVisible();
  });
});

test('when the last place was taken by an address, the list has the focus', async () => {
  openStep([[sanne, fatima]]);
  await press(/^vaste flight/);
  await waitFor(() => expect(chosen()).toHaveLength(2));
  await type(anouk);
  await waitFor(() => expect(screen.getByRole('list', { name: 'Spelers' })).toHaveFocus());
});

describe('favourites', () => {
  test('a star stores a favourite and shows it at once', async () => {
    const { response, release } = held();
    const portal = openStep([[anouk]], { [FAVOURITES]: () => response });
    await type(sanne);
    const star = await button('Sanne als favoriet bewaren');
    expect(star).toHaveAttribute('aria-pressed', 'false');
    await user.click(star);
    await waitFor(() => expect(star).toHaveAttribute('aria-pressed', 'true'));
    expect((await chips()).getByRole('button', { name: 'Sanne Bakker, favoriet' })).toBeVisible();
    release();
    await waitFor(() =>
      expect(portal.calls.filter(({ route }) => route === FAVOURITES)).toMatchObject([
        { body: { email: sanne, favourite: true } },
      ]),
    );
  });

  test('a favourite that could not be stored is taken back, with a message', async () => {
    openStep([[sanne]], { [FAVOURITES]: () => networkError });
    await press('Sanne Bakker');
    await press('Sanne als favoriet bewaren');
    expect(await screen.findByText('Netwerkfout: de favoriet is niet bewaard.')).toBeVisible();
    expect(await button('Sanne als favoriet bewaren')).toHaveAttribute('aria-pressed', 'false');
  });
});

describe('the list before typing', () => {
  test('shows the samples of the demonstration data', async () => {
    openStep([[sanne]]);
    await chips();
    await user.click(await screen.findByRole('combobox'));
    expect(names()).toHaveLength(5);
  });

  test('shows real members only those they played with', async () => {
    const portal = openStep([[sanne]]);
    const respond = portal.routes[SUGGESTED]!;
    portal.routes[SUGGESTED] = (context) => {
      const { status, body } = respond(context);
      const { data } = body as { data: object };
      return { status, body: { success: true, data: { ...data, samples: [] } } };
    };
    await chips();
    await user.click(await screen.findByRole('combobox'));
    expect(names()).toEqual([`SSanne Bakker${sanne}`]);
  });
});

describe('while a player is being looked up', () => {
  test('another one can be removed, and `verder` waits', async () => {
    const { response, release } = held();
    openStep([], { [CHECK]: ({ email }) => (email === anouk ? response : undefined) });
    await type(sanne);
    await button('Sanne verwijderen');
    await type(anouk);
    await press('Sanne verwijderen');
    expect(await button('verder, ik speel alleen')).toBeDisabled();
    release();
    await waitFor(() => expect(chosen()).toEqual(['Anouk verwijderen']));
    expect(await button('ongedaan maken')).toHaveFocus();
    expect(await button('verder')).toBeEnabled();
  });

  test('the last place may be taken: the player is named, and a removal can no longer be undone', async () => {
    const { response, release } = held();
    openStep([], { [CHECK]: ({ email }) => (email === pieter ? response : undefined) });
    for (const [email, name] of [
      [sanne, 'Sanne'],
      [anouk, 'Anouk'],
    ] as const) {
      await type(email);
      await button(`${name} verwijderen`);
    }
    await type(pieter);
    await user.clear(screen.getByRole('combobox'));
    await type(fatima);
    await button('Fatima verwijderen');
    release();
    expect(await screen.findByText('Pieter kan er niet meer bij: alle plaatsen zijn bezet.')).toBeVisible();
    expect(chosen()).toEqual(['Sanne verwijderen', 'Anouk verwijderen', 'Fatima verwijderen']);
    expect(screen.queryByRole('button', { name: 'ongedaan maken' })).toBeNull();
  });

  test('the next address can be typed: it stays', async () => {
    const { response, release } = held();
    openStep([], { [CHECK]: () => response });
    await type(sanne);
    const field = screen.getByRole('combobox');
    await user.clear(field);
    await user.type(field, 'ano');
    release();
    await button('Sanne verwijderen');
    expect(field).toHaveValue('ano');
  });
});

describe('an address as people paste it', () => {
  test.each([`Sanne Bakker <${sanne}>`, `mailto:${sanne}`, `${sanne};`])(
    '%s adds the player',
    async (text) => {
      openStep([]);
      await paste(text);
      expect(await button('Sanne verwijderen')).toBeVisible();
    },
  );

  test.each([
    [`${sanne}; ${anouk}`, 'Vul één e-mailadres tegelijk in.'],
    ['Xander', 'Je speelde nog niet met iemand die “Xander” heet. Typ dan het hele e-mailadres.'],
  ])('%s is refused in Dutch at the field, and nothing is sent', async (text, problem) => {
    const portal = openStep([]);
    await paste(text);
    expect(await screen.findByRole('alert')).toHaveTextContent(problem);
    expect(portal.calls.filter(({ route }) => route === CHECK)).toEqual([]);
  });
});

test('a name and Enter add the first suggestion', async () => {
  openStep([]);
  await screen.findByRole('combobox', { name: 'Naam of e-mailadres medespeler' });
  await waitFor(async () => {
    await user.click(screen.getByRole('combobox'));
    expect(screen.getAllByRole('option').length).toBeGreaterThan(0);
  });
  await type('sann');
  expect(await button('Sanne verwijderen')).toBeVisible();
});
