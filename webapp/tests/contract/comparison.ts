// Compares what the server may answer with what the app reads, as JSON schemas.
import type { JsonSchema } from './description.ts';

/**
 * Where the app would refuse an answer that the server may give, or reads what the server does not describe; one
 * sentence each.
 */
export function differences(server: JsonSchema, app: JsonSchema, at = 'answer'): readonly string[] {
  return alternatives(server).flatMap((variant) => {
    const accepting = alternatives(app).filter((candidate) => acceptsType(candidate, variant));
    if (accepting.length === 0) return [`${at}: the app does not accept ${describe(variant)}`];
    return accepting.flatMap((candidate) => [
      ...valueDifferences(variant, candidate, at),
      ...propertyDifferences(variant, candidate, at),
      ...elementDifferences(variant, candidate, at),
    ]);
  });
}

/** A schema as the list of its variants, each with at most one type. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return variants.flatMap(alternatives);
  if (schema.allOf) return [merged(schema.allOf)];
  if (typeof schema.type === 'string' || schema.type === undefined) return [schema];
  return schema.type.map((type) => ({ ...schema, type }));
}

function merged(parts: readonly JsonSchema[]): JsonSchema {
  const flat = parts.flatMap(alternatives);
  return {
    type: 'object',
    properties: Object.assign({}, ...flat.map(({ properties }) => properties)) as Record<string, JsonSchema>,
    required: flat.flatMap(({ required }) => required ?? []),
  };
}

function acceptsType(app: JsonSchema, server: JsonSchema): boolean {
  if (app.type === undefined && app.enum === undefined && app.const === undefined) return true;
  if (app.type === undefined || server.type === undefined) return true;
  return app.type === server.type || (app.type === 'number' && server.type === 'integer');
}

function valueDifferences(server: JsonSchema, app: JsonSchema, at: string): readonly string[] {
  const accepted = app.enum ?? (app.const === undefined ? undefined : [app.const]);
  if (!accepted) return [];
  if (!server.enum) return [`${at}: the server may send other values than ${JSON.stringify(accepted)}`];
  return server.enum
    .filter((value) => !accepted.includes(value))
    .map((value) => `${at}: the app does not accept ${JSON.stringify(value)}`);
}

function propertyDifferences(server: JsonSchema, app: JsonSchema, at: string): readonly string[] {
  if (server.type !== 'object' || !app.properties) return [];
  return Object.entries(app.properties).flatMap(([name, expected]) => {
    const place = `${at}.${name}`;
    const sent = server.properties?.[name];
    if (!sent) return [`${place}: the server does not describe it`];
    const missing = app.required?.includes(name) === true && server.required?.includes(name) !== true;
    return [
      ...(missing ? [`${place}: the server may leave it out`] : []),
      ...differences(sent, expected, place),
    ];
  });
}

function elementDifferences(server: JsonSchema, app: JsonSchema, at: string): readonly string[] {
  if (server.type === 'array') return differences(server.items ?? {}, app.items ?? {}, `${at}[]`);
  const [sent, read] = [server.additionalProperties, app.additionalProperties];
  if (server.type !== 'object' || typeof sent !== 'object' || typeof read !== 'object') return [];
  return differences(sent, read, `${at}{}`);
}

function describe({ type, enum: values }: JsonSchema): string {
  return values ? JSON.stringify(values) : (type?.toString() ?? 'anything');
}
