// Between a row of the data set and the texts of its form. A text that is no number is sent as it is: the server says what
// it must be.
import type { FieldSpec } from './fields.ts';
import type { Row } from './kinds.ts';

export type Value = string | boolean | readonly (string | number)[] | readonly Values[];
export type Values = { readonly [name: string]: Value };

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function euros(cents: unknown): string {
  return typeof cents === 'number' ? (cents / 100).toFixed(2) : textOf(cents);
}

function cents(text: string): unknown {
  if (text.trim() === '') return null;
  return /^\d{1,9}([.,]\d{1,2})?$/.test(text.trim())
    ? Math.round(Number(text.trim().replace(',', '.')) * 100)
    : text;
}

function number(text: string): unknown {
  if (text.trim() === '') return null;
  const read = Number(text.trim().replace(',', '.'));
  return Number.isFinite(read) ? read : text;
}

/** The end of a block of HTML that is followed by another tag, after any number of line breaks. */
const BLOCK_END = /(<\/(?:p|h[1-6]|ul|ol|li|blockquote|tr|table)>|<(?:ul|ol|br)>)(?=\n*<)/gi;
/** The same, with one line break that `withLineBreaks` made. */
const BLOCK_END_AND_BREAK = /(<\/(?:p|h[1-6]|ul|ol|li|blockquote|tr|table)>|<(?:ul|ol|br)>)\n(?=\n*<)/gi;

/** To be read in a form: each block on a line of its own. */
export const withLineBreaks = (html: string) => html.replace(BLOCK_END, '$1\n');

/** As it is stored: a form that was only opened changes nothing. */
const withoutLineBreaks = (html: string) => html.replace(BLOCK_END_AND_BREAK, '$1');

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function toValues(fields: readonly FieldSpec[], row: Row): Values {
  return Object.fromEntries(fields.map((field) => [field.name, toValue(field, row[field.name])]));
}

function toValue(field: FieldSpec, value: unknown): Value {
  switch (field.type) {
    case 'checkbox':
      return value === true;
    case 'euros':
      return euros(value);
    case 'html':
      return withLineBreaks(textOf(value));
    case 'texts':
      return listOf(value).map(textOf).join('\n');
    case 'choices':
      return listOf(value).filter((one) => typeof one === 'string' || typeof one === 'number');
    case 'list':
      return listOf(value).map((one) => toValues(field.fields, isRow(one) ? one : {}));
    default:
      return textOf(value);
  }
}

export function toRow(fields: readonly FieldSpec[], values: Values): Row {
  return Object.fromEntries(
    fields.map((field) => [field.name, fromValue(field, values[field.name] ?? toValue(field, undefined))]),
  );
}

function fromValue(field: FieldSpec, value: Value): unknown {
  switch (field.type) {
    case 'euros':
      return cents(String(value));
    case 'number':
      return number(String(value));
    case 'html':
      return withoutLineBreaks(String(value));
    case 'texts':
      return String(value)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
    case 'list':
      return (value as readonly Values[]).map((one) => toRow(field.fields, one));
    default:
      return value;
  }
}
