// Counts the visits of this device, and keeps the browser's dialog to install the app, after the first screen.
import { keepInstallPrompt } from './installPrompt.ts';
import { declineForGood, recordPresence } from './visits.ts';

const see = () => recordPresence(Date.now());

const seeIfVisible = () => {
  if (document.visibilityState === 'visible') see();
};

const forgetOffer = () => {
  declineForGood();
  keepInstallPrompt();
};

export function startInstall(): () => void {
  see();
  document.addEventListener('visibilitychange', see);
  document.addEventListener('pointerdown', seeIfVisible);
  document.addEventListener('keydown', seeIfVisible);
  window.addEventListener('beforeinstallprompt', keepInstallPrompt);
  window.addEventListener('appinstalled', forgetOffer);
  return () => {
    document.removeEventListener('visibilitychange', see);
    document.removeEventListener('pointerdown', seeIfVisible);
    document.removeEventListener('keydown', seeIfVisible);
    window.removeEventListener('beforeinstallprompt', keepInstallPrompt);
    window.removeEventListener('appinstalled', forgetOffer);
  };
}
