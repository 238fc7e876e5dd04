import type { Caller } from '@svc/auth';

/**
 * Who is responsible, besides the caller, for what outlives the request: who had the caller signed in. Null: nobody
 * else.
 */
export function personBehind({ userId, responsibleUserId }: Caller): string | null {
  return responsibleUserId === userId ? null : responsibleUserId;
}
