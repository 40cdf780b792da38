import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
  document.documentElement.lang = '';
  vi.resetModules();
});

const openPage = (lang: string) => {
  document.documentElement.lang = lang;
  document.body.innerHTML = '<div id="root"><main class="boot-main" aria-busy="true"></main></div>';
};

test.each([
  ['nl', /Sta in de instellingen van je browser cookies en sitegegevens toe/],
  ['en', /Allow cookies and site data/],
])('where site data are blocked the page says so (%s)', async (lang, text) => {
  openPage(lang);
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await expect(import('./session.ts')).rejects.toThrow('denied');
  expect(document.querySelector('[role="alert"]')).toHaveTextContent(text);
  expect(document.querySelector('[aria-busy]')).toBeNull();
});

test('where nothing can be stored any more the page says so', async () => {
  openPage('nl');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(import('./session.ts')).rejects.toThrow('full');
  expect(document.querySelector('[role="alert"]')).toHaveTextContent(/kan in deze browser niets bewaren/);
});

test('a storage that is full opens the page all the same', async () => {
  openPage('nl');
  localStorage.setItem('theme', 'dark');
  sessionStorage.setItem('draft', '');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await import('./session.ts');
  expect(document.querySelector('[role="alert"]')).toBeNull();
});

test('where storage works the page stays', async () => {
  openPage('nl');
  await import('./session.ts');
  expect(document.querySelector('[role="alert"]')).toBeNull();
});
