// Answers of which one unreadable row costs that row and not the screen: a newer server may send what this version of
// the app does not know.
import * as z from 'zod/mini';
import { reportUnreadable } from './unreadable.ts';

const UNREADABLE = Symbol('unreadable');
const made = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/** The same schema, in which each list and each map of objects leaves out those that cannot be read. */
export function tolerant<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  const known = made.get(schema) ?? walk(schema);
  made.set(schema, known);
  return known as Schema;
}

interface Parts {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
}

const partsOf = (schema: z.ZodMiniType) => schema.def as Parts;

function walk(schema: z.ZodMiniType): z.ZodMiniType {
  const { shape, element, valueType, innerType } = partsOf(schema);
  const withParts = (parts: Parts) => z.clone(schema, { ...schema.def, ...parts });
  if (shape) {
    const fields = Object.entries(shape).map(([name, field]) => [name, walk(field)]);
    return withParts({ shape: Object.fromEntries(fields) });
  }
  if (innerType) return withParts({ innerType: walk(innerType) });
  if (element && isRow(element)) {
    return z.pipe(
      withParts({ element: readable(element) }),
      z.transform((list) => (list as unknown[]).filter(isReadable)),
    );
  }
  if (valueType && isRow(valueType)) {
    return z.pipe(
      withParts({ valueType: readable(valueType) }),
      z.transform((map) =>
        Object.fromEntries(Object.entries(map as object).filter(([, value]) => isReadable(value))),
      ),
    );
  }
  return schema;
}

/** A list of texts or numbers is a part of its row. */
const isRow = (schema: z.ZodMiniType) => partsOf(schema).shape !== undefined;

function readable(row: z.ZodMiniType): z.ZodMiniType {
  return z.catch(walk(row), ({ error }) => {
    reportUnreadable(error);
    return UNREADABLE;
  });
}

const isReadable = (row: unknown) => row !== UNREADABLE;
