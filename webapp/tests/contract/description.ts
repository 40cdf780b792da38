// The server's description of its calls, which is generated from its handlers (`docs/openapi.json`).
import document from '../../../docs/openapi.json' with { type: 'json' };

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
}

interface Operation {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const description = inlined(document);

/** Replaces each reference by what it refers to; the description has no recursive schemas. */
function inlined(source: unknown): Description {
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...own } = node as Record<string, unknown>;
    const resolved = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, resolve(value)]));
    return typeof $ref === 'string' ? { ...(resolve(target($ref)) as object), ...resolved } : resolved;
  };
  const target = (reference: string): unknown =>
    reference
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], source);
  return resolve(source) as Description;
}

const JSON_TYPE = 'application/json';

function jsonSchema(body: Content | undefined): JsonSchema | undefined {
  return body?.content?.[JSON_TYPE]?.schema;
}

export interface Call {
  readonly method: string;
  /** Below `/api`, such as `/reservations/{id}`. */
  readonly path: string;
  readonly request: JsonSchema | undefined;
  /** By status; without a schema where the answer is no JSON. */
  readonly answers: Readonly<Record<string, JsonSchema | undefined>>;
}

/** Every call below `/api`. */
export const calls: readonly Call[] = Object.entries(description.paths)
  .filter(([path]) => path.startsWith('/api/'))
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path: path.slice('/api'.length),
      request: jsonSchema(requestBody),
      answers: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, jsonSchema(response)]),
      ),
    })),
  );

/** The call that answers this method at this path; one without parameters takes precedence. */
export function callOf(method: string, path: string): Call | undefined {
  const matching = calls.filter(
    (call) =>
      call.method === method && new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return matching.toSorted((a, b) => parameters(a) - parameters(b))[0];
}

const parameters = ({ path }: Call) => path.split('{').length;
