// Counts the visits of this device, after the first screen.
import { keepInstallPrompt } from './installPrompt.ts';
import { declineForGood, recordPresence } from './visits.ts';

export function startInstall(): () => void {
  const see = () => recordPresence(Date.now());
  const seeIfVisible = () => {
    if (document.visibilityState === 'visible') see();
  };
  const installed = () => {
    declineForGood();
    keepInstallPrompt();
  };
  see();
  document.addEventListener('visibilitychange', see);
  document.addEventListener('pointerdown', seeIfVisible);
  document.addEventListener('keydown', seeIfVisible);
  window.addEventListener('appinstalled', installed);
  return () => {
    document.removeEventListener('visibilitychange', see);
    document.removeEventListener('pointerdown', seeIfVisible);
    document.removeEventListener('keydown', seeIfVisible);
    window.removeEventListener('appinstalled', installed);
  };
}
