// The kinds of content, as they are named in addresses and on screens.

export const KINDS = ['news', 'faq', 'page', 'offer', 'settings', 'club'] as const;
export type ContentKind = (typeof KINDS)[number];

export const kindOf = (text: string | undefined): ContentKind =>
  KINDS.find((kind) => kind === text) ?? 'news';

/** In the menu, and one of them in a sentence. */
export const KIND_NAMES: Readonly<Record<ContentKind, { readonly many: string; readonly one: string }>> = {
  news: { many: 'News', one: 'news item' },
  faq: { many: 'Questions', one: 'heading of questions' },
  page: { many: 'Pages', one: 'page' },
  offer: { many: 'Offers', one: 'offer' },
  settings: { many: 'Settings', one: 'settings' },
  club: { many: 'Clubs', one: 'club' },
};

/** Rounds name clubs, and the shop needs its settings: they are never removed. */
export const mayVanish = (kind: ContentKind) => kind !== 'settings' && kind !== 'club';
