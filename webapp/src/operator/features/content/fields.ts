// The fields of each kind's form, by the names of the data set. The server checks their values, as in an import: its
// sentence is shown beside the field.
import type { ContentKind } from './kinds.ts';

interface Named {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Beside its neighbour where there is room. */
  readonly isHalf?: boolean;
}

/** A field with one control, or one group of them. */
export type PlainField = Named &
  (
    | { readonly type: 'text' | 'lines' | 'html' | 'date' | 'checkbox' | 'euros' | 'number' }
    /** Set once: addresses and rounds name it. */
    | { readonly type: 'name' }
    /** Never set here. */
    | { readonly type: 'fixed' }
    | {
        readonly type: 'choices';
        readonly options: readonly (readonly [value: string | number, label: string])[];
      }
    /** A list of texts. */
    | { readonly type: 'texts' }
  );

export interface ListFieldSpec extends Named {
  readonly type: 'list';
  readonly fields: readonly PlainField[];
  /** The word for one entry. */
  readonly one: string;
  /** A new entry; undefined: none can be added here. */
  readonly empty?: Readonly<Record<string, unknown>>;
}

export type FieldSpec = PlainField | ListFieldSpec;

const SLUG = 'Small letters, digits and hyphens. It never changes.';
const HOLES = [
  [9, '9 holes'],
  [18, '18 holes'],
] as const;
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
  (day) => [day.toLowerCase(), day] as const,
);

export const FIELDS: Readonly<Record<ContentKind, readonly FieldSpec[]>> = {
  news: [
    { name: 'title', label: 'Title', type: 'text' },
    { name: 'contents', label: 'Text', type: 'html' },
    { name: 'post_date', label: 'Date', type: 'date', hint: 'Shown from this day on, newest first.' },
    {
      name: 'important',
      label: 'Important: on every member’s start screen until they dismiss it',
      type: 'checkbox',
    },
  ],
  faq: [
    { name: 'name', label: 'Heading', type: 'text' },
    {
      name: 'questions',
      label: 'Questions',
      type: 'list',
      one: 'question',
      empty: { question: '', answer: '' },
      fields: [
        { name: 'question', label: 'Question', type: 'text' },
        { name: 'answer', label: 'Answer', type: 'html' },
      ],
    },
  ],
  page: [
    { name: 'slug', label: 'Name in the address', type: 'name', hint: SLUG },
    { name: 'title', label: 'Title', type: 'text' },
    { name: 'contents', label: 'Text', type: 'html' },
  ],
  offer: [
    { name: 'name', label: 'Name', type: 'text', isHalf: true },
    { name: 'amount_cents', label: 'Price (euros)', type: 'euros', isHalf: true },
    { name: 'url', label: 'Address', type: 'text', hint: 'Where it is bought: https://… or /…' },
    { name: 'properties', label: 'What it holds', type: 'texts', hint: 'One on each line.' },
  ],
  settings: [
    { name: 'federation_year', label: 'Year of the federation that is sold', type: 'number' },
    {
      name: 'federation_packages',
      label: 'Packages of the federation',
      type: 'list',
      one: 'package',
      empty: { key: '', description: '', price_cents: null },
      fields: [
        { name: 'key', label: 'Key', type: 'text', hint: 'Orders name it.', isHalf: true },
        { name: 'price_cents', label: 'Price (euros)', type: 'euros', isHalf: true },
        { name: 'description', label: 'Description', type: 'text' },
      ],
    },
    {
      name: 'free_vouchers',
      label: 'Vouchers that are sold',
      type: 'list',
      one: 'voucher',
      empty: { holes: null, price_cents: null },
      fields: [
        { name: 'holes', label: 'Holes (9 or 18)', type: 'number', isHalf: true },
        { name: 'price_cents', label: 'Price (euros)', type: 'euros', isHalf: true },
      ],
    },
    {
      name: 'free_voucher_validity_days',
      label: 'Days for which a bought voucher is valid',
      type: 'number',
      isHalf: true,
    },
    {
      name: 'free_voucher_max_per_year',
      label: 'Vouchers for each member and year, at most',
      type: 'number',
      isHalf: true,
    },
    {
      name: 'payment_methods',
      label: 'Ways to pay',
      type: 'list',
      one: 'way to pay',
      empty: { id: '', name: '' },
      fields: [
        { name: 'id', label: 'Id at the payment provider', type: 'text', isHalf: true },
        { name: 'name', label: 'Name', type: 'text', isHalf: true },
      ],
    },
    {
      name: 'voucher_titles',
      label: 'What a granted voucher may be called',
      type: 'texts',
      hint: 'One on each line, in Dutch. Members read it and it is stored for good: nothing about a person.',
    },
    {
      name: 'pass_names',
      label: 'What a granted pass may be called',
      type: 'texts',
      hint: 'One on each line, in the same way.',
    },
  ],
  club: [
    { name: 'id', label: 'Name in addresses', type: 'name', hint: SLUG },
    { name: 'name', label: 'Name', type: 'text', isHalf: true },
    { name: 'short_name', label: 'Short name', type: 'text', hint: 'Where room is short.', isHalf: true },
    { name: 'street', label: 'Street and house number', type: 'text', isHalf: true },
    { name: 'postcode', label: 'Postcode', type: 'text', isHalf: true },
    { name: 'city', label: 'Town', type: 'text', isHalf: true },
    { name: 'telephone', label: 'Telephone', type: 'text', isHalf: true },
    { name: 'website', label: 'Website', type: 'text', hint: 'https://…', isHalf: true },
    {
      name: 'keywords',
      label: 'Words that find it',
      type: 'text',
      hint: 'With commas between them.',
      isHalf: true,
    },
    { name: 'lat', label: 'Place on the map: degrees north', type: 'number', isHalf: true },
    { name: 'lon', label: 'Place on the map: degrees east', type: 'number', isHalf: true },
    { name: 'holes', label: 'Lengths of round', type: 'choices', options: HOLES },
    {
      name: 'max_plays_per_year',
      label: 'Rounds for each member and year, at most',
      type: 'number',
      isHalf: true,
    },
    { name: 'daily_capacity', label: 'Places a day', type: 'number', hint: 'Empty: no limit.', isHalf: true },
    { name: 'closed_weekdays', label: 'Closed on', type: 'choices', options: DAYS },
    {
      name: 'closures',
      label: 'Closed days',
      type: 'list',
      one: 'closed day',
      empty: { date: '', reason: '' },
      fields: [
        { name: 'date', label: 'Day', type: 'date', isHalf: true },
        { name: 'reason', label: 'Reason', type: 'text', hint: 'Members read it, in Dutch.', isHalf: true },
      ],
    },
    { name: 'starttime_description', label: 'When rounds start', type: 'text' },
    { name: 'reservation_instruction', label: 'Text before a booking', type: 'html' },
    { name: 'reservation_description', label: 'Text with a booked round', type: 'html' },
    { name: 'greens', label: 'About the greens', type: 'lines' },
    { name: 'terms', label: 'Terms of the club', type: 'html' },
    {
      name: 'photos',
      label: 'Photos',
      type: 'list',
      one: 'photo',
      fields: [
        { name: 'file', label: 'File', type: 'fixed', isHalf: true },
        { name: 'alt', label: 'What it shows', type: 'text', isHalf: true },
      ],
    },
  ],
};
