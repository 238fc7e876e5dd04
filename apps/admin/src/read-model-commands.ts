import type { DynamicModule } from '@nestjs/common';
import type { RebuildOutcome, RebuildProgress } from '@svc/event-store';
import {
  contextNames,
  contexts,
  openLocalServices,
  type StandaloneContext,
  withSharedDatabase,
} from '@svc/installation';
import { openContext, type Platform } from '@svc/service-host';
import { Argument, type Command } from 'commander';
import { composeContexts } from './compose-contexts.js';
import { withServedIdentity } from './served-identity.js';
import type { Session } from './session.js';

/** Read models hold no data of their own: they can be rebuilt from the log at any time. */
export function addReadModelCommands(program: Command, session: Session): void {
  program
    .command('read-models')
    .description('the tables that queries read')
    .command('rebuild')
    .description(
      'rebuild them from the event log, with identical content; the installation may run meanwhile',
    )
    .addArgument(new Argument('[context]', 'one context; left out: all').choices(contextNames))
    .action((name?: string) =>
      rebuild(
        session,
        contexts.filter((context) => name === undefined || context.name === name),
      ),
    );
}

async function rebuild(session: Session, asked: readonly StandaloneContext[]): Promise<void> {
  const services = openLocalServices(session.configuration.SVC_DATA_DIR);
  try {
    await withSharedDatabase(session, async (database) => {
      const { modules, platform } = composeContexts(session, database, services);
      await withServedIdentity({ services, module: modules.identity, platform }, async () => {
        for (const context of asked) await rebuildContext(session, context, modules[context.name], platform);
      });
    });
  } finally {
    services.disconnect();
  }
}

async function rebuildContext(
  session: Session,
  { name, readModels }: StandaloneContext,
  module: DynamicModule,
  platform: Platform,
): Promise<void> {
  const context = await openContext({ module, platform });
  try {
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1_000;
    const outcome = await context
      .get(readModels)
      .rebuild((progress) => showProgress(session, name, progress, seconds()));
    session.progress('\n');
    session.tell(`${name}: ${sentenceOf(outcome, seconds())}`);
  } finally {
    await context.close();
  }
}

/** An estimate: new events are processed as well. */
function showProgress(
  session: Session,
  name: string,
  { events, position }: RebuildProgress,
  seconds: number,
): void {
  const rate = Math.round(events / seconds);
  session.progress(`\r${name}: ${events} events of ${Math.max(position, events)}, ${rate} events/s …`);
}

function sentenceOf(outcome: RebuildOutcome, seconds: number): string {
  const { streams, events, rows, missing, removed, repeated } = outcome;
  return (
    `${rows} rows rebuilt from ${events} events in ${streams} streams in ${seconds.toFixed(1)} s; ` +
    `${missing} had been missing, ${removed} did not follow from the log and are gone, ` +
    `${repeated} streams were written meanwhile and rebuilt again.`
  );
}
