import { randomBytes } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import { AgentsModule } from '@svc/agents';
import { createPostgresBlobs } from '@svc/blobs';
import { createConversationsModule, type ConversationsModule } from '@svc/conversations';
import type { ModelPort } from '@svc/engine';
import { IdentityModule } from '@svc/identity';
import type { PooledDatabase } from '@svc/postgres';
import { systemClock, systemIds } from '@svc/runtime';
import type { Logger, Metrics } from '@svc/telemetry';
import type { Installation } from './installation.js';
import type { LocalServices } from './local-services.js';

/** `iss` of the tokens. */
export const tokenIssuer = 'svc-identity';

export interface ContextModules {
  readonly identity: DynamicModule;
  readonly agents: DynamicModule;
  readonly conversations: ConversationsModule;
}

export interface ContextModulesOptions {
  readonly database: PooledDatabase;
  readonly installation: Installation;
  readonly services: LocalServices;
  readonly model: ModelPort;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** All contexts on one pool. They reach each other by RPC alone. */
export function createContextModules(options: ContextModulesOptions): ContextModules {
  const { database, installation, model, logger, metrics } = options;
  const { identity, agents } = options.services.clients;
  const shared = { database, clock: systemClock, ids: systemIds };
  return {
    identity: IdentityModule.register({
      random: randomBytes,
      masterKey: installation.masterKey,
      tokenIssuer,
    }),
    agents: AgentsModule.register({ blobs: createPostgresBlobs({ database, schema: 'agents' }) }),
    conversations: createConversationsModule({
      ...shared,
      logger,
      metrics,
      identity,
      agents,
      model,
      owner: installation.instanceId,
    }),
  };
}
