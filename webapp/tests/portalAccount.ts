// The routes of the fake portal for the member's account and for content: profile, password, impersonation, news,
// questions, pages.
import { addDays } from '../src/ui/format.ts';
import { answer, fail, invalid, ok, type Routes } from './mockResponse.ts';
import { notificationRoutes } from './portalNotifications.ts';
import { calendarRoutes } from './portalCalendar.ts';
import { passkeyRoutes } from './portalPasskeys.ts';
import { pushRoutes } from './portalPush.ts';
import { sessionRoutes } from './portalSessions.ts';
import type { SampleMember } from './samples.ts';

export const sampleFaq = [
  {
    name: 'Reserveren',
    questions: [
      {
        question: 'Hoe ver vooruit kan ik reserveren?',
        answer: '<p>De kalender toont <strong>21 dagen</strong>, vanaf de maandag van deze week.</p>',
      },
      {
        question: 'Kan ik twee rondes op één dag reserveren?',
        answer: '<p>Nee, je kunt per dag <em>één ronde</em> reserveren.</p>',
      },
    ],
  },
  {
    name: 'Annuleren',
    questions: [
      {
        question: 'Tot wanneer kan ik gratis annuleren?',
        answer:
          '<p>Tot en met de dag vóór je ronde. Meer staat bij <a href="/info">zo werkt Fairway</a>.</p>',
      },
    ],
  },
];

const pages: Record<string, { title: string; contents: string }> = {
  'contact-fairway': {
    title: 'Contact',
    contents:
      '<p>Onze klantenservice helpt je graag.</p><h2>Klantenservice</h2><ul><li>E-mail: <a href="mailto:klantenservice@fairway.example">klantenservice@fairway.example</a></li><li>Op werkdagen van 9.00 tot 17.00 uur</li></ul>',
  },
  privacy: { title: 'Privacy', contents: '<p>We bewaren zo weinig mogelijk.</p>' },
  info: { title: 'Zo werkt Fairway', contents: '<p>Speel op golfbanen in heel Nederland.</p>' },
};

const expiredLink = fail(
  422,
  'Deze link is verlopen of al gebruikt. Vraag een nieuwe aan, in je profiel of bij onze klantenservice.',
);

export function accountRoutes(me: SampleMember, today: string, impersonate: () => void): Routes {
  let profile: Record<string, unknown> = {
    firstName: me.first_name,
    prefix: me.prefix,
    lastName: me.last_name,
    email: me.email,
    initials: 'J.H.',
    street: 'Kerkstraat',
    housenumber: '12',
    postcode: '3811 AB',
    country: 'NL',
    city: 'Amersfoort',
    gsn: 'NL20418300',
    telephone: me.complete === false ? '' : '+31610041826',
    gender: 'M',
    birthdate: me.complete === false ? '' : '1968-04-17',
    is_club_member: true,
    handicap: 18.4,
    golfassociation: 'Golfclub De Wilgenhoek',
  };
  const news = [
    {
      id: 'n1',
      title: 'Winterregels op de baan',
      contents: '<p>Van november tot april.</p>',
      post_date: addDays(today, -21),
    },
    {
      id: 'n2',
      title: 'Banen dicht bij vorst en mist',
      contents: '<p>Bel voor vertrek de receptie.</p>',
      post_date: addDays(today, -1),
    },
    {
      id: 'n3',
      title: 'Gewijzigde starttijden',
      contents: '<ul><li>Kies eerst je baan.</li></ul>',
      post_date: addDays(today, -12),
    },
  ];

  return {
    'GET /users/me/profile': () => ok({ data: profile, errors: {} }),
    'POST /users/me/profile': ({ body }) => {
      const typed = String(body['postcode']).replace(/\s/g, '').toUpperCase();
      const isDutch = (body['country'] ?? profile['country']) === 'NL';
      const postcode = isDutch ? typed : typed.replace(/^\w{1,2}-/, '');
      const errors: Record<string, string> = {};
      if (isDutch && postcode && !/^[1-9]\d{3}[A-Z]{2}$/.test(postcode))
        errors['postcode'] = 'Vul een postcode in als 1234 AB.';
      if (body['gsn'] && !/^NL\d{8}$/.test(String(body['gsn']))) errors['gsn'] = 'Vul NL en 8 cijfers in.';
      const birthdate = String(body['birthdate'] ?? '');
      if (birthdate && Number.isNaN(Date.parse(birthdate)))
        errors['birthdate'] = 'Vul een bestaande datum in.';
      if (typeof body['handicap'] === 'string') errors['handicap'] = 'Vul een handicap in.';
      if (Object.keys(errors).length > 0) return invalid(errors);
      profile = { ...profile, ...body, postcode: isDutch ? postcode.replace(/^(\d{4})/, '$1 ') : postcode };
      return ok({ errors: {} });
    },
    'POST /users/forgot_password': () => ok(),
    'POST /users/reset_password/account': ({ body }) =>
      answer({ email: body['token'] === 'goede-token' ? me.email : null }),
    'POST /users/reset_password': ({ body }) => {
      if (body['token'] !== 'goede-token') return fail(422, 'Deze link is niet meer geldig.');
      if (body['password'] !== 'wachtwoord') return ok();
      return invalid({ password: 'Dit wachtwoord wordt te vaak gebruikt.' });
    },
    'POST /users/me/password': ({ body }) => {
      if (body['current'] !== 'fairway-demo')
        return invalid({ current: 'Dit is niet je huidige wachtwoord.' });
      if (body['new'] === 'wachtwoord') return invalid({ new: 'Dit wachtwoord is te makkelijk te raden.' });
      return ok({ access_token: 'renewed-token', token_type: 'Bearer', expires_in: 2_592_000 });
    },
    'POST /users/me/email': ({ body }) =>
      body['password'] === 'fairway-demo' ? ok() : invalid({ password: 'Dit is niet je wachtwoord.' }),
    'POST /users/email/account': ({ body }) =>
      body['token'] === 'goede-token'
        ? answer({ present: 'j…@fairway.example', email: 'jan@elders.example', needs_password: true })
        : expiredLink,
    'POST /users/email': ({ body }) =>
      body['token'] === 'goede-token'
        ? body['password'] === 'fairway-demo'
          ? ok({ email: 'jan@elders.example' })
          : invalid({ password: 'Dit is niet je wachtwoord.' })
        : expiredLink,
    ...notificationRoutes(),
    ...sessionRoutes(),
    ...passkeyRoutes(me.email),
    ...calendarRoutes(today),
    ...pushRoutes(),
    'GET /users/me/data': () =>
      answer({
        gemaakt_op: `${today}T10:00:00+01:00`,
        toelichting: 'Dit zijn alle gegevens die Fairway van je heeft.',
        onderdelen: [
          {
            naam: 'account',
            wat_het_betekent: 'Wie je bent.',
            velden: { voornaam: 'Je voornaam' },
            gegevens: [{ voornaam: me.first_name }],
          },
        ],
      }),
    'POST /token/login': ({ body }) => {
      if (body['login_token'] !== 'goede-token') return fail(401, 'Niet geldig.');
      impersonate();
      return answer({
        access_token: 'operator-token',
        email: me.email,
        token_type: 'Bearer',
        expires_in: 3600,
      });
    },
    'GET /news': () => ok({ data: news }),
    'GET /faq': () => ok({ data: sampleFaq }),
    'GET /content/page/contact-fairway': () => ok({ data: pages['contact-fairway'] }),
    'GET /content/page/privacy': () => ok({ data: pages.privacy }),
    'GET /content/page/info': () => ok({ data: pages['info'] }),
  };
}
