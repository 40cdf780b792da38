import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';

type Overrides = Parameters<typeof servePortal>[1];

async function openProfile(overrides: Overrides = {}, email?: string) {
  const portal = servePortal(email, overrides);
  beLoggedIn(email);
  openApp('/profile');
  const user = userEvent.setup();
  await screen.findByLabelText('Straat');
  const save = () => user.click(screen.getByRole('button', { name: 'opslaan' }));
  const type = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    if (text) await user.paste(text);
  };
  const sent = () => portal.calls.filter(({ route }) => route === 'POST /users/me/profile');
  return { user, save, type, sent };
}

const INVALID_FIELDS =
  'Let op: Één of meerdere velden bevatten fouten, je aanpassingen zijn niet opgeslagen!';

test('shows every field, name and e-mail read-only', async () => {
  await openProfile();
  for (const label of ['Voornaam', 'Tussenvoegsel', 'Achternaam', 'E-mailadres']) {
    expect(screen.getByLabelText(label)).toHaveAttribute('readonly');
  }
  expect(screen.getByLabelText('Geboortedatum')).toHaveValue('17-04-1968');
  expect(screen.getByLabelText('Handicap')).toHaveValue('18,4');
  expect(screen.getByLabelText('GSN')).toHaveAccessibleDescription(/begint met NL, gevolgd door 8 cijfers/);
  expect(screen.getByRole('radiogroup', { name: 'Geslacht' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Man' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Ik ben lid van een golfclub' })).toBeChecked();
});

test('saves, confirms it and shows the values as the server normalised them', async () => {
  const { save, type, sent } = await openProfile();
  await type('Postcode', '3811ac');
  await type('Handicap', '17.2');
  await type('Geboortedatum', '1-5-1968');
  await save();
  expect(await screen.findByText('Je wijzigingen zijn succesvol opgeslagen!')).toBeVisible();
  expect(screen.getByLabelText('Postcode')).toHaveValue('3811 AC');
  expect(screen.getByLabelText('Handicap')).toHaveValue('17,2');
  expect(screen.getByLabelText('Geboortedatum')).toHaveValue('01-05-1968');
  expect(sent()[0]?.body).toMatchObject({ handicap: 17.2, birthdate: '1968-05-01', is_club_member: true });
});

test('shows the errors of the server next to the fields and in a summary that gets the focus', async () => {
  const { user, save, type } = await openProfile();
  await type('Postcode', '12');
  await type('GSN', 'x');
  await save();
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveTextContent(INVALID_FIELDS);
  expect(summary).toHaveFocus();
  expect(screen.getByLabelText('Postcode')).toBeInvalid();
  expect(screen.getByLabelText('GSN')).toHaveAccessibleDescription(/Vul NL en 8 cijfers in/);
  await user.click(within(summary).getByRole('link', { name: /^Postcode/ }));
  expect(screen.getByLabelText('Postcode')).toHaveFocus();

  await type('Postcode', '3811 AB');
  expect(screen.getByLabelText('Postcode')).not.toBeInvalid();
  await type('GSN', '');
  await save();
  expect(await screen.findByText('Je wijzigingen zijn succesvol opgeslagen!')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what is no date is told in one round with what the server refuses, and again when the field is left', async () => {
  const { user, save, type, sent } = await openProfile();
  await type('Geboortedatum', '31-02-1968');
  await type('Handicap', 'hoog');
  await type('Postcode', '12');
  expect(screen.getByLabelText('Geboortedatum')).not.toBeInvalid();
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(INVALID_FIELDS);
  expect(screen.getByLabelText('Geboortedatum')).toHaveAccessibleDescription(
    /bestaande datum in als dd-mm-jjjj/,
  );
  expect(screen.getByLabelText('Handicap')).toBeInvalid();
  expect(screen.getByLabelText('Postcode')).toBeInvalid();
  // The server gets them as they are, so that it saves nothing.
  expect(sent()[0]?.body).toMatchObject({ birthdate: '31-02-1968', handicap: 'hoog' });
  await type('Geboortedatum', '30-02-1968');
  await user.tab();
  expect(screen.getByLabelText('Geboortedatum')).toBeInvalid();
});

const saveButton = () => screen.queryByRole('button', { name: 'opslaan' });

test('what is no date is not sent where nothing else was changed', async () => {
  const { save, type, sent } = await openProfile();
  await type('Geboortedatum', '31-02-1968');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(INVALID_FIELDS);
  expect(sent()).toHaveLength(0);
});

test('there is something to save only after a change', async () => {
  const { type, save } = await openProfile();
  expect(saveButton()).toBeNull();
  await type('Straat', 'Dorpsstraat');
  expect(saveButton()).toBeVisible();
  await type('Straat', 'Kerkstraat');
  expect(saveButton()).toBeNull();
  await type('Straat', 'Dorpsstraat');
  await save();
  expect(await screen.findByText('Je wijzigingen zijn succesvol opgeslagen!')).toBeVisible();
  expect(saveButton()).toBeNull();
});

test('each setting is a link, which has its state where that is known', async () => {
  await openProfile();
  const settings = within(screen.getByRole('navigation', { name: 'Instellingen' }));
  expect(settings.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/profile/notifications',
    '/profile/password',
    '/profile/passkeys',
    '/profile/sessions',
    '/profile/calendar',
    '/profile/data',
    '/privacy',
  ]);
  const devices = settings.getByRole('link', { name: 'ingelogde apparaten' });
  await waitFor(() => expect(devices).toHaveAccessibleDescription(/^\d apparaten$/));
});

