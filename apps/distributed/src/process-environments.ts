import path from 'node:path';
import { loadConfig } from '@svc/config';
import {
  type ByService,
  certificateFiles,
  type ContextName,
  localWebhookDefaults,
  type ProcessName,
  tokenIssuer,
} from '@svc/installation';
import { modelConfig, readDefinitions, secretVariables } from '@svc/models';
import { deriveMasterKey } from '@svc/sealing';
import { kafkaConfig } from '@svc/service-host';
import { tablesConfig } from '@svc/world';
import { configuration as ownVariables, type Configuration } from './configuration.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Surroundings {
  readonly configuration: Configuration;
  /** Of this process; it also has the services' variables. */
  readonly environment: Environment;
  /** As clients name them: `localhost:20123`. */
  readonly addresses: ByService<string>;
  /** Ports of the health endpoints; the gateway has them on the API's. */
  readonly healthPorts: ByService<number>;
  /** Of the role that owns the schema of a service. */
  readonly databaseUrls: ByService<string>;
  /** In hex: the services' keys are derived from it. */
  readonly masterKey: string;
  readonly instanceId: string;
  /** Names this installation on Kafka. */
  readonly installation: string;
}

/** The environment of a process: what it needs, and no secret of another. */
export function environmentOf(name: ProcessName, surroundings: Surroundings): Environment {
  const { configuration, environment, addresses } = surroundings;
  const { SVC_DATA_DIR: dataDir } = configuration;
  const modelKeys = secretVariables(readDefinitions(loadConfig(modelConfig, environment)));
  const passedOn = Object.entries(environment).filter(([key]) => isFor(name, key, modelKeys));
  const common = {
    ...Object.fromEntries(passedOn),
    ...certificateFiles(dataDir, name),
    ...eventsOf(surroundings),
    SVC_LOG_LEVEL: configuration.SVC_LOG_LEVEL,
    SVC_STOP_WITHIN_MS: String(configuration.SVC_STOP_WITHIN_MS),
  };
  const toIdentityAndAgents = {
    IDENTITY_ADDRESS: addresses.identity,
    AGENTS_ADDRESS: addresses.agents,
  };
  switch (name) {
    case 'identity':
      return {
        ...common,
        ...serviceEnvironment(name, surroundings),
        CONVERSATIONS_ADDRESS: addresses.conversations,
        MEMORY_ADDRESS: addresses.memory,
        WORLD_ADDRESS: addresses.world,
        SVC_ERASURES: configuration.SVC_ERASURES ?? path.join(dataDir, 'erasures'),
        SVC_TOKEN_ISSUER: tokenIssuer,
      };
    case 'agents':
      return {
        SVC_OUTGOING_ALLOW: localWebhookDefaults(configuration.HOST).SVC_OUTGOING_ALLOW,
        ...common,
        ...serviceEnvironment(name, surroundings),
      };
    case 'conversations':
      return {
        ...common,
        ...serviceEnvironment(name, surroundings),
        ...toIdentityAndAgents,
        MEMORY_ADDRESS: addresses.memory,
        SVC_INSTANCE: surroundings.instanceId,
      };
    case 'memory':
      return {
        ...common,
        ...serviceEnvironment(name, surroundings),
        IDENTITY_ADDRESS: addresses.identity,
        CONVERSATIONS_ADDRESS: addresses.conversations,
        WORLD_ADDRESS: addresses.world,
      };
    case 'webhooks':
      return {
        ...localWebhookDefaults(configuration.HOST),
        ...common,
        ...serviceEnvironment(name, surroundings),
        ...toIdentityAndAgents,
        MEMORY_ADDRESS: addresses.memory,
      };
    case 'world':
      return {
        ...common,
        ...serviceEnvironment(name, surroundings),
        ...toIdentityAndAgents,
        CONVERSATIONS_ADDRESS: addresses.conversations,
      };
    case 'gateway':
      return {
        ...common,
        ...toIdentityAndAgents,
        CONVERSATIONS_ADDRESS: addresses.conversations,
        MEMORY_ADDRESS: addresses.memory,
        WEBHOOKS_ADDRESS: addresses.webhooks,
        WORLD_ADDRESS: addresses.world,
        SVC_TOKEN_ISSUER: tokenIssuer,
        HOST: configuration.HOST,
        PORT: String(configuration.PORT),
      };
  }
}

/** Only conversations and memory call models, so only they get the models' keys. */
function isFor(name: ProcessName, key: string, modelKeys: readonly string[]): boolean {
  if (key in ownVariables.shape) return false;
  if (key in tablesConfig.shape) return name === 'world';
  if (name === 'conversations' || name === 'memory') return true;
  return !(key in modelConfig.shape) && !modelKeys.includes(key);
}

function serviceEnvironment(
  name: ContextName,
  { configuration, addresses, healthPorts, databaseUrls, masterKey }: Surroundings,
): Environment {
  return {
    RPC_ADDRESS: addresses[name].replace('localhost', '127.0.0.1'),
    HEALTH_HOST: '127.0.0.1',
    HEALTH_PORT: String(healthPorts[name]),
    DATABASE_URL: databaseUrls[name],
    SVC_DATABASE_CONNECTIONS: String(configuration.SVC_DATABASE_CONNECTIONS),
    SVC_MASTER_KEY: deriveMasterKey(Buffer.from(masterKey, 'hex'), name).toString('hex'),
  };
}

/** Over Kafka or not at all: no service may read another's log in the database. */
function eventsOf({ configuration, environment, installation }: Surroundings): Environment {
  const { KAFKA_BROKERS: brokers } = configuration;
  if (!brokers) return {};
  const given = Object.keys(kafkaConfig.shape).map((name) => [name, environment[name]] as const);
  return {
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    KAFKA_BROKERS: brokers.join(','),
    SVC_INSTALLATION: installation,
  };
}
