// Answers of servers of other versions: a newer one may send what this version of the app does not know, an older one
// may lack what it knows. One unreadable row costs that row and not the screen; an absent field is an empty one.
import * as z from 'zod/mini';
import { reportUnreadable } from './unreadable.ts';

const UNREADABLE = Symbol('unreadable');
const withoutRows = new WeakMap<z.ZodMiniType, z.ZodMiniType>();
const withEmptyFields = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/** Fields that identify or date a thing. Nothing can be shown without them: an absent one is never read as empty. */
export const NEEDED =
  /^(id|at|paymentUrl|booking|day|date|dispute|today|startdate|enddate|expires|group|instant|member|nonce|pass|place|request|scan|subscription)$|_(id|at|date)$/;

/** Without one of these nobody is logged in: an empty one is none. */
const SECRET = /^(access_token|challenge)$/;

/** The same schema, in which each list and each map of objects leaves out those that cannot be read. */
export function tolerant<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  const known = withoutRows.get(schema) ?? walk(schema, true);
  withoutRows.set(schema, known);
  // Its fields are filled already.
  withEmptyFields.set(known, known);
  return known as Schema;
}

/** The same schema, in which an absent text is an empty one, and an absent field that may be null is null. */
export function withAbsentFields<Schema extends z.core.$ZodType>(schema: Schema): Schema {
  const mini = schema as unknown as z.ZodMiniType;
  const known = withEmptyFields.get(mini) ?? walk(mini, false);
  withEmptyFields.set(mini, known);
  return known as unknown as Schema;
}

interface Parts {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
}

const partsOf = (schema: z.ZodMiniType) => schema.def as Parts;

function walk(schema: z.ZodMiniType, leavesOut: boolean): z.ZodMiniType {
  const { shape, element, valueType, innerType } = partsOf(schema);
  const withParts = (parts: Parts) => z.clone(schema, { ...schema.def, ...parts });
  if (shape) {
    const fields = Object.entries(shape).map(([name, field]) => [
      name,
      orEmpty(name, walk(field, leavesOut)),
    ]);
    return withParts({ shape: Object.fromEntries(fields) });
  }
  if (innerType) return withParts({ innerType: walk(innerType, leavesOut) });
  if (element && !leavesOut) return withParts({ element: walk(element, false) });
  if (valueType && !leavesOut) return withParts({ valueType: walk(valueType, false) });
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

function orEmpty(name: string, field: z.ZodMiniType): z.ZodMiniType {
  const { type } = field.def;
  if (type === 'nullable') {
    return z.pipe(
      z.optional(field),
      z.transform((value) => value ?? null),
    );
  }
  if (type !== 'string') return field;
  if (SECRET.test(name)) return z.string().check(z.minLength(1));
  if (NEEDED.test(name)) return field;
  return z.pipe(
    z.nullish(field),
    z.transform((text) => text ?? ''),
  );
}

/** A list of texts or numbers is a part of its row. */
const isRow = (schema: z.ZodMiniType) => partsOf(schema).shape !== undefined;

function readable(row: z.ZodMiniType): z.ZodMiniType {
  return z.catch(walk(row, true), ({ error }) => {
    reportUnreadable(error);
    return UNREADABLE;
  });
}

const isReadable = (row: unknown) => row !== UNREADABLE;