test('shows the club field to club members only', async () => {
  const { user } = await openProfile();
  expect(screen.getByLabelText('Golfclub')).toHaveValue('Golfclub De Wilgenhoek');
  await user.click(screen.getByRole('checkbox', { name: 'Ik ben lid van een golfclub' }));
  expect(screen.queryByLabelText('Golfclub')).toBeNull();
});

test('names the missing fields of an incomplete profile', async () => {
  await openProfile({}, 'nora.smit@fairway.example');
  expect(screen.getByText(/Je profiel is nog niet compleet/)).toHaveTextContent('Telefoon en Geboortedatum');
});

test.each([
  ['a broken server', { status: 500, body: {} }],
  ['no network', networkError],
] as const)('shows that saving failed after %s and preserves the input', async (_, response) => {
  const { save, type } = await openProfile({ 'POST /users/me/profile': () => response });
  await type('Straat', 'Dorpsstraat');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent('Opslaan mislukt. Probeer het later opnieuw.');
  expect(screen.getByLabelText('Straat')).toHaveValue('Dorpsstraat');
});

test('loading the profile can be retried after a failure', async () => {
  let fails = true;
  const portal = servePortal(undefined, {});
  servePortal(undefined, {
    'GET /users/me/profile': () =>
      fails ? { status: 500, body: {} } : portal.respond('GET', '/api/users/me/profile', {}, null),
  });
  beLoggedIn();
  openApp('/profile');
  expect(await screen.findByRole('alert')).toHaveTextContent('Er is iets misgegaan.');
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'opnieuw proberen' }));
  await waitFor(() => expect(screen.getByLabelText('Straat')).toHaveValue('Kerkstraat'));
});

test('an address that a browser fills into the field of the street is taken apart', async () => {
  const { user, type, save, sent } = await openProfile();
  await user.clear(screen.getByLabelText('Huisnummer'));
  await type('Straat', 'Dorpsstraat 7-B');
  await user.tab();
  expect(screen.getByLabelText('Huisnummer')).toHaveValue('7-B');
  await save();
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ street: 'Dorpsstraat', housenumber: '7-B' }));
});

const UNSAVED = 'Je vorige wijzigingen zijn nog niet opgeslagen.';

