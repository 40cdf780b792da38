// The words for a session's browser: enough to tell a browser of one's own from a strange one.
import { expect, test } from 'vitest';
import { browserText } from './browserText.ts';

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
    'Chrome 146 on Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    'Safari 19 on iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:151.0) Gecko/20100101 Firefox/151.0',
    'Firefox 151 on Windows',
  ],
  ['curl', 'curl'],
  ['', 'unknown browser'],
])('%s', (userAgent, name) => {
  expect(browserText(userAgent)).toBe(name);
});
