// The map of one club, loaded on demand: the page is complete without it.
import { createElement } from 'react';
import { optionalPart, Skeleton } from '@/ui';

export const LazyClubPlace = optionalPart(
  () => import('./ClubPlace.tsx').then((module) => module.ClubPlace),
  { skeleton: createElement(Skeleton, { height: '12rem' }) },
);
