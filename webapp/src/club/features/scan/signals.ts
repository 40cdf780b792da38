// The answer to a scan for who does not look at the screen: tones and a vibration.
import { createStore } from '@/ui/store.ts';
import type { Kind } from './answers.ts';

const STORED = 'fairway:club-muted';

const muted = createStore(localStorage.getItem(STORED) === 'yes');
export const useMuted = muted.useValue;

export function setMuted(isMuted: boolean): void {
  muted.set(isMuted);
  try {
    localStorage.setItem(STORED, isMuted ? 'yes' : 'no');
  } catch {
    // With a full storage the next opening has sound.
  }
}

/** Hertz and seconds of each tone; milliseconds of vibration and pause. */
const SIGNALS: Readonly<
  Record<Exclude<Kind, 'checking'>, { tones: readonly (readonly [number, number])[]; vibration: number[] }>
> = {
  welcome: {
    tones: [
      [880, 0.09],
      [1320, 0.16],
    ],
    vibration: [80],
  },
  already: {
    tones: [
      [587, 0.14],
      [587, 0.14],
    ],
    vibration: [80, 80, 80],
  },
  irregular: { tones: [[196, 0.5]], vibration: [400] },
  unknown: {
    tones: [
      [523, 0.1],
      [392, 0.1],
      [523, 0.1],
    ],
    vibration: [60, 60, 60, 60, 60],
  },
};
const BETWEEN = 0.05;

let context: AudioContext | undefined;

export function signal(kind: Kind): void {
  if (kind === 'checking') return;
  const { tones, vibration } = SIGNALS[kind];
  navigator.vibrate?.(vibration);
  if (muted.get() || !('AudioContext' in window)) return;
  context ??= new AudioContext();
  // A browser lets it begin after the first press.
  if (context.state === 'suspended') void context.resume();
  let at = context.currentTime;
  for (const [frequency, duration] of tones) {
    const oscillator = new OscillatorNode(context, { frequency, type: 'triangle' });
    const gain = new GainNode(context, { gain: 0.5 });
    gain.gain.setTargetAtTime(0, at + duration, 0.015);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + duration + 0.1);
    at += duration + BETWEEN;
  }
}
