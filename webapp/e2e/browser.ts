// The browsers of the tests. Chromium's headless shell (Debian's `chromium-headless-shell`) has no window to draw and takes
// two fifths less processor time, but it has no notifications: their tests use the whole browser.
import type { LaunchOptions } from '@playwright/test';

import flags from './chromium-flags.json' with { type: 'json' };

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export const wholeBrowser: LaunchOptions = { executablePath, args: flags };

/** The headless shell at `CHROMIUM_SHELL_PATH`; without it, the whole browser. */
export const browser: LaunchOptions = {
  ...wholeBrowser,
  executablePath: process.env['CHROMIUM_SHELL_PATH'] ?? executablePath,
};
