// Operators' acts in words. The code is what the record holds, and what an older or newer server calls the act.

const ACTS: Readonly<Record<string, string>> = {
  'add favourite': 'Marked a favourite co-player',
  'add note': 'Wrote a note',
  'add operator': 'Added an operator',
  'cancel places': 'Cancelled places',
  'cancel rebuild': 'Cancelled a rebuild',
  'cancel verify': 'Cancelled a verification',
  'change address': 'Changed the e-mail address',
  'change profile': 'Changed the profile',
  'change roles': 'Changed an operator’s roles',
  'close day': 'Closed a day',
  confirm: 'Confirmed with a second factor',
  disable: 'Disabled an account',
  'disable operator': 'Disabled an operator',
  'discard draft': 'Discarded a draft',
  'dismiss news': 'Hid a news item for a member',
  enable: 'Enabled an account',
  'enable operator': 'Enabled an operator',
  'end sessions': 'Ended sessions',
  erase: 'Erased a member',
  export: 'Exported data',
  'give right back': 'Gave a right back',
  'grant pass': 'Granted a pass',
  'grant voucher': 'Granted a voucher',
  impersonate: 'Used the portal as a member',
  'limit day': 'Limited a day',
  'log in': 'Logged in',
  'order content': 'Ordered content',
  publish: 'Published figures',
  'publish content': 'Published content',
  rebuild: 'Rebuilt read models',
  'rebuild as a dry run': 'Rebuilt read models to compare',
  refused: 'Tried what a rule refused',
  'refused confirmation': 'Failed to confirm',
  'refused log-in': 'Failed to log in',
  'rehearse erasure': 'Rehearsed an erasure',
  'remove content': 'Removed content',
  'remove favourite': 'Unmarked a favourite co-player',
  'remove note': 'Removed a note',
  'remove passkeys': 'Removed passkeys',
  'reopen day': 'Reopened a day',
  'reset operator': 'Reset an operator’s access',
  'save draft': 'Saved a draft',
  'schedule content': 'Scheduled content',
  search: 'Searched',
  'send mail again': 'Sent a mail again',
  'swap read models': 'Swapped read models',
  'undo content change': 'Undid a change of content',
  verify: 'Verified the journal',
  view: 'Viewed',
};

export const ACT_CODES = Object.keys(ACTS);

/** An act that was added since is named by its code. */
export const actName = (code: string) => ACTS[code] ?? code.charAt(0).toUpperCase() + code.slice(1);

/** Reading, which the screen shows only when it is asked to: it buries what was done. */
export const isReading = (code: string) => code === 'view' || code === 'search';
