// How often the member played at a club this year, in words.

interface Plays {
  readonly your_plays: number;
  readonly your_maximum_plays?: number | null | undefined;
}

/** `2 / 8 gespeeld`; empty for a club where the member has not played this year. */
export function playsText({ your_plays: plays, your_maximum_plays: maximum }: Plays): string {
  if (plays === 0) return '';
  return maximum == null ? `${plays} keer gespeeld` : `${plays} / ${maximum} gespeeld`;
}
