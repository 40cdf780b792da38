// The task of a screen: the one that the address names, else the latest.
import { useQuery } from '@tanstack/react-query';
import type { TaskEntry } from '../../api/generated/TaskEntry.ts';
import type { TaskKind } from '../../api/generated/TaskKind.ts';
import { taskQuery, tasksQuery } from './queries.ts';

export function useShownTask(kind: TaskKind, named: string | undefined) {
  const list = useQuery(tasksQuery(kind));
  const latest = list.data?.[0];
  const id = named ?? latest?.id;
  const found = useQuery({ ...taskQuery(id ?? ''), enabled: id !== undefined });
  // The list may know a later state than the task that was asked for before.
  const listed = list.data?.find((task) => task.id === id);
  const open: TaskEntry | undefined = list.data?.find((task) => task.finished_at === null);
  return { list, id, task: found.data ?? listed, found, open };
}
