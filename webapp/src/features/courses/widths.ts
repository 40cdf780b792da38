// The widths of the window at which clubs are shown otherwise.

/** Where a list of filters would push the clubs away. */
export const PHONE = '(max-width: 47.99rem)';
/** A list and a map beside each other. What a narrow window does not show, it does not load. */
export const BESIDE = '(min-width: 75rem)';
