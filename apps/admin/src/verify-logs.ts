import type { DynamicModule } from '@nestjs/common';
import { verifyStreams, type ChainReport, type Unjudged, type VerificationOptions } from '@svc/event-store';
import {
  type ContextName,
  contexts,
  openLocalServices,
  type StandaloneContext,
  withDatabase,
} from '@svc/installation';
import { openContext, type Platform } from '@svc/service-host';
import { composeContexts } from './compose-contexts.js';
import { withServedIdentity } from './served-identity.js';
import type { Session } from './session.js';

/** From the hashes only, so it can check a log without its keys. The exit code is 1 if something is wrong. */
export function verifyChains(session: Session, names: readonly ContextName[]): Promise<void> {
  return withDatabase(
    session,
    async (database) => {
      for (const name of names)
        tell(session, name, await verifyStreams(database, name, showingProgress(session, name)));
    },
    names,
  );
}

/** Also folds the events to their states. The exit code is 1 if something is wrong. */
export async function verifyLogs(session: Session, names: readonly ContextName[]): Promise<void> {
  const services = openLocalServices(session.configuration.SVC_DATA_DIR);
  try {
    await withDatabase(session, async (database) => {
      const { modules, platform } = composeContexts(session, database, services);
      await withServedIdentity({ services, module: modules.identity, platform }, async () => {
        for (const context of contexts)
          if (names.includes(context.name))
            await verifyLog(session, context, modules[context.name], platform);
      });
    });
  } finally {
    services.disconnect();
  }
}

async function verifyLog(
  session: Session,
  { name, verifyLog: token }: StandaloneContext,
  module: DynamicModule,
  platform: Platform,
): Promise<void> {
  const context = await openContext({ module, platform });
  try {
    const report = await context.get(token).execute(showingProgress(session, name));
    tell(session, name, report, report.unjudged);
  } finally {
    await context.close();
  }
}

function showingProgress(session: Session, name: ContextName): VerificationOptions {
  return {
    onProgress: ({ events }) => session.progress(`\r${name}: ${events} events …`),
  };
}

function tell(
  session: Session,
  name: ContextName,
  { streams, events, violations }: ChainReport,
  unjudged: readonly Unjudged[] = [],
): void {
  for (const { streamId, streamVersion, reason } of violations)
    session.warn(`${name}: ${streamId} version ${streamVersion}: ${reason}`);
  for (const { reason, streams: count, example } of unjudged)
    session.warn(`${name}: ${count} streams not fully verified, such as ${example}: ${reason}`);
  if (violations.length > 0) session.fail();
  const verdict = violations.length === 0 ? 'all chains are whole' : `${violations.length} violations FOUND`;
  session.tell(`${name}: ${events} events in ${streams} streams, ${verdict}.`);
}
