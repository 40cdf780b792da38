// Checks each request to the fakes, and each answer of them, against the server's descriptions, so that no component test
// rests on an answer that the server would never give.
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import clubsDocument from '../../docs/club-openapi.json' with { type: 'json' };
import membersDocument from '../../docs/openapi.json' with { type: 'json' };
import operatorsDocument from '../../docs/operator-openapi.json' with { type: 'json' };

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
}

interface Operation {
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Exchange {
  /** Method and path below the API's prefix, without the query. */
  readonly call: string;
  readonly requestBody: unknown;
  readonly status: number;
  readonly body: unknown;
}

type Modules = Readonly<Record<string, () => Promise<Record<string, z.ZodMiniType>>>>;

function described(paths: object, prefix: string, modules: Modules) {
  /** Every call below the prefix, with a pattern of its path. */
  const calls = Object.entries(paths)
    .filter(([path]) => path.startsWith(`${prefix}/`))
    .flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, Operation>).map(([method, operation]) => {
        const call = `${method.toUpperCase()} ${path.slice(prefix.length)}`;
        return { call, pattern: new RegExp(`^${call.replaceAll(/\{\w+\}/g, '[^/]+')}$`), ...operation };
      }),
    );

  /** One without parameters takes precedence. */
  function operationOf(call: string) {
    const matching = calls.filter(({ pattern }) => pattern.test(call));
    return matching.toSorted((a, b) => a.call.split('{').length - b.call.split('{').length)[0];
  }

  async function schemaOf(body: Body | undefined): Promise<z.ZodMiniType | undefined> {
    const name = body?.content?.['application/json']?.schema?.$ref?.replace(/^.*\//, '');
    const path = Object.keys(modules).find((module) => module.endsWith(`/${name}.ts`));
    return name && path ? (await modules[path]!())[name] : undefined;
  }

  /** The departures of this exchange from the description; one sentence each. */
  async function departuresOf({ call, requestBody, status, body }: Exchange): Promise<readonly string[]> {
    const operation = operationOf(call);
    if (!operation) return [`${call} is not described`];
    const answer = operation.responses[status];
    if (!answer) return [`${call} does not answer ${status}`];
    const request = status < 300 ? await schemaOf(operation.requestBody) : undefined;
    const asked = request?.safeParse(requestBody);
    const { success: _, ...sent } = JSON.parse(JSON.stringify(body ?? {})) as Record<string, unknown>;
    // A failure may have what is so now, which http.ts reads.
    if (status >= 400) delete sent['current'];
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

  return { calls, departuresOf };
}

export const { calls, departuresOf } = described(
  membersDocument.paths,
  '/api',
  import.meta.glob<Record<string, z.ZodMiniType>>('../src/api/generated/*.ts'),
);
export const operators = described(
  operatorsDocument.paths,
  '/operator/api',
  import.meta.glob<Record<string, z.ZodMiniType>>('../src/operator/api/generated/*.ts'),
);
export const clubs = described(
  clubsDocument.paths,
  '/club/api',
  import.meta.glob<Record<string, z.ZodMiniType>>('../src/club/api/generated/*.ts'),
);
