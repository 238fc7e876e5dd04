import type { DynamicModule } from '@nestjs/common';
import { verifyStreams, type ChainReport, type Unjudged, type VerificationOptions } from '@svc/event-store';
import {
  type Configuration,
  type ContextName,
  contexts,
  openLocalServices,
  type StandaloneContext,
  withDatabase,
} from '@svc/installation';
import { openContext, type Platform } from '@svc/service-host';
import { composeContexts } from './compose-contexts.js';
import { withServedIdentity } from './served-identity.js';

/** From the hashes alone, so that a log can be judged whose keys are lost. The exit code is 1 when something is wrong. */
export function verifyChains(configuration: Configuration, names: readonly ContextName[]): Promise<void> {
  return withDatabase(
    configuration,
    async (database) => {
      for (const name of names) tell(name, await verifyStreams(database, name, showingProgress(name)));
    },
    names,
  );
}

/** With the states that the events come to. The exit code is 1 when something is wrong. */
export async function verifyLogs(configuration: Configuration, names: readonly ContextName[]): Promise<void> {
  const services = openLocalServices(configuration.SVC_DATA_DIR);
  try {
    await withDatabase(configuration, async (database) => {
      const { modules, platform } = composeContexts(configuration, database, services);
      await withServedIdentity({ services, module: modules.identity, platform }, async () => {
        for (const context of contexts)
          if (names.includes(context.name)) await verifyLog(context, modules[context.name], platform);
      });
    });
  } finally {
    services.disconnect();
  }
}

async function verifyLog(
  { name, verifyLog: token }: StandaloneContext,
  module: DynamicModule,
  platform: Platform,
): Promise<void> {
  const context = await openContext({ module, platform });
  try {
    const report = await context.get(token).execute(showingProgress(name));
    tell(name, report, report.unjudged);
  } finally {
    await context.close();
  }
}

function showingProgress(name: ContextName): VerificationOptions {
  return {
    onProgress: ({ events }) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${events} events …`);
    },
  };
}

function tell(
  name: ContextName,
  { streams, events, faults }: ChainReport,
  unjudged: readonly Unjudged[] = [],
): void {
  for (const { streamId, streamVersion, reason } of faults)
    console.error(`${name}: ${streamId} version ${streamVersion}: ${reason}`);
  for (const { reason, streams: count, example } of unjudged)
    console.error(`${name}: ${count} streams not judged whole, ${example} among them: ${reason}`);
  if (faults.length > 0) process.exitCode = 1;
  const verdict = faults.length === 0 ? 'all chains are whole' : `${faults.length} faults FOUND`;
  console.log(`${name}: ${events} events in ${streams} streams, ${verdict}.`);
}
