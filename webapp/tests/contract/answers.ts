// Checks each request and each answer of the fake portal against the server's description, so that no component test
// rests on an answer that the server would never give.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { callOf, type Call, type JsonSchema } from './description.ts';

// The values of `format` are not checked: the ids of the fake portal are readable names.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, multipleOfPrecision: 6 });

/** Refuses fields that are not described. */
function closed(schema: JsonSchema): JsonSchema {
  const inner = (part: JsonSchema) => closed(part);
  return {
    ...schema,
    ...(schema.items ? { items: inner(schema.items) } : {}),
    ...(schema.oneOf ? { oneOf: schema.oneOf.map(inner) } : {}),
    ...(schema.anyOf ? { anyOf: schema.anyOf.map(inner) } : {}),
    ...(schema.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, property]) => [name, inner(property)]),
          ),
        }
      : {}),
    ...(typeof schema.additionalProperties === 'object'
      ? { additionalProperties: inner(schema.additionalProperties) }
      : {}),
    ...(schema.properties && schema.additionalProperties === undefined
      ? { additionalProperties: false }
      : {}),
    ...(schema.allOf ? { unevaluatedProperties: false } : {}),
  };
}

const validators = new Map<JsonSchema, ReturnType<typeof ajv.compile>>();

function problems(schema: JsonSchema, value: unknown): readonly string[] {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
      );
}

const closedAnswers = new Map<string, JsonSchema | undefined>();

/** The server ignores a field that it does not know; the app would read one that never comes. */
function answerSchema({ method, path, answers }: Call, status: number): JsonSchema | undefined {
  const key = `${method} ${path} ${status}`;
  if (!closedAnswers.has(key)) {
    const schema = answers[status];
    closedAnswers.set(key, schema && closed(schema));
  }
  return closedAnswers.get(key);
}

interface Exchange {
  readonly method: string;
  /** Below `/api`, without the query. */
  readonly path: string;
  readonly requestBody: unknown;
  readonly status: number;
  readonly body: unknown;
}

/** What the description says against this exchange; one sentence each. */
export function contractProblems({ method, path, requestBody, status, body }: Exchange): readonly string[] {
  const call = callOf(method, path);
  const at = `${method} ${path}`;
  if (!call) return [`${at} is not described`];
  if (!(status in call.answers)) return [`${at} does not answer ${status}`];
  const request = status < 300 && call.request ? problems(call.request, requestBody) : [];
  const schema = answerSchema(call, status);
  return [
    ...request.map((problem) => `${at}, request: ${problem}`),
    ...(schema ? problems(schema, body).map((problem) => `${at}, answer ${status}: ${problem}`) : []),
  ];
}
