import { misspeltVariables, url, wholeNumber, type Environment } from '@svc/config';
import { configuration as standalone } from '@svc/installation';
import { kafkaConfig } from '@svc/service-host';
import type { z } from 'zod';

/** The variables of `npm run distributed` itself. All others go to the services, each of which checks its own. */
export const configuration = standalone
  .pick({
    PORT: true,
    HOST: true,
    SVC_DATA_DIR: true,
    SVC_ERASURES: true,
    SVC_LOG_LEVEL: true,
    SVC_STOP_WITHIN_MS: true,
  })
  .extend(kafkaConfig.shape)
  .extend({
    SVC_SERVICE_PORTS: wholeNumber({ min: 1_024, max: 65_500 })
      .optional()
      .describe(
        'first of the twelve ports of the services: gRPC of identity, agents, conversations, memory, webhooks and world, then their health in this order; default: free ones',
      ),
    DATABASE_URL: url(['postgres:', 'postgresql:'])
      .optional()
      .describe(
        'a PostgreSQL server of your own, instead of the embedded one; with a role that may create roles and schemas',
      ),
    SVC_DATABASE_CONNECTIONS: wholeNumber({ min: 2, max: 200 })
      .default(10)
      .describe('upper bound of database connections of each service; its role may have five more'),
  });

export type Configuration = z.infer<typeof configuration>;

/** One sentence for each variable that looks misspelt and so has no effect. */
export function warningsAbout(environment: Environment): readonly string[] {
  return misspeltVariables(standalone, environment).map(
    ({ key, meant }) => `${key} sets nothing: ${meant} was probably meant (docs/configuration.md lists all).`,
  );
}
