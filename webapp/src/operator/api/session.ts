// Who is logged in, and what the roles allow. The server decides; the screens only hide what it would refuse.
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { get, setCsrfToken } from './client.ts';

export const ROLES = ['support', 'content', 'auditor', 'admin'] as const;
export type Role = (typeof ROLES)[number];
export const roleSchema = z.enum(ROLES);

export const sessionSchema = z.object({
  name: z.string(),
  email: z.string(),
  roles: z.array(roleSchema),
  csrf_token: z.string(),
  has_second_factor: z.boolean(),
  expires_at: z.string(),
  idle_minutes: z.number(),
  environment: z.enum(['development', 'production']),
});
export type Session = z.infer<typeof sessionSchema>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await get('/session', sessionSchema, { signal });
    setCsrfToken(session.csrf_token);
    return session;
  },
  staleTime: Infinity,
  retry: false,
});

/** After a log-in. What the operator before has looked at is removed first. */
export function startSession(queryClient: QueryClient, session: Session): void {
  forgetData(queryClient);
  setCsrfToken(session.csrf_token);
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

/** After a log-out, or when the server says that the session has ended. */
export function endSession(queryClient: QueryClient): void {
  setCsrfToken(null);
  forgetData(queryClient);
  // Not removed: the header would go on showing the operator whose query it was.
  void queryClient.resetQueries(sessionQuery);
}

function forgetData(queryClient: QueryClient): void {
  const [session] = sessionQuery.queryKey;
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session });
  queryClient.getMutationCache().clear();
}

/** The session; undefined on the screens before a log-in. Every other screen is opened with one. */
export function useSession(): Session | undefined {
  return useQuery({ ...sessionQuery, enabled: false }).data;
}

export function hasRole(session: Session | undefined, ...anyOf: readonly Role[]): boolean {
  return session?.roles.some((role) => anyOf.includes(role)) ?? false;
}
