// The tasks of a kind, and one with what it found: asked again as long as it changes.
import { queryOptions } from '@tanstack/react-query';
import type { TaskKind } from '../../api/generated/TaskKind.ts';
import { get } from '../../api/client.ts';
import { TaskEntry } from '../../api/generated/TaskEntry.ts';
import { TaskList } from '../../api/generated/TaskList.ts';

const SOON_MS = 2_000;
const LATER_MS = 15_000;

export const isOpen = ({ finished_at }: TaskEntry) => finished_at === null;
/** It changes without anybody's decision. */
const isMoving = (task: TaskEntry) => isOpen(task) && (task.state !== 'ready' || task.wanted !== null);

export const tasksKey = ['tasks'] as const;

export const tasksQuery = (kind: TaskKind) =>
  queryOptions({
    queryKey: [...tasksKey, kind],
    queryFn: async ({ signal }) =>
      (await get(`/tasks?kind=${kind}`, TaskList, { signal, isBackground: true })).tasks,
    staleTime: SOON_MS,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? SOON_MS : LATER_MS),
    refetchIntervalInBackground: false,
  });

export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: [...tasksKey, 'one', id],
    queryFn: ({ signal }) =>
      get(`/tasks/task?id=${encodeURIComponent(id)}`, TaskEntry, { signal, isBackground: true }),
    staleTime: SOON_MS,
    refetchInterval: ({ state }) => (!state.data || isMoving(state.data) ? SOON_MS : LATER_MS),
    refetchIntervalInBackground: false,
  });