test('changes that are not saved survive a reload and another screen, until they are saved', async () => {
  const { type } = await openProfile();
  await type('Straat', 'Dorpsstraat');
  cleanup();
  const { user, save, sent } = await openProfile();
  expect(screen.getByLabelText('Straat')).toHaveValue('Dorpsstraat');
  expect(screen.getByText(UNSAVED)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'wachtwoord wijzigen' }));
  await user.click(await screen.findByRole('link', { name: 'naar je profiel' }));
  expect(await screen.findByLabelText('Straat')).toHaveValue('Dorpsstraat');
  await save();
  expect(await screen.findByText('Je wijzigingen zijn succesvol opgeslagen!')).toBeVisible();
  expect(screen.queryByText(UNSAVED)).toBeNull();
  expect(sent()[0]?.body).toMatchObject({ street: 'Dorpsstraat', city: 'Amersfoort' });
  expect(sessionStorage.getItem('fairway:profile')).toBeNull();
});

test('changes survive a session that ended, and the member can undo them', async () => {
  const { user, type, save } = await openProfile({
    'POST /users/me/profile': () => ({ status: 401, body: { success: false } }),
  });
  await type('Straat', 'Dorpsstraat');
  await save();
  await user.type(await screen.findByLabelText('Wachtwoord'), 'fairway-demo');
  await user.type(screen.getByLabelText('E-mailadres'), 'jan.devries@fairway.example');
  await user.click(screen.getByRole('button', { name: 'inloggen' }));
  expect(await screen.findByLabelText('Straat')).toHaveValue('Dorpsstraat');
  await user.click(screen.getByRole('button', { name: 'ongedaan maken' }));
  expect(screen.getByLabelText('Straat')).toHaveValue('Kerkstraat');
  expect(sessionStorage.getItem('fairway:profile')).toBeNull();
});

test("another member does not see one's changes, and a log-out removes them", async () => {
  const { type } = await openProfile();
  await type('Straat', 'Dorpsstraat');
  cleanup();
  await openProfile({}, 'sanne.bakker@fairway.example');
  expect(screen.getByLabelText('Straat')).toHaveValue('Kerkstraat');
  expect(sessionStorage.getItem('fairway:profile')).toBeNull();

  await type('Straat', 'Molenweg');
  expect(sessionStorage.getItem('fairway:profile')).not.toBeNull();
  cleanup();
  servePortal();
  openApp('/auth/logout');
  await screen.findByRole('heading', { name: 'Inloggen' });
  expect(sessionStorage.getItem('fairway:profile')).toBeNull();
});

test('what was typed back to the saved value is not a change', async () => {
  const { type } = await openProfile();
  await type('Straat', 'Dorpsstraat');
  await type('Straat', 'Kerkstraat');
  expect(sessionStorage.getItem('fairway:profile')).toBeNull();
});

test('a member in Belgium chooses the country and fills in its postcode', async () => {
  const { user, save, type, sent } = await openProfile();
  const country = screen.getByLabelText('Land');
  expect(country).toHaveValue('NL');
  expect(
    within(country)
      .getAllByRole('option')
      .slice(0, 3)
      .map((option) => option.textContent),
  ).toEqual(['Nederland', 'België', 'Duitsland']);
  await user.selectOptions(country, 'België');
  expect(screen.getByLabelText('Postcode')).toHaveAttribute('placeholder', '2000');
  await type('Postcode', 'B-2000');
  await save();
  expect(await screen.findByText('Je wijzigingen zijn succesvol opgeslagen!')).toBeVisible();
  expect(sent()[0]?.body).toMatchObject({ country: 'BE', postcode: 'B-2000' });
});

test('the server says at the field which country a postcode is of', async () => {
  const problem = 'Dit is een Belgische postcode: kies België als land.';
  const { save, type } = await openProfile({
    'POST /users/me/profile': () => ({
      status: 422,
      body: { success: false, error: problem, errors: { postcode: problem } },
    }),
  });
  await type('Postcode', 'B-2000');
  await save();
  await screen.findByRole('alert');
  expect(screen.getByLabelText('Postcode')).toHaveAccessibleDescription(problem);
});
