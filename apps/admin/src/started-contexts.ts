import { contexts, type LocalServices, openLocalServices, withDatabase } from '@svc/installation';
import { openContext, startContext, type OpenContext, type RunningContext } from '@svc/service-host';
import { composeContexts } from './compose-contexts.js';
import type { Session } from './session.js';

/** The services that conversations calls. */
const asked: ReadonlySet<string> = new Set(['identity', 'agents']);

/**
 * The conversations of a stopped installation, for commands. Identity and agents, which they call, are started on their
 * private sockets for the time of the work.
 */
export async function withConversations(
  session: Session,
  work: (conversations: OpenContext, services: LocalServices) => Promise<void>,
): Promise<void> {
  const services = openLocalServices(session.configuration.SVC_DATA_DIR);
  const opened: { close(): Promise<void> }[] = [];
  try {
    await withDatabase(session, async (database) => {
      try {
        const { modules, platform } = composeContexts(session, database, services);
        for (const context of contexts.filter(({ name }) => asked.has(name))) {
          const { name } = context;
          const parts = { context, module: modules[name], platform, address: services.addressOf(name) };
          opened.push(stoppable(await startContext({ ...parts, bus: 'idle' })));
        }
        const conversations = await openContext({ module: modules.conversations, platform });
        opened.push(conversations);
        await work(conversations, services);
      } finally {
        for (const part of opened.toReversed()) await part.close();
      }
    });
  } finally {
    services.disconnect();
    services.removeSockets();
  }
}

function stoppable(running: RunningContext): { close(): Promise<void> } {
  return { close: () => running.stop(0) };
}
