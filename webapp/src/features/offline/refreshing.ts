// Whether the screen waits for its data after an absence. Apart from `resume.ts`, which is loaded after the first screen.
import { createStore } from '@/ui';

export const REFRESHING = 'Gegevens worden bijgewerkt…';

const refreshing = createStore(false);

export const { get: isRefreshing, set: setRefreshing, useValue: useIsRefreshing } = refreshing;
