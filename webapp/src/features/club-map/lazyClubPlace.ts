// The map of one club, loaded on demand: the page is complete without it.
import { lazy } from 'react';

export const ClubPlace = lazy(() =>
  import('./ClubPlace.tsx').then((module) => ({ default: module.ClubPlace })),
);
