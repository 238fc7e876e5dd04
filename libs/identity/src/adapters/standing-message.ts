import type { UserStanding as UserStandingMessage } from '@svc/contracts/identity';
import type { ChangesStandings } from '../domain/user-standing.js';

/** The standings of an event as its message has them. */
export function withStandings<Data extends ChangesStandings>({
  standings = [],
  ...data
}: Data): Omit<Data, 'standings'> & { standings: UserStandingMessage[] } {
  return {
    ...data,
    standings: standings.map(({ roleId, ...standing }) => ({ ...standing, roleId: roleId ?? undefined })),
  };
}

/** The other way round: an event that changes none has no list of them. */
export function withoutNone<Message extends { readonly standings: UserStandingMessage[] }>({
  standings,
  ...message
}: Message): Omit<Message, 'standings'> & ChangesStandings {
  if (standings.length === 0) return message;
  return {
    ...message,
    standings: standings.map(({ roleId, ...standing }) => ({ ...standing, roleId: roleId ?? null })),
  };
}
