// The types and schemas of the API, one module each, from the server's description of it. No client: `client.ts` is ours.
import { defineConfig, type OptionsExport } from 'orval';

/** Only the server judges these: the app reads whatever text, number or list there is. */
const RULES =
  /^(default|description|examples?|format|maximum|minimum|multipleOf|pattern|title|(max|min)(Items|Length))$/;

/** Lists of values that the app knows. In any other place a value that a newer server adds is read as a text. */
const KNOWN_VALUES = ['LineKind', 'NotificationKind'];

type Schemas = Readonly<Record<string, unknown>>;

const changed = (schemas: Schemas, change: (name: string, schema: unknown) => unknown): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(name, schema)]));

/** Which fields there are, of which types, and which may be absent. */
function shape(schema: unknown, hasKnownValues = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => shape(part));
  if (schema === 'integer') return 'number';
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).filter(
    ([key]) => !RULES.test(key) && (key !== 'enum' || hasKnownValues),
  );
  return changed(Object.fromEntries(parts), (key, part) =>
    key === 'properties' ? fields(part as Schemas) : shape(part),
  );
}

/** Without `success`, which `client.ts` reads in every answer. */
function fields(properties: Schemas): Schemas {
  const { success: _success, ...read } = changed(properties, (_, property) => shape(property));
  return read;
}

const app = (description: string, folder: string): OptionsExport => ({
  input: {
    target: `../docs/${description}`,
    override: {
      transformer: (document) => {
        const schemas = document.components?.schemas ?? {};
        const shapes = changed(schemas, (name, schema) => shape(schema, KNOWN_VALUES.includes(name)));
        return { ...document, components: { ...document.components, schemas: shapes } } as typeof document;
      },
    },
  },
  output: {
    client: 'zod',
    mode: 'single',
    target: `${folder}/operations.ts`,
    schemas: folder,
    namingConvention: 'PascalCase',
    indexFiles: false,
    schemaFileExtension: '.ts',
    fileExtension: '.ts',
    clean: true,
    override: {
      header: false,
      zod: {
        variant: 'mini',
        version: 4,
        generateReusableSchemas: true,
        generate: { response: false, body: false, param: false, query: false, header: false },
      },
    },
  },
});

export default defineConfig({
  members: app('openapi.json', 'src/api/generated'),
  operators: app('operator-openapi.json', 'src/operator/api/generated'),
});
