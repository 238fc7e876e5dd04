import { ConfigError, loadConfig } from '@svc/config';
import { credentialsFileOf, welcome } from '@svc/demo';
import { StartupError } from '@svc/errors';
import { configuration as schema, warningsAbout } from '@svc/installation';
import { say, printError } from '@svc/runtime';
import { createLogger, startTraces, tracesRequested } from '@svc/telemetry';
import { createStandalone } from './standalone.js';

const startedAt = performance.now();

try {
  const configuration = loadConfig(schema, process.env);
  warningsAbout(process.env).forEach(printError);
  const logger = createLogger({
    service: 'standalone',
    level: configuration.SVC_LOG_LEVEL,
    write: (line) => process.stderr.write(line),
  });
  const traces = tracesRequested(process.env)
    ? await startTraces({ serviceName: 'svc-standalone', logger })
    : undefined;
  const { lifecycle, modelName, modelServers, credentials } = createStandalone({
    configuration,
    environment: process.env,
    logger,
    say,
    traces,
    onDatabaseLost: (error) => {
      printError(`The database server can not be started again: ${String(error)}`);
      void lifecycle.stop('the database is lost').then(() => process.exit(1));
    },
  });
  lifecycle.stopOnSignals();
  await lifecycle.start();
  if (!lifecycle.isStopping) {
    say(
      welcome({
        credentials: credentials(),
        credentialsFile: credentialsFileOf(configuration.SVC_DATA_DIR),
        model: modelName,
        outOfReach: modelServers.outOfReach,
        tookMs: performance.now() - startedAt,
      }),
    );
  }
} catch (error) {
  if (error instanceof StartupError || error instanceof ConfigError) printError(error.message);
  else printError(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}
