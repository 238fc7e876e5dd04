import { agentsContext } from '@svc/agents';
import { conversationsMigrations } from '@svc/conversations';
import { identityContext } from '@svc/identity';
import type { MigrationOptions } from '@svc/postgres';

export type ContextName = 'identity' | 'agents' | 'conversations';

/** The contexts in the order in which they start; each owns the Postgres schema of its name. */
export const contexts: readonly { readonly name: ContextName; readonly migrations: MigrationOptions }[] = [
  { name: 'identity', migrations: identityContext.migrations },
  { name: 'agents', migrations: agentsContext.migrations },
  { name: 'conversations', migrations: conversationsMigrations },
];
