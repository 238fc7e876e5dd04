import { ConfigError, loadConfig } from '@svc/config';
import { credentialsFileOf, welcome } from '@svc/demo';
import { StartupError } from '@svc/errors';
import { processNames } from '@svc/installation';
import { createModelCatalogue, modelConfig, Models } from '@svc/models';
import { say, printError } from '@svc/runtime';
import { createLogger } from '@svc/telemetry';
import { configuration as schema, warningsAbout } from './configuration.js';
import { createDistributed } from './distributed.js';
import { LogView } from './log-view.js';

const startedAt = performance.now();

try {
  const configuration = loadConfig(schema, process.env);
  const models = new Models(createModelCatalogue(loadConfig(modelConfig, process.env), process.env));
  warningsAbout(process.env).forEach(printError);
  const { lifecycle, credentials } = createDistributed({
    configuration,
    environment: process.env,
    logger: createLogger({
      service: 'distributed',
      level: configuration.SVC_LOG_LEVEL,
      write: (line) => process.stderr.write(line),
    }),
    view: new LogView({
      names: processNames,
      isColoured: process.stderr.isTTY,
      write: (line) => process.stderr.write(line),
    }),
    say,
    onDatabaseLost: (error) => {
      printError(`The database server can not be started again: ${String(error)}`);
      void lifecycle.stop('the database is lost').then(() => process.exit(1));
    },
  });
  lifecycle.stopOnSignals();
  // For the last lines of the start; the service that calls the models monitors and logs them.
  models.servers.start();
  await lifecycle.start();
  models.servers.stop();
  if (!lifecycle.isStopping) {
    say(
      welcome({
        credentials: credentials(),
        credentialsFile: credentialsFileOf(configuration.SVC_DATA_DIR),
        model: models.identity.name,
        outOfReach: models.servers.outOfReach,
        tookMs: performance.now() - startedAt,
      }),
    );
  }
} catch (error) {
  if (error instanceof StartupError || error instanceof ConfigError) printError(error.message);
  else printError(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}
