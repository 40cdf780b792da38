// The kinds of content, as they are named in addresses and on screens.
import { thereIsNo } from '../../ui/index.ts';

export const KINDS = ['news', 'faq', 'page', 'offer', 'settings', 'club'] as const;
export type ContentKind = (typeof KINDS)[number];

/** A row of the data set; the form knows its fields. */
export type Row = Readonly<Record<string, unknown>>;

export const kindOf = (text: string | undefined): ContentKind =>
  KINDS.find((kind) => kind === text) ?? 'news';

/** In the menu, and one of them in a sentence. */
export const KIND_NAMES: Readonly<Record<ContentKind, { readonly many: string; readonly one: string }>> = {
  news: { many: 'News', one: 'a news item' },
  faq: { many: 'Questions', one: 'a heading of questions' },
  page: { many: 'Pages', one: 'a page' },
  offer: { many: 'Offers', one: 'an offer' },
  settings: { many: 'Settings', one: 'the settings' },
  club: { many: 'Clubs', one: 'a club' },
};

/** The sentence about a kind that the address asks for and does not exist; `kindOf` takes it for news. */
export const unknownKinds = (asked: string | undefined): readonly string[] =>
  asked === undefined || asked === kindOf(asked)
    ? []
    : [
        thereIsNo(
          `content of the kind “${asked}”`,
          KINDS.map((kind) => KIND_NAMES[kind].many),
          'This is the news.',
        ),
      ];

/** Rounds name clubs, and the shop needs its settings: they are never removed. */
export const mayVanish = (kind: ContentKind) => kind !== 'settings' && kind !== 'club';
