import { useSyncExternalStore } from 'react';
import { Notice } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { isUpdateReady, activateUpdate, subscribe } from './appUpdate.ts';

/** Offers the new version of the app. What was filled in survives: the wizard's draft is kept. */
export function UpdateOffer() {
  const ready = useSyncExternalStore(subscribe, isUpdateReady);
  if (!ready) return null;
  return (
    <div role="status">
      <Notice>
        <p>Er is een nieuwe versie van Fairway. Je keuzes blijven bewaard.</p>
        <Button variant="secondary" onClick={() => activateUpdate()}>
          vernieuwen
        </Button>
      </Notice>
    </div>
  );
}
