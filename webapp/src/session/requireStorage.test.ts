import { afterEach, expect, test, vi } from 'vitest';
import membersPage from '../../index.html?raw';
import clubsPage from '../club/index.html?raw';
import operatorsPage from '../operator/index.html?raw';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
  vi.resetModules();
});

const openPage = (page = membersPage) => {
  document.body.innerHTML = new DOMParser().parseFromString(page, 'text/html').body.innerHTML;
};
const shown = () => document.querySelector('[role="alert"]:not([hidden])');

test.each([
  [/Sta in de instellingen van je browser cookies en sitegegevens toe/, membersPage],
  [/Allow cookies and site data/, operatorsPage],
  [/Sta in de instellingen van de browser cookies en sitegegevens toe/, clubsPage],
])('where site data are blocked the page says so: %s', async (text, page) => {
  openPage(page);
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await expect(import('./session.ts')).rejects.toThrow('denied');
  expect(shown()).toHaveTextContent(text);
  expect(document.querySelector('[aria-busy]')).toBeNull();
});

test('where nothing can be stored any more the page says so', async () => {
  openPage();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(import('./session.ts')).rejects.toThrow('full');
  expect(shown()).toHaveTextContent(/kan in deze browser niets bewaren/);
});

test('a storage that is full opens the page all the same', async () => {
  openPage();
  localStorage.setItem('theme', 'dark');
  sessionStorage.setItem('draft', '');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await import('./session.ts');
  expect(shown()).toBeNull();
});

test('where storage works the page stays', async () => {
  openPage();
  await import('./session.ts');
  expect(shown()).toBeNull();
});
