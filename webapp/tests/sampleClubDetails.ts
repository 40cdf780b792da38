// The fake portal's facts about clubs beyond the list: everything about one, nothing about the others.
import { clubs } from './samples.ts';

const PHOTO_WIDTHS = [480, 960];

const photo = (name: string, alt: string) => ({
  alt,
  width: 1200,
  height: 800,
  sizes: PHOTO_WIDTHS.map((width) => ({ width, uri: `/api/photos/${name}-${width}.webp` })),
});

const unknown = {
  street: '',
  postcode: '',
  telephone: '',
  website: '',
  greens: '',
  terms: '',
  reservation_description: '',
  closed_weekdays: [] as string[],
  closures: [] as { date: string; reason: string }[],
  photos: [] as ReturnType<typeof photo>[],
};

export const clubDetails: Readonly<Record<string, typeof unknown>> = {
  ...Object.fromEntries(clubs.map(({ id }) => [id, unknown])),
  'de-zandhoeve': {
    street: 'Zandweg 12',
    postcode: '3852 AB',
    telephone: '+31577123456',
    website: 'https://www.zandhoeve.example',
    greens: 'Grote greens op zandgrond, het hele jaar open.',
    terms: '<p>Handicap <strong>54</strong> of lager.</p>',
    reservation_description: '<p>Meld je een kwartier voor je ronde bij de receptie.</p>',
    closed_weekdays: ['monday', 'tuesday'],
    closures: [{ date: '2026-12-25', reason: 'Kerst' }],
    photos: [photo('green', 'De achttiende green'), photo('bos', 'Hole 4 in het bos')],
  },
};
