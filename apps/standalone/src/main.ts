import { ConfigError, loadConfig } from '@svc/config';
import { credentialsFileOf, welcome } from '@svc/demo';
import { StartupError } from '@svc/errors';
import { configuration as schema, warningsAbout } from '@svc/installation';
import { say, sayFailure } from '@svc/runtime';
import { createLogger, startTraces, tracesRequested } from '@svc/telemetry';
import { createStandalone } from './standalone.js';

const startedAt = performance.now();

try {
  const configuration = loadConfig(schema, process.env);
  warningsAbout(process.env).forEach(sayFailure);
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
    onDatabaseLost: (failure) => {
      sayFailure(`The database server can not be started again: ${String(failure)}`);
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
} catch (failure) {
  if (failure instanceof StartupError || failure instanceof ConfigError) sayFailure(failure.message);
  else sayFailure(failure instanceof Error ? (failure.stack ?? failure.message) : String(failure));
  process.exit(1);
}
