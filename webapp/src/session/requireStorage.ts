// Imported before anything that reads what this browser stores. Where site data are blocked, reading them is an error: the
// page would stay at its first text, and without them no log-in lasts. So it says what is needed instead.
const TEXTS = {
  nl: 'Fairway kan in deze browser niets bewaren, ook niet dat je bent ingelogd. Sta in de instellingen van je browser cookies en sitegegevens toe voor deze site, en laad de pagina opnieuw.',
  en: 'Fairway cannot store anything in this browser, not even that you are logged in. Allow cookies and site data for this site in the settings of your browser, and load the page again.',
};

/** A storage that is full is one: what is in it is read. */
const isFull = (error: unknown, storage: Storage) =>
  error instanceof DOMException && error.name === 'QuotaExceededError' && storage.length > 0;

function check(storage: Storage): void {
  try {
    storage.setItem('storage-works', '');
    storage.removeItem('storage-works');
  } catch (error) {
    if (!isFull(error, storage)) throw error;
  }
}

try {
  check(localStorage);
  check(sessionStorage);
} catch (error) {
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = document.documentElement.lang === 'nl' ? TEXTS.nl : TEXTS.en;
  const page = document.querySelector('.boot-main');
  page?.replaceChildren(text);
  page?.removeAttribute('aria-busy');
  throw error;
}
