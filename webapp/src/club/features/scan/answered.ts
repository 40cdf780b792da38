// The scan whose answer the scanning screen shows, wherever it was recorded.
import type { ScanMethod } from '@/club/api/generated/ScanMethod.ts';
import { createStore } from '@/ui/store.ts';
import { recordScan, type Scanned } from './queue.ts';
import type { StoredScan } from './scan.ts';

interface Answered {
  readonly scan: StoredScan | undefined;
  /** False: this device could not keep the scan. */
  readonly isKept: boolean;
}

const NOTHING: Answered = { scan: undefined, isKept: true };
const answered = createStore(NOTHING);

export const useAnswered = answered.useValue;

export const clearAnswer = () => answered.set(NOTHING);

export async function recordAndShow(scanned: Scanned, method: ScanMethod): Promise<void> {
  try {
    answered.set({ scan: await recordScan(scanned, method), isKept: true });
  } catch (error) {
    console.error('A scan was not stored', error);
    answered.set({ scan: undefined, isKept: false });
  }
}
