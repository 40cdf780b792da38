// The views of the clubs. Each gets the same clubs and reports the same choice; with more than one, the course step
// shows a button for each. A large view is an optional part: the list stays when it does not load.
import type { ComponentType } from 'react';
import { LazyClubMap } from '@/features/club-map/LazyClubMap.ts';
import { ClubList, type ClubViewProps } from './ClubList.tsx';

export interface ClubView {
  readonly name: string;
  readonly View: ComponentType<ClubViewProps>;
  /** It takes the height that is left, and has its own button for the member's location. */
  readonly isMap: boolean;
}

export const clubViews: readonly [ClubView, ...ClubView[]] = [
  { name: 'lijst', View: ClubList, isMap: false },
  { name: 'kaart', View: LazyClubMap, isMap: true },
];
