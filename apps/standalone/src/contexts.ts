import type { Type } from '@nestjs/common';
import { agentsContext, ReadModels as AgentsReadModels } from '@svc/agents';
import { conversationsContext, ReadModels as ConversationsReadModels } from '@svc/conversations';
import { identityContext, ReadModels as IdentityReadModels } from '@svc/identity';
import type { MigrationOptions } from '@svc/postgres';
import type { ContextDefinition } from '@svc/service-host';

export type ContextName = 'identity' | 'agents' | 'conversations';

export interface StandaloneContext {
  readonly name: ContextName;
  readonly definition: ContextDefinition;
  readonly migrations: MigrationOptions;
  /** Provider that makes its read models anew. @returns how many aggregates are in the log. */
  readonly readModels: Type<{ rebuild(): Promise<number> }>;
}

/** The contexts in the order in which they start; each owns the Postgres schema of its name. */
export const contexts: readonly StandaloneContext[] = [
  context('identity', identityContext, IdentityReadModels),
  context('agents', agentsContext, AgentsReadModels),
  context('conversations', conversationsContext, ConversationsReadModels),
];

function context(
  name: ContextName,
  definition: ContextDefinition,
  readModels: StandaloneContext['readModels'],
): StandaloneContext {
  return { name, definition, migrations: definition.migrations, readModels };
}
