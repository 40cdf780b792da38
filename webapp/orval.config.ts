// The types and schemas of the API, one module each, from the server's description of it. No client: `client.ts` is ours.
import { defineConfig, type OptionsExport } from 'orval';

/** Only the server judges these: the app reads whatever text, number or list there is. */
const RULES =
  /^(default|description|examples?|format|maximum|minimum|multipleOf|pattern|title|(max|min)(Items|Length))$/;

/** Lists of values that the app knows. In any other place a value that a newer server adds is read as a text. */
const KNOWN_VALUES = [
  'AlternativeKind',
  'ArrivalStatus',
  'ChartKind',
  'ClubRole',
  'ClubUserKind',
  'ColumnKind',
  'ContentStatus',
  'CourseStatus',
  'EntitledBy',
  'IrregularReason',
  'Kind',
  'LineKind',
  'Mark',
  'Narrowing',
  'NotificationKind',
  'Publish',
  'RightsWish',
  'Role',
  'ScanMethod',
  'TaskKind',
  'TaskState',
  'WantedChange',
];

const ON_THE_MAP = ['lat', 'lon', 'your_maximum_plays'];
const PAYMENT = ['issuers', 'methods'];
/** Fields without which the screens show all else: they may be absent or null. */
const SPARED: Readonly<Record<string, readonly string[]>> = {
  AlternativeClub: ['distance_km'],
  Alternatives: ['waiting_list'],
  ClubInfo: ON_THE_MAP,
  ClubPage: ON_THE_MAP,
  DayAvailability: ['waiting_list'],
  EmailLinkAccount: ['needs_password'],
  EventEntry: ['correlation_id'],
  FederationOffer: [...PAYMENT, 'availablePackages'],
  LinkedEvent: ['correlation_id'],
  LinkRequested: ['request'],
  Me: ['impersonated_by'],
  PlayerCheckAnswer: ['first_name', 'last_name', 'playrights', 'prefix'],
  ProfileFields: ['is_club_member'],
  PushDevice: ['is_of_this_session'],
  ReservableClub: [...ON_THE_MAP, 'waiting_list'],
  Reservation: ['day_is_full', 'share_uri'],
  Subscriptions: ['extension_options', 'purchaseStatus'],
  SubscriptionView: ['amount'],
  SuggestedPlayer: ['rounds'],
  VoucherOffer: [...PAYMENT, 'availableVouchers', 'maxBuyable'],
  WatchedProjection: ['lag_seconds'],
};

const TOKEN = ['expires_in', 'token_type'];
/** Fields that no screen reads, or that are shown as they are: whatever they hold, the answer is readable. */
const ANYTHING: Readonly<Record<string, readonly string[]>> = {
  ActionEntry: ['id', 'operator_id'],
  AlternativeDay: ['bonus_players'],
  ClubInfo: ['course_state'],
  ClubPage: ['course_state', 'short_name'],
  EventEntry: ['payload'],
  FiguresAnswer: ['published'],
  ImportantNews: ['post_date'],
  LinkedEvent: ['payload'],
  LinkLoginAnswer: TOKEN,
  LoginAnswer: TOKEN,
  News: ['id'],
  PasswordChangedAnswer: TOKEN,
  ProfileAnswer: ['errors'],
  // Read by the line that shows it, so that the screens that seldom do need not load its schema.
  Reservation: ['absence', 'course_state'],
  StoredEvent: ['payload', 'readable_here', 'version'],
  SuggestedFlight: ['last_played', 'rounds'],
  SuggestedPlayer: ['last_played'],
  TokenLoginAnswer: TOKEN,
  UsedRight: ['right'],
};

type Json = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, Json>>;

const mapped = (json: Json, change: (key: string, value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(json).map(([key, value]) => [key, change(key, value)]));

/** The fields, their types, and whether each may be absent. */
function shapes(schemas: Schemas): Json {
  const shape = (schema: unknown, keepsEnum = false): unknown => {
    if (Array.isArray(schema)) return schema.map((part) => shape(part));
    if (schema === 'integer') return 'number';
    if (typeof schema !== 'object' || schema === null) return schema;
    if ('allOf' in schema) return shape(joined(schema.allOf as Json[]));
    // orval makes `nullable` of this form, and a union of the other.
    const [first, other] = 'oneOf' in schema ? (schema.oneOf as readonly Json[]) : [];
    if (other && first?.['type'] === 'null') return { allOf: [shape(other)], type: ['object', 'null'] };
    const parts = Object.entries(schema).filter(([key]) => !RULES.test(key) && (key !== 'enum' || keepsEnum));
    return mapped(Object.fromEntries(parts), (key, part) =>
      key === 'properties' ? fields(part as Json) : shape(part),
    );
  };
  /** Without `success`, which `client.ts` reads in every answer. */
  const fields = (properties: Json) => {
    const { success: _success, ...read } = mapped(properties, (_, property) => shape(property));
    return read;
  };
  /** One object with the fields of several. */
  const joined = (parts: readonly Json[]): Json => {
    const objects = parts.map((part) => {
      const object = schemas[String(part['$ref']).replace(/^.*\//, '')] ?? part;
      return 'allOf' in object ? joined(object['allOf'] as Json[]) : object;
    });
    return {
      type: 'object',
      properties: Object.assign({}, ...objects.map((part) => part['properties'])) as Json,
      required: objects.flatMap((part) => part['required'] ?? []),
    };
  };
  return mapped(schemas, (name, schema) => lenient(name, shape(schema, KNOWN_VALUES.includes(name)) as Json));
}

/** The shape, in which the fields that the app can do without may be absent or anything. */
function lenient(name: string, shape: Json): Json {
  const [spared, anything] = [SPARED[name] ?? [], ANYTHING[name] ?? []];
  if (spared.length + anything.length === 0) return shape;
  const optional = [...spared, ...anything];
  const properties = mapped(shape['properties'] as Json, (field, property) => {
    if (anything.includes(field)) return {};
    return spared.includes(field) ? orNull(property as Json) : property;
  });
  const required = (shape['required'] as readonly string[]).filter((field) => !optional.includes(field));
  return { ...shape, properties, required };
}

const orNull = (property: Json): Json =>
  typeof property['type'] === 'string'
    ? { ...property, type: [property['type'], 'null'] }
    : { allOf: [property], type: ['object', 'null'] };

const app = (description: string, folder: string): OptionsExport => ({
  input: {
    target: `../docs/${description}`,
    override: {
      transformer: (document) => {
        const { components } = document;
        const schemas = shapes((components?.schemas ?? {}) as Schemas);
        return { ...document, components: { ...components, schemas } } as typeof document;
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
  clubs: app('club-openapi.json', 'src/club/api/generated'),
});
