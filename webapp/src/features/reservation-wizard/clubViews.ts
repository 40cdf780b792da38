// The views of the clubs. Each gets the same clubs and reports the same choice; with more than one, the course step
// shows a button for each. A large view is an optional part: the list stays when it does not load.
import { createElement, type ComponentType } from 'react';
import { optionalPart, Skeleton } from '@/ui';
import styles from './CourseStep.module.css';
import { ClubList, type ClubViewProps } from './ClubList.tsx';

export interface ClubView {
  readonly name: string;
  readonly View: ComponentType<ClubViewProps>;
  /** A choice in this view leads to the next step at once. */
  readonly advances: boolean;
  /** It takes the height that is left, and has its own button for the member's location. */
  readonly isMap: boolean;
}

const ClubMap = optionalPart<ClubViewProps>(
  () => import('@/features/club-map/ClubMap.tsx').then((module) => module.ClubMap),
  {
    skeleton: createElement(Skeleton, { height: 'auto', className: styles.mapSkeleton ?? '' }),
    failure: 'De kaart kan nu niet worden geladen. Kies je baan in de lijst.',
  },
);

export const clubViews: readonly [ClubView, ...ClubView[]] = [
  { name: 'lijst', View: ClubList, advances: false, isMap: false },
  { name: 'kaart', View: ClubMap, advances: true, isMap: true },
];
