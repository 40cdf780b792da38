// Which pins are too near to each other for a finger: those are shown as one, with their number.

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Groups of points of which each is nearer to its group's first one than `distance`, across and down. The first points
 * of two groups are never nearer: squares of that size around them do not overlap. */
export function clustersOf<Item>(
  items: readonly Item[],
  pointOf: (item: Item) => Point,
  distance: number,
): readonly (readonly [Item, ...Item[]])[] {
  const groups: { readonly first: Point; readonly items: [Item, ...Item[]] }[] = [];
  for (const item of items) {
    const { x, y } = pointOf(item);
    const near = groups.find(
      ({ first }) => Math.max(Math.abs(first.x - x), Math.abs(first.y - y)) < distance,
    );
    if (near) near.items.push(item);
    else groups.push({ first: { x, y }, items: [item] });
  }
  return groups.map((group) => group.items);
}
