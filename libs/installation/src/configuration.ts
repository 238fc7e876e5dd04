import path from 'node:path';
import { agentsConfig } from '@svc/agents';
import {
  choice,
  filePath,
  misspeltVariables,
  port,
  text,
  url,
  wholeNumber,
  type Environment,
} from '@svc/config';
import { conversationsConfig } from '@svc/conversations';
import { gatewayConfig } from '@svc/gateway';
import { identityConfig } from '@svc/identity';
import { regionCodes } from '@svc/kernel';
import { modelConfig } from '@svc/models';
import { eventLogConfig, kafkaConfig, rpcServerConfig } from '@svc/service-host';
import { webhooksConfig } from '@svc/webhooks';
import { tablesConfig } from '@svc/world';
import { z } from 'zod';

const loopback = '127.0.0.0/8,::1';

/**
 * The defaults of webhooks on one machine allow a receiver on the same machine, for a first try. A server that others
 * reach would let them send requests to what listens there. As text, for the processes of `npm run distributed`.
 */
export function localWebhookDefaults(host: string) {
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);
  return { SVC_OUTGOING_ALLOW: isLocal ? loopback : '', SVC_WEBHOOK_HTTP: 'on' } as const;
}

const { SVC_OUTGOING_ALLOW: outgoingAllow, SVC_WEBHOOK_HTTP: webhookHttp } = webhooksConfig.shape;
// Another default makes another schema, which has no description yet.
const localWebhooks = z.object({
  SVC_OUTGOING_ALLOW: outgoingAllow.describe(
    `${outgoingAllow.description}; not set: ${loopback} if HOST is a loopback address, else none`,
  ),
  SVC_WEBHOOK_HTTP: webhookHttp.default(true).describe(webhookHttp.description ?? ''),
});

const { SVC_TABLES_DATABASE_URL: tablesUrl, SVC_TABLES_CONNECTIONS } = tablesConfig.shape;
const tablesOfInstallation = z.object({
  SVC_TABLES_DATABASE_URL: tablesUrl.describe(
    `${tablesUrl.description}; not set: a database named as the installation's with _tables behind it, on the same server`,
  ),
  SVC_TABLES_CONNECTIONS,
});

/** The environment variables of the standalone. Each has a default: `npm start` needs none. */
export const configuration = z.object({
  PORT: port().default(8080).describe('TCP port of the HTTP API; 0 takes a free one'),
  HOST: text().default('127.0.0.1').describe('address to listen on; 0.0.0.0 for all'),
  SVC_DATA_DIR: text()
    .default('.svc')
    .transform((folder) => path.resolve(folder))
    .describe('folder of the database, the master key and the demo credentials'),
  DATABASE_URL: url(['postgres:', 'postgresql:'])
    .optional()
    .describe('a PostgreSQL server of your own, instead of the embedded one'),
  SVC_ERASURES: filePath()
    .optional()
    .describe(
      'file that lists erased subjects by their ids, where no restore of the database reaches it; default: erasures in the data folder',
    ),
  SVC_DATABASE_CONNECTIONS: wholeNumber({ min: 4, max: 200 })
    .default(10)
    .describe('upper bound of database connections, shared by all services'),
  ...eventLogConfig.shape,
  SVC_LOG_LEVEL: choice(['debug', 'info', 'warn', 'error', 'silent'])
    .default('warn')
    .describe('least level of log lines on standard error'),
  SVC_STOP_WITHIN_MS: wholeNumber({ min: 1_000, max: 600_000 })
    .default(30_000)
    .describe('how long running turns may go on after SIGTERM, in ms'),
  SVC_REGION: choice(regionCodes)
    .default('us-east-1')
    .describe('where this installation is; workspaces that are made here are of this region, for ever'),
  ...identityConfig.shape,
  ...gatewayConfig.shape,
  ...rpcServerConfig.shape,
  ...kafkaConfig.shape,
  ...modelConfig.shape,
  ...conversationsConfig.shape,
  ...agentsConfig.shape,
  ...webhooksConfig.shape,
  ...localWebhooks.shape,
  ...tablesOfInstallation.shape,
});

export type Configuration = z.infer<typeof configuration>;

/** One sentence for each variable that looks misspelt and so has no effect. */
export function warningsAbout(environment: Environment): readonly string[] {
  return misspeltVariables(configuration, environment).map(
    ({ key, meant }) => `${key} sets nothing: ${meant} was probably meant (docs/configuration.md lists all).`,
  );
}
