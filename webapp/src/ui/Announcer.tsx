// The live region for `announce`, once per page.
import { useAnnouncement } from './announce.ts';

export function Announcer() {
  return (
    <p aria-live="polite" className="visually-hidden">
      {useAnnouncement()}
    </p>
  );
}
