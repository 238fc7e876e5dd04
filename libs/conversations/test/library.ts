import type { TestingModule } from '@nestjs/testing';
import { LocalSignals } from '@svc/event-store';
import { createSocketFolder } from '@svc/rpc';
import { systemIds } from '@svc/runtime';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { conversationsContext } from '../src/index.js';
import { ConversationStore } from '../src/log/conversation-store.js';
import { conversationVault } from '../src/log/conversation-vault.js';
import { openContext } from './context.js';
import { startHost, type Host, type HostOptions } from './host.js';
import { testGraph } from './definitions.js';
import { startPeers, type Peers } from './peers.js';
import { SettableClock } from './settable-clock.js';

/** A database, identity, agents, and any number of instances that use them. */
export interface Library {
  readonly database: TestDatabase['database'];
  readonly peers: Peers;
  readonly clock: SettableClock;
  /** The log itself. */
  readonly store: ConversationStore;
  /** Removes all conversations. */
  clear(): Promise<void>;
  startHost(
    owner: string,
    options?: Partial<
      Pick<HostOptions, 'clock' | 'scheduler' | 'logger' | 'metrics' | 'bus' | 'recallWithinMs' | 'tools'>
    >,
  ): Promise<Host>;
  /** The context without a server, for tests that need no network. */
  openContext(): Promise<TestingModule>;
  close(): Promise<void>;
}

let libraries = 0;

/** @param graph of its conversations, as the API has it. @param others that it refers to */
export async function openLibrary(
  graph: unknown = testGraph,
  others: Parameters<typeof startPeers>[3] = [],
): Promise<Library> {
  const { database, drop } = await createTestDatabase({
    migrations: conversationsContext.migrations,
    maxConnections: 20,
  });
  const name = `${process.pid}-${(libraries += 1)}`;
  const sockets = createSocketFolder(`conv-test-${name}`);
  const peers = await startPeers(sockets, name, graph, others);
  const clock = new SettableClock();
  const vault = conversationVault(peers.keys, database);
  const store = new ConversationStore(database, clock, systemIds, vault, new LocalSignals());
  const hosts: Host[] = [];
  const contexts: TestingModule[] = [];
  return {
    database,
    peers,
    clock,
    store,
    clear: async () => {
      await database.pool.query(
        `TRUNCATE conversations.event, conversations.snapshot, conversations.blob, conversations.erased_subject,
           conversations.conversation, conversations.message,
           conversations.conversation_tag, conversations.open_conversation, conversations.lease,
           conversations.open_tool_call, conversations.tool_invocation, conversations.workspace_listing, conversations.unheard_answer,
           conversations.wanted_turn, conversations.surface_request, conversations.surface, conversations.surface_link`,
      );
      for (const { model, wire } of hosts) {
        model.reset();
        wire.fault = undefined;
      }
    },
    startHost: async (owner, options = {}) => {
      const address = sockets.address(`host${hosts.length}`);
      const host = await startHost({ database, peers, clock, owner, address, ...options });
      hosts.push(host);
      return host;
    },
    openContext: async () => {
      const context = await openContext({ database, clock, peers });
      contexts.push(context);
      return context;
    },
    close: async () => {
      for (const context of contexts) await context.close();
      for (const host of hosts) await host.stop(0);
      await peers.stop();
      await drop();
      sockets.remove();
    },
  };
}
