// The alternatives by what they change, bookable ones first: those are what an operator offers on the telephone.
import type { Alternative } from '../../api/generated/Alternative.ts';

const titles: Readonly<Record<Alternative['kind'], string>> = {
  player: 'Other players',
  holes: 'Another number of holes',
  day: 'Another day',
  club: 'Another club',
};

export interface KindOfChange {
  readonly kind: Alternative['kind'];
  readonly title: string;
  readonly alternatives: readonly Alternative[];
}

/** Kinds with something bookable come first; within a kind the server's order stays. */
export function byKind(alternatives: readonly Alternative[]): readonly KindOfChange[] {
  const kinds = Object.keys(titles) as Alternative['kind'][];
  return kinds
    .map((kind) => {
      const ofKind = alternatives.filter((alternative) => alternative.kind === kind);
      return { kind, title: titles[kind], alternatives: ofKind.toSorted(bookableFirst) };
    })
    .filter(({ alternatives }) => alternatives.length > 0)
    .toSorted((one, other) => hasBookable(other) - hasBookable(one));
}

const bookableFirst = (one: Alternative, other: Alternative) => Number(other.bookable) - Number(one.bookable);

const hasBookable = ({ alternatives }: KindOfChange) => Number(alternatives.some(({ bookable }) => bookable));
