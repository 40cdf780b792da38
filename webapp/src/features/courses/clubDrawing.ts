// A hole that is drawn for a club without a photo: the same one every time, and another for each club, so that a long
// list has landmarks. The numbers come from the club's id.

export const WIDTH = 120;
export const HEIGHT = 90;
/** The ways to colour it, in ClubPicture.module.css. */
const LOOKS = 4;

interface Tree {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly pointed: boolean;
}

export interface Drawing {
  readonly look: number;
  readonly sun: { readonly x: number; readonly y: number };
  /** From far to near. */
  readonly hills: readonly string[];
  readonly trees: readonly Tree[];
  readonly flag: { readonly x: number; readonly y: number };
  /** Water or sand beside the green. */
  readonly hazard: { readonly x: number; readonly y: number; readonly isWater: boolean };
}

/** Numbers from 0 up to 1 that a text determines (FNV-1a, then a xorshift). */
function numbersOf(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  // Of 0 a xorshift makes only zeroes.
  state ||= 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export function drawingOf(id: string): Drawing {
  const next = numbersOf(id);
  const between = (from: number, to: number) => Math.round(from + next() * (to - from));
  const hill = (top: number, height: number) => {
    const [left, first, second, right] = [0, 1, 2, 3].map(() => between(top, top + height));
    return `M0 ${left}C40 ${first} 80 ${second} ${WIDTH} ${right}V${HEIGHT}H0Z`;
  };
  const flagX = between(34, 86);
  // The trees stand at the side that the flag leaves free.
  const side = flagX > WIDTH / 2 ? 6 : 74;
  return {
    look: between(0, LOOKS - 1),
    sun: { x: between(12, 108), y: between(12, 26) },
    hills: [hill(26, 26), hill(42, 18), hill(60, 14)],
    trees: Array.from({ length: between(1, 4) }, () => ({
      x: between(side, side + 40),
      y: between(56, 70),
      size: between(7, 13),
      pointed: next() > 0.5,
    })),
    flag: { x: flagX, y: between(66, 74) },
    hazard: { x: flagX + (flagX > WIDTH / 2 ? -34 : 34), y: between(78, 84), isWater: next() > 0.5 },
  };
}
