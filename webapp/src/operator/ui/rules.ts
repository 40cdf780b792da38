// The rules in words. The code is what the server and its log call them.

const RULES: Readonly<Record<string, string>> = {
  account_disabled: 'Account disabled',
  profile_incomplete: 'Profile not complete',
  date_past: 'Date in the past',
  date_after_window: 'After the booking window',
  club_lacks_holes: 'Club has no round of that length',
  club_closed: 'Club closed',
  club_closed_on_weekday: 'Club closed on that weekday',
  club_full: 'Club full',
  club_few_places: 'Too few places at the club',
  player_already_plays: 'Plays that day already',
  player_club_maximum: 'Club’s yearly maximum reached',
  player_level_too_low: 'Pass for shorter rounds',
  player_only_shorter_voucher: 'Voucher for shorter rounds',
  player_used_up: 'Rights used up',
  player_not_covered: 'No right on that date',
  player_no_subscription: 'No pass and no voucher',
  player_unknown: 'No member has the address',
  too_many_lookups: 'Looked up too many players',
  club_unknown: 'Club does not exist',
  too_many_commands: 'Too many in an hour',
  too_late_to_cancel: 'Too late to cancel',
  too_late_to_add: 'Too late to add players',
  too_late_to_swap: 'Too late to swap a player',
  only_master_swaps_players: 'Only the master swaps others',
  player_left: 'Player had left',
  caller_not_playing: 'Does not play any more',
  too_late_to_agree: 'Too late to agree on a start time',
  start_time_changed: 'Start time was changed meanwhile',
  player_already_waits: 'Waits for that day already',
  room_on_day: 'Day has room',
  more_than_capacity: 'Group larger than the day',
  no_offer: 'No offer yet',
  offer_lapsed: 'Offer had lapsed',
  offer_taken: 'Offer was taken',
  offer_outrun: 'Places were withdrawn',
  not_waiting: 'Off the waiting list',
  no_free_slots: 'Group is full',
  voucher_maximum: 'Yearly maximum of vouchers',
  already_registered: 'Registered already',
  no_current_subscription: 'No running pass',
};

export const RULE_NAMES = Object.values(RULES);

/** False for one that was added since. */
export const isRule = (code: string) => Object.hasOwn(RULES, code);

/** A rule that was added since is named by its code, with spaces. */
export const ruleName = (code: string) => RULES[code] ?? code.replaceAll('_', ' ');
