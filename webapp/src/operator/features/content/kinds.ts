// The kinds of content, as they are named in addresses and on screens.

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

/** Rounds name clubs, and the shop needs its settings: they are never removed. */
export const mayVanish = (kind: ContentKind) => kind !== 'settings' && kind !== 'club';
