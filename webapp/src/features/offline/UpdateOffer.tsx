import { useSyncExternalStore } from 'react';
import { Notice } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { isUpdateReady, activateUpdate, subscribe } from './appUpdate.ts';

/** Offers the new version of the app. The wizard's draft is stored, so it survives the reload. */
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
