// Tables and projections in words. The names of the database are for logs and commands: a screen shows them in a detail.

/** Tables whose rows belong to one member, as an erasure counts them. */
const MEMBERS = {
  access_tokens: 'Sessions',
  address_changes: 'Requests for a new e-mail address',
  calendar_feeds: 'Calendar feeds',
  data_downloads: 'Downloads of own data',
  favourite_players: 'Favourite co-players',
  federation_registrations: 'Federation cards',
  former_addresses: 'Former e-mail addresses',
  idempotency_receipts: 'Stored answers',
  login_failures: 'Failed log-ins',
  login_links: 'Links to log in',
  mail_outbox: 'Mails to the member',
  member_commands: 'Counts of requests',
  member_notes: 'Notes',
  members: 'Account and profile',
  news_dismissals: 'Hidden news items',
  notification_settings: 'Choices of notifications',
  offers: 'Personal offers',
  passkeys: 'Passkeys',
  password_resets: 'Links to a new password',
  player_lookups: 'Searches for co-players',
  push_devices: 'Devices with notifications',
  refusals: 'Refused attempts',
  reset_requests: 'Requests for a link',
};

/** What follows the journal, and the tables that it fills. */
const READ_MODELS = {
  analytics: 'Figures',
  analytics_places: 'Figures: places',
  analytics_vouchers: 'Figures: vouchers',
  arrivals: 'Arrivals',
  arrivals_absences: 'Players who did not come',
  arrivals_places: 'Players who came',
  arrivals_scans: 'Scans at clubs',
  club_days: 'Days of clubs',
  club_feed: 'Changes for the systems of clubs',
  course_states: 'States of courses',
  ledger: 'Ledgers of rights',
  mail: 'Causes of mails',
  orders: 'Orders',
  orders_registrations: 'Federation cards in orders',
  play_rights: 'Passes',
  play_rights_claims: 'Rights that rounds use',
  play_rights_subscriptions: 'Passes and their terms',
  reservations: 'Rounds',
  reservations_bookings: 'Bookings',
  reservations_places: 'Places in rounds',
  seal: 'The seal',
  statements: 'Statements of clubs',
  statements_clubs: 'Statements: clubs',
  statements_disputes: 'Statements: disputes',
  statements_facts: 'Statements: events of places',
  statements_months: 'Statements: closed months',
  statements_tariffs: 'Statements: tariffs',
  vouchers: 'Vouchers',
  waiting_lists: 'Waiting lists',
  waiting_lists_groups: 'Waiting groups',
  waiting_lists_players: 'Players who wait',
};

/** By the name in the database. */
export const WORDS: Readonly<Record<string, string>> = { ...MEMBERS, ...READ_MODELS };

const OF_OTHERS = ' of others';

/** One that was added since is named by its name, with spaces. */
export function tableName(code: string): string {
  if (code.endsWith(OF_OTHERS)) return tableName(code.slice(0, -OF_OTHERS.length)) + OF_OTHERS;
  return WORDS[code] ?? sentenceCase(code.replaceAll('_', ' '));
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
