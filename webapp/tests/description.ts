// Checks each request to the fake portal, and each answer of it, against the server's description, so that no component
// test rests on an answer that the server would never give.
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import document from '../../docs/openapi.json' with { type: 'json' };

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
}

interface Operation {
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

/** Every call below `/api`, with a pattern of its path. */
export const calls = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/api/'))
  .flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path.slice('/api'.length)}`,
      pattern: new RegExp(
        `^${method.toUpperCase()} ${path.slice('/api'.length).replaceAll(/\{\w+\}/g, '[^/]+')}$`,
      ),
      ...operation,
    })),
  );

/** One without parameters takes precedence. */
function operationOf(call: string) {
  const matching = calls.filter(({ pattern }) => pattern.test(call));
  return matching.toSorted((a, b) => a.call.split('{').length - b.call.split('{').length)[0];
}

const modules = import.meta.glob<Record<string, z.ZodMiniType>>('../src/api/generated/*.ts');

async function schemaOf(body: Body | undefined): Promise<z.ZodMiniType | undefined> {
  const name = body?.content?.['application/json']?.schema?.$ref?.replace(/^.*\//, '');
  return name ? (await modules[`../src/api/generated/${name}.ts`]!())[name] : undefined;
}

interface Exchange {
  /** Method and path below `/api`, without the query. */
  readonly call: string;
  readonly requestBody: unknown;
  readonly status: number;
  readonly body: unknown;
}

/** What the description says against this exchange; one sentence each. */
export async function departuresOf({
  call,
  requestBody,
  status,
  body,
}: Exchange): Promise<readonly string[]> {
  const operation = operationOf(call);
  if (!operation) return [`${call} is not described`];
  const answer = operation.responses[status];
  if (!answer) return [`${call} does not answer ${status}`];
  const request = status < 300 ? await schemaOf(operation.requestBody) : undefined;
  const asked = request?.safeParse(requestBody);
  const { success: _, ...sent } = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
  const read = (await schemaOf(answer))?.safeParse(sent);
  return [
    ...(asked?.error ? [`${call}, request: ${asked.error.message}`] : []),
    ...(read?.error ? [`${call}, answer ${status}: ${read.error.message}`] : []),
    // The server ignores a field that it does not know; the app would read one that never comes.
    ...(read?.success && !isDeepStrictEqual(read.data, sent)
      ? [`${call}, answer ${status}: ${JSON.stringify(sent)} has more than ${JSON.stringify(read.data)}`]
      : []),
  ];
}
