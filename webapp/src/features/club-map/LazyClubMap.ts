// The map of clubs, loaded on demand: the list is complete without it.
import { createElement, type ReactNode } from 'react';
import { optionalPart, Skeleton } from '@/ui';
import type { ClubMapProps, MapListClub } from './ClubMap.tsx';
import styles from './LazyClubMap.module.css';

/** It gives back the clubs that it gets, whatever else those have. */
type AnyClubMap = <Club extends MapListClub>(props: ClubMapProps<Club>) => ReactNode;

export const LazyClubMap = optionalPart<ClubMapProps<MapListClub>>(
  () => import('./ClubMap.tsx').then((module) => module.ClubMap),
  {
    skeleton: createElement(Skeleton, { height: 'auto', className: styles.skeleton ?? '' }),
    failure: 'De kaart kan nu niet worden geladen. Kies je baan in de lijst.',
  },
) as AnyClubMap;
