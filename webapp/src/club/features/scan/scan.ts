// A scan as a device keeps it.
import type { ScanMethod } from '@/club/api/generated/ScanMethod.ts';
import type { ScanResult } from '@/club/api/generated/ScanResult.ts';
import type { Moment } from './clock.ts';

export interface NewlyScanned extends Moment {
  /** The same each time that it is sent, so that the server records it once. */
  readonly nonce: string;
  readonly club: string;
  readonly method: ScanMethod;
  readonly code?: string;
  /** Instead of a code. */
  readonly place?: string;
  /** This device's answer; the server's as soon as there is one. */
  readonly result: ScanResult;
  /** Refused: the server cannot read this one, whatever is sent with it. */
  readonly state: 'waiting' | 'sent' | 'refused';
  /** The server's instant in milliseconds; only of a scan that was sent. */
  readonly answeredAt?: number;
}

export interface StoredScan extends NewlyScanned {
  /** Counts up: the oldest has the lowest. */
  readonly order: number;
}
