// Imported before anything that reads what this browser stores. Where site data are blocked, reading them is an error: the
// page would stay at its first text, and without them no log-in lasts. So it shows what is needed, which it has already.

function check(storage: Storage): void {
  try {
    storage.setItem('works', '');
    storage.removeItem('works');
  } catch (error) {
    // A full storage can still be read.
    if (!storage.length) throw error;
  }
}

try {
  check(localStorage);
  check(sessionStorage);
} catch (error) {
  document.querySelector('main')?.remove();
  document.getElementById('no-storage')?.removeAttribute('hidden');
  throw error;
}
