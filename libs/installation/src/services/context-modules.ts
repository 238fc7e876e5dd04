import { randomBytes } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import { type agentsConfig, AgentsModule, agentsSettings } from '@svc/agents';
import { createPostgresBlobs } from '@svc/blobs';
import { type conversationsConfig, ConversationsModule } from '@svc/conversations';
import { IdentityModule } from '@svc/identity';
import { MemoryModule, type MemoryExtractor } from '@svc/memory';
import type { Models } from '@svc/models';
import type { PooledDatabase } from '@svc/postgres';
import type { ErasureList } from '@svc/privacy';
import { type webhooksConfig, WebhooksModule, webhooksSettings } from '@svc/webhooks';
import { type tablesConfig, tablesRoleKey, WorldModule } from '@svc/world';
import { type Configuration, localWebhookDefaults } from '../configuration.js';
import type { ContextName } from '../contexts/contexts.js';
import type { Installation } from '../data-folder/installation.js';
import type { LocalServices } from './local-services.js';

/** `iss` of the tokens. */
export const tokenIssuer = 'svc-identity';

export type ContextModules = Readonly<Record<ContextName, DynamicModule>>;

export interface ContextModulesOptions {
  readonly database: PooledDatabase;
  readonly installation: Installation;
  readonly erasures: ErasureList;
  readonly services: LocalServices;
  readonly models: Models;
  readonly extractor: MemoryExtractor;
  readonly configuration: Pick<
    Configuration,
    | 'HOST'
    | 'SVC_REGION'
    | 'SVC_SIGNING_KEY_OVERLAP_S'
    | keyof typeof agentsConfig.shape
    | keyof typeof conversationsConfig.shape
    | keyof typeof webhooksConfig.shape
    | keyof typeof tablesConfig.shape
  >;
}

/** All contexts on one pool. They call each other only by RPC. */
export function createContextModules(options: ContextModulesOptions): ContextModules {
  const { database, installation, erasures, services, models, extractor, configuration } = options;
  const { SVC_OUTGOING_ALLOW: allowed = localWebhookDefaults(configuration.HOST).SVC_OUTGOING_ALLOW } =
    configuration;
  return {
    identity: IdentityModule.register({
      random: randomBytes,
      masterKey: installation.masterKeys.identity,
      erasures,
      tokenIssuer,
      region: configuration.SVC_REGION,
      signingKeyOverlapMs: configuration.SVC_SIGNING_KEY_OVERLAP_S * 1_000,
    }),
    agents: AgentsModule.register({
      ...agentsSettings({ ...configuration, SVC_OUTGOING_ALLOW: allowed }),
      blobs: createPostgresBlobs({ database, schema: 'agents' }),
      masterKey: installation.masterKeys.agents,
      random: randomBytes,
    }),
    conversations: ConversationsModule.register({
      identityAddress: services.addressOf('identity'),
      agentsAddress: services.addressOf('agents'),
      memoryAddress: services.addressOf('memory'),
      models,
      owner: installation.instanceId,
      recallWithinMs: configuration.SVC_RECALL_WITHIN_MS,
      ownTurnsAtOnce: configuration.SVC_OWN_TURNS_AT_ONCE,
    }),
    memory: MemoryModule.register({
      identityAddress: services.addressOf('identity'),
      conversationsAddress: services.addressOf('conversations'),
      worldAddress: services.addressOf('world'),
      extractor,
    }),
    webhooks: WebhooksModule.register({
      ...webhooksSettings({ ...configuration, SVC_OUTGOING_ALLOW: allowed }),
      masterKey: installation.masterKeys.webhooks,
      random: randomBytes,
    }),
    world: WorldModule.register({
      identityAddress: services.addressOf('identity'),
      tables: {
        ...placeOfTables(database, configuration),
        connections: configuration.SVC_TABLES_CONNECTIONS,
        roleKey: installation.masterKeys.world.derive(tablesRoleKey),
      },
    }),
  };
}

/** Where nothing is said, a database beside that of the installation, which is made when it is first needed. */
function placeOfTables(
  database: PooledDatabase,
  { SVC_TABLES_DATABASE_URL: given }: Pick<Configuration, 'SVC_TABLES_DATABASE_URL'>,
) {
  if (given !== undefined) return { connectionString: given };
  const makeIn = database.pool.options.connectionString ?? '';
  const url = new URL(makeIn);
  url.pathname = `${url.pathname}_tables`;
  return { connectionString: url.href, makeIn };
}
