// Sample content for the operators' screens, and what the server does with it as far as the screens show it.
import type { ContentChange } from '../../src/operator/api/generated/ContentChange.ts';
import type { ContentItem } from '../../src/operator/api/generated/ContentItem.ts';
import { fail, type MockResponse, type Routes } from '../mockResponse.ts';

export const sampleItem = (
  kind: ContentItem['kind'],
  key: string,
  title: string,
  row: Record<string, unknown>,
  more: Partial<ContentItem> = {},
): ContentItem => ({
  kind,
  key,
  title,
  status: 'published',
  version: 12,
  changed_at: '2026-11-24T16:20:00+01:00',
  changed_by: 'Nina van den Heuvel',
  published: row,
  draft: null,
  appears_at: null,
  vanishes_at: null,
  ...more,
});

const newsRow = {
  title: 'Wintergreens open',
  contents: '<p>Vanaf maandag spelen we op <strong>wintergreens</strong>.</p>',
  post_date: '2026-11-24',
  important: true,
};
const christmas = { ...newsRow, title: 'Open met Kerst', post_date: '2026-12-20', important: false };

const items: readonly ContentItem[] = [
  sampleItem('news', 'n1', newsRow.title, newsRow),
  sampleItem('news', 'n2', christmas.title, christmas, {
    status: 'scheduled',
    published: null,
    draft: christmas,
    appears_at: '2026-12-20T09:00:00+01:00',
    vanishes_at: '2026-12-27T00:00:00+01:00',
  }),
  sampleItem(
    'news',
    'n3',
    'Zomeravond',
    { ...newsRow, title: 'Zomeravond' },
    { status: 'vanished', published: null, draft: newsRow, changed_by: 'schedule' },
  ),
  sampleItem('faq', 'f1', 'Reserveren', {
    name: 'Reserveren',
    questions: [
      { question: 'Hoe reserveer ik?', answer: '<p>Kies een baan en een dag.</p>' },
      { question: 'Kan ik afzeggen?', answer: '<p>Ja, tot de dag zelf.</p>' },
    ],
  }),
  sampleItem('faq', 'f2', 'Betalen', { name: 'Betalen', questions: [] }),
  sampleItem('page', 'info', 'Info', { slug: 'info', title: 'Info', contents: '<p>Info</p>' }),
  sampleItem('offer', 'o1', 'Compleet', {
    name: 'Compleet',
    amount_cents: 34950,
    url: 'https://www.fairway.example/compleet',
    properties: ['60 rondes', 'alle banen'],
  }),
  sampleItem('settings', 'settings', 'settings', {
    federation_year: 2026,
    federation_packages: [{ key: 'homecourse', description: 'NGF-pas', price_cents: 4950 }],
    free_vouchers: [{ holes: 9, price_cents: 1250 }],
    free_voucher_validity_days: 365,
    free_voucher_max_per_year: 4,
    payment_methods: [{ id: 'ideal', name: 'iDEAL | Wero' }],
    voucher_titles: ['Compensatie vorst'],
    pass_names: ['Weekend 2027'],
  }),
  sampleItem('club', 'de-wilgenhoek', 'De Wilgenhoek', {
    id: 'de-wilgenhoek',
    name: 'De Wilgenhoek',
    city: 'Amersfoort',
    short_name: 'Wilgenhoek',
    keywords: 'bos, water',
    lat: 52.16,
    lon: 5.39,
    holes: [9, 18],
    starttime_description: 'Elke dag vanaf 8 uur',
    reservation_instruction: '<p>Meld je bij de balie.</p>',
    reservation_description: '<p>Neem schoenen mee.</p>',
    max_plays_per_year: 12,
    daily_capacity: 96,
    closed_weekdays: ['monday'],
    closures: [{ date: '2026-12-25', reason: 'Kerst' }],
    street: 'Bosweg 1',
    postcode: '3812 AB',
    telephone: '+31331234567',
    website: 'https://www.wilgenhoek.example',
    greens: 'Het hele jaar open.',
    terms: '<p>Honden aan de lijn.</p>',
    photos: [{ file: '0123456789abcdef0123456789abcdef.png', alt: 'De derde hole' }],
  }),
];

const stored = (published: object | null) => ({
  published,
  draft: null,
  appears_at: null,
  vanishes_at: null,
  has_vanished: false,
});
const news = { kind: 'news', key: 'n1', title: newsRow.title, version: 12 } as const;
const imported = stored({ ...newsRow, post_date: '2026-11-23' });

export const sampleChanges: ContentChange[] = [
  {
    ...news,
    id: 12,
    at: '2026-11-24T16:20:00+01:00',
    action: 'save',
    operator: 'Nina van den Heuvel',
    reason: 'The date was wrong',
    before: imported,
    after: stored(newsRow),
  },
  {
    ...news,
    id: 3,
    at: '2026-11-20T09:00:00+01:00',
    action: 'import',
    operator: 'import',
    reason: 'fairway import',
    before: stored(null),
    after: imported,
  },
];

const refused = (errors: Record<string, string>) => fail(422, Object.values(errors)[0]!, { errors });

const save = ({ body }: { body: Record<string, unknown> }): MockResponse => {
  if (!body['reason']) return refused({ reason: 'Write a reason: one line of at most 200 characters.' });
  const row = body['row'] as Record<string, unknown>;
  if (row['title'] === '') return refused({ title: 'This must not be empty.' });
  return {
    body: sampleItem(
      body['kind'] as ContentItem['kind'],
      String(body['key'] ?? 'new'),
      String(row['title']),
      row,
    ),
  };
};

export const content: Routes = {
  'GET /content': ({ query }) => ({
    body: { items: items.filter(({ kind }) => kind === query.get('kind')) },
  }),
  'GET /content/item': ({ query }) => {
    const found = items.find(({ kind, key }) => kind === query.get('kind') && key === query.get('key'));
    return found
      ? { body: found }
      : fail(404, 'There is no such item. It may have been removed: see its changes.');
  },
  'GET /content/changes': () => ({ body: { changes: sampleChanges, next: null } }),
  'POST /content/preview': ({ body }) => ({
    body: {
      html: String(body['html']).replaceAll(/<script[\s\S]*?<\/script>| on\w+="[^"]*"/g, ''),
      removed: String(body['html']).includes('onclick')
        ? [{ element: 'p', attribute: 'onclick', count: 1 }]
        : [],
      allowed: ['p', 'table'],
    },
  }),
  'POST /content/photos': () => ({
    body: { file: 'fedcba9876543210fedcba9876543210.png', width: 1600, height: 900 },
  }),
  'POST /content/add': save,
  'POST /content/save': save,
  'POST /content/discard': () => ({ body: items[1] }),
  'POST /content/remove': () => ({ body: items[1] }),
  'POST /content/order': () => ({ body: { items: [] } }),
  'POST /content/undo': () => ({ body: items[0] }),
};
