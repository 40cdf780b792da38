// The ways to look at the clubs. Each gets the same clubs and reports the same choice; with more than one, the
// course step offers a button for each. A heavy view belongs here as a lazy component.
import { lazy, type ComponentType } from 'react';
import { ClubList, type ClubViewProps } from './ClubList.tsx';

export interface ClubView {
  readonly name: string;
  readonly View: ComponentType<ClubViewProps>;
  /** A choice in this view moves on to the next step by itself. */
  readonly advances: boolean;
}

const ClubMap = lazy<ComponentType<ClubViewProps>>(() =>
  import('@/features/club-map/ClubMap.tsx').then((module) => ({ default: module.ClubMap })),
);

export const clubViews: readonly [ClubView, ...ClubView[]] = [
  { name: 'lijst', View: ClubList, advances: false },
  { name: 'kaart', View: ClubMap, advances: true },
];
