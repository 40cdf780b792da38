// The subjects that were opened last, on this computer. Only kinds and ids are kept: no name may stay on the device.
import * as z from 'zod/mini';
import { kindSchema, type Kind } from './kinds.ts';

const KEY = 'fairway-operator:recent';
const MOST = 6;

const recentSchema = z.array(z.object({ kind: kindSchema, id: z.string() }));
type Recent = z.infer<typeof recentSchema>[number];

export function recentSubjects(): readonly Recent[] {
  try {
    return recentSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}

export function addRecent(kind: Kind, id: string): void {
  const others = recentSubjects().filter((other) => other.kind !== kind || other.id !== id);
  localStorage.setItem(KEY, JSON.stringify([{ kind, id }, ...others].slice(0, MOST)));
}

export function removeRecent(): void {
  localStorage.removeItem(KEY);
}
