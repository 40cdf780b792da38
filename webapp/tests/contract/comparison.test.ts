import { expect, test } from 'vitest';
import { differences } from './comparison.ts';
import type { JsonSchema } from './description.ts';

const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' } as const;

test.each<[string, JsonSchema, JsonSchema, readonly string[]]>([
  ['the same', object({ id: text }), object({ id: text }), []],
  ['more than the app reads', object({ id: text, more: text }), object({ id: text }), []],
  [
    'a field that the server does not describe',
    object({}),
    object({ id: text }),
    ['answer.id: the server does not describe it'],
  ],
  [
    'a field that the server may leave out',
    object({ id: text }, []),
    object({ id: text }),
    ['answer.id: the server may leave it out'],
  ],
  [
    'a null that the app does not accept',
    { type: ['string', 'null'] },
    text,
    ['answer: the app does not accept null'],
  ],
  ['another type', { type: 'integer' }, text, ['answer: the app does not accept integer']],
  ['a whole number where any number is read', { type: 'integer' }, { type: 'number' }, []],
  [
    'an additional value of a list of values',
    { type: 'string', enum: ['a', 'b'] },
    { type: 'string', enum: ['a'] },
    ['answer: the app does not accept "b"'],
  ],
  [
    'any text where the app knows some',
    text,
    { type: 'string', enum: ['a'] },
    ['answer: the server may send other values than ["a"]'],
  ],
  [
    'a difference within a list',
    { type: 'array', items: object({}) },
    { type: 'array', items: object({ id: text }) },
    ['answer[].id: the server does not describe it'],
  ],
  [
    'a difference within one of two variants',
    { oneOf: [{ type: 'null' }, object({})] },
    { anyOf: [object({ id: text }), { type: 'null' }] },
    ['answer.id: the server does not describe it'],
  ],
  [
    'a difference within a map',
    { type: 'object', additionalProperties: object({}) },
    { type: 'object', additionalProperties: object({ id: text }) },
    ['answer{}.id: the server does not describe it'],
  ],
])('%s', (_, server, app, expected) => {
  expect(differences(server, app)).toEqual(expected);
});
