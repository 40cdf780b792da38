// Lists from the server, of which one unreadable row costs that row and not the screen: a newer server may send what
// this version of the app does not know.
import * as z from 'zod/mini';
import { reportUnreadable } from './unreadable.ts';

const UNREADABLE = Symbol('unreadable');

/** A list without the rows that cannot be read. */
export function rows<Output, Input>(row: z.ZodMiniType<Output, Input>) {
  return z.pipe(
    z.array(readable(row)),
    z.transform((list: (Output | typeof UNREADABLE)[]) => list.filter(isReadable)),
  );
}

/** The same for a map by a text. */
export function rowsByKey<Output, Input>(row: z.ZodMiniType<Output, Input>) {
  return z.pipe(
    z.record(z.string(), readable(row)),
    z.transform((map: Record<string, Output | typeof UNREADABLE>) =>
      Object.fromEntries(
        Object.entries(map).filter((entry): entry is [string, Output] => isReadable(entry[1])),
      ),
    ),
  );
}

function readable<Output, Input>(row: z.ZodMiniType<Output, Input>) {
  return z.catch(row as z.ZodMiniType<Output | typeof UNREADABLE, Input>, (context) => {
    // Without a context, the schema is being described and not used.
    if (context?.error) reportUnreadable(context.error);
    return UNREADABLE as never;
  });
}

function isReadable<Output>(row: Output | typeof UNREADABLE): row is Output {
  return row !== UNREADABLE;
}
