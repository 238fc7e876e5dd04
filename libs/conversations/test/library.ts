import {
  callerToMessage,
  defaultRoles,
  grantsOf,
  permissionNames,
  type Caller as AuthCaller,
} from '@svc/auth';
import type { Caller } from '@svc/contracts/common';
import {
  ConversationsServiceService,
  InteractionKind,
  type CreateConversationRequest,
  type InteractRequest,
  type Message,
  type TurnEvent,
} from '@svc/contracts/conversations';
import { EventStore } from '@svc/event-store';
import { systemIds } from '@svc/runtime';
import type { Clock } from '@svc/kernel';
import type { PooledDatabase, Statement } from '@svc/postgres';
import {
  createClient,
  createSocketFolder,
  startRpcServer,
  type RpcClient,
  type SocketFolder,
} from '@svc/rpc';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { conversationEventTypes } from '../src/adapters/event-types.js';
import type { ConversationEvent } from '../src/domain/conversation-event.js';
import { conversationsMigrations, createConversationsModule, type Scheduler } from '../src/index.js';
import { serviceId, startPeers, type Peers } from './peers.js';
import { ScriptedModel } from './scripted-model.js';

export class SettableClock implements Clock {
  nowMs = Date.UTC(2026, 10, 21, 12);

  now(): number {
    return this.nowMs;
  }
}

/** Timers that only a test moves on. */
export class ManualScheduler implements Scheduler {
  readonly #tasks = new Set<() => Promise<void>>();

  every(_intervalMs: number, task: () => Promise<void>): () => void {
    this.#tasks.add(task);
    return () => void this.#tasks.delete(task);
  }

  /** Every timer fires once; resolves when all their work is done. */
  async tick(): Promise<void> {
    for (const task of this.#tasks) await task();
  }
}

/** One instance of the context behind real gRPC. */
export interface Host {
  readonly client: RpcClient<typeof ConversationsServiceService>;
  readonly model: ScriptedModel;
  readonly scheduler: ManualScheduler;
  /** Statements of the instance so far, without those of Prisma. */
  readonly statements: Statement[];
  readonly module: ReturnType<typeof createConversationsModule>;
  stop(graceMs?: number): Promise<void>;
}

/** A database, identity, agents, and any number of instances on them. */
export interface Library {
  readonly database: TestDatabase['database'];
  readonly peers: Peers;
  readonly clock: SettableClock;
  /** A user with the default role. */
  callerOf(userId: string): Caller;
  /** Appends an event of a kind that has nothing to do with the turn that runs. */
  appendNote(conversationId: string): Promise<void>;
  /** Removes all conversations. */
  clear(): Promise<void>;
  startHost(owner: string, options?: { readonly voidOwn?: boolean }): Promise<Host>;
  close(): Promise<void>;
}

let libraries = 0;

export async function openLibrary(): Promise<Library> {
  const { database, drop } = await createTestDatabase({
    migrations: conversationsMigrations,
    maxConnections: 20,
  });
  const name = `${process.pid}-${(libraries += 1)}`;
  const sockets = createSocketFolder(`conv-test-${name}`);
  const peers = await startPeers(sockets, name);
  const clock = new SettableClock();
  const hosts: Host[] = [];
  return {
    database,
    peers,
    clock,
    callerOf,
    appendNote: (conversationId) => appendNote(database, clock, conversationId),
    clear: async () => {
      await database.pool.query(
        `TRUNCATE conversations.event, conversations.snapshot, conversations.conversation, conversations.message,
           conversations.conversation_tag, conversations.open_conversation, conversations.lease`,
      );
      for (const { model } of hosts) model.reset();
    },
    startHost: async (owner, options = {}) => {
      const address = sockets.address(`host${hosts.length}`);
      const host = await startHost({ database, peers, clock, owner, address, ...options });
      hosts.push(host);
      return host;
    },
    close: async () => {
      for (const host of hosts) await host.stop(0);
      await peers.stop();
      await drop();
      sockets.remove();
    },
  };
}

interface HostOptions {
  readonly database: PooledDatabase;
  readonly peers: Peers;
  readonly clock: Clock;
  readonly owner: string;
  readonly address: ReturnType<SocketFolder['address']>;
  readonly voidOwn?: boolean;
}

async function startHost({
  database,
  peers,
  clock,
  owner,
  address,
  voidOwn = false,
}: HostOptions): Promise<Host> {
  const statements: Statement[] = [];
  const observed: PooledDatabase = {
    ...database,
    query: (statement) => {
      statements.push(statement);
      return database.query(statement);
    },
  };
  const model = new ScriptedModel();
  const scheduler = new ManualScheduler();
  const module = createConversationsModule({
    database: observed,
    clock,
    ids: systemIds,
    logger: silentLogger,
    metrics: noMetrics,
    identity: peers.identity,
    agents: peers.agents,
    model,
    owner,
    scheduler,
  });
  await module.start({ voidOwn });
  const server = await startRpcServer({ address, services: module.services, logger: silentLogger });
  const client = createClient(ConversationsServiceService, server.address);
  let stopped: Promise<void> | undefined;
  const stop = async (graceMs: number): Promise<void> => {
    await module.stop(graceMs);
    client.close();
    await server.stop(graceMs);
  };
  return { client, model, scheduler, statements, module, stop: (graceMs = 0) => (stopped ??= stop(graceMs)) };
}

/** A user with the grants of a default role in the organization `demo`. */
export function callerOf(
  userId: string,
  roleName = 'DefaultUserRole',
  changes: Partial<AuthCaller> = {},
): Caller {
  const self = { orgId: 'demo', userId, roleId: roleName === 'DefaultUserRole' ? 'role-user' : 'role-admin' };
  const role = defaultRoles(false).find(({ name }) => name === roleName);
  return callerToMessage({
    tenantId: 'org:demo',
    ...self,
    roleName,
    displayName: userId,
    grants: grantsOf(self, role?.grants ?? []),
    ...changes,
  });
}

/** Holds every permission in `demo` without any condition on users. */
export function omnipotent(userId: string): Caller {
  const grants = permissionNames.map((permissionName) => ({ permissionName, conditions: {} }));
  return callerOf(userId, 'DefaultUserRole', { grants });
}

export const ada = callerOf('ada');

export function createRequest(changes: Partial<CreateConversationRequest> = {}): CreateConversationRequest {
  return { caller: ada, serviceId, serviceVersionSetName: 'release', tags: [], ...changes };
}

export function saying(
  conversationId: string,
  text: string,
  changes: Partial<InteractRequest> = {},
): InteractRequest {
  return {
    caller: ada,
    conversationId,
    kind: InteractionKind.INTERACTION_KIND_USER_MESSAGE,
    text,
    externalEvents: [],
    ...changes,
  };
}

type Told = NonNullable<TurnEvent['event']>;

/** Everything a stream says. */
export async function all(
  stream: AsyncIterable<{ event?: TurnEvent | undefined }>,
): Promise<readonly Told[]> {
  const told: Told[] = [];
  for await (const { event } of stream) if (event?.event) told.push(event.event);
  return told;
}

type ToldValues = { readonly [Event in Told as Event['$case']]: Event['value'] };

export function valueOf<Case extends Told['$case']>(told: readonly Told[], wanted: Case): ToldValues[Case] {
  const found = told.find(({ $case }) => $case === wanted);
  if (!found) throw new Error(`The stream has told no ${wanted}.`);
  // `$case` tells which value it is.
  return found.value as ToldValues[Case];
}

/** A conversation that has had its greeting. */
export async function begun(host: Host, changes: Partial<CreateConversationRequest> = {}): Promise<string> {
  const told = await all(host.client.createConversation(createRequest(changes)));
  return valueOf(told, 'conversationCreated').conversationId;
}

export async function messagesOf(host: Host, conversationId: string): Promise<readonly Message[]> {
  const { messages } = await host.client.listMessages({
    caller: ada,
    conversationId,
    messageIds: [],
    messageTypes: [],
    interactionIds: [],
    sortBy: [],
  });
  return messages;
}

interface LeaseRow {
  readonly conversation_id: string;
  readonly interaction_id: string;
  readonly owner: string;
  readonly fence: string;
  readonly seconds_left: number;
}

export async function leases({ database }: Library): Promise<readonly LeaseRow[]> {
  const { rows } = await database.pool.query<LeaseRow>(
    `SELECT conversation_id, interaction_id, owner, fence,
            extract(epoch FROM expires_at - clock_timestamp())::float8 AS seconds_left
       FROM conversations.lease ORDER BY conversation_id`,
  );
  return rows;
}

/** Moves the end of all leases, instead of waiting for it. */
export async function expireLeases({ database }: Library, inTime = '-1 seconds'): Promise<void> {
  await database.pool.query(`UPDATE conversations.lease SET expires_at = clock_timestamp() + $1::interval`, [
    inTime,
  ]);
}

function storeOf(database: PooledDatabase, clock: Clock): EventStore<ConversationEvent> {
  const types = conversationEventTypes;
  return new EventStore<ConversationEvent>({
    schema: 'conversations',
    database,
    types,
    clock,
    ids: systemIds,
  });
}

/** A conversation's events as the log holds them. */
export async function eventsOf(
  { database, clock }: Library,
  conversationId: string,
): Promise<readonly ConversationEvent[]> {
  const stream = `org:demo/conversation/${conversationId}`;
  const recorded = await storeOf(database, clock).readStream(database, stream);
  return recorded.map(({ event }) => event);
}

async function appendNote(database: PooledDatabase, clock: Clock, conversationId: string): Promise<void> {
  const store = storeOf(database, clock);
  const address = { tenantId: 'org:demo', streamId: `org:demo/conversation/${conversationId}` } as const;
  const { head } = await store.loadStream(database, address);
  const data = { interactionId: '', exitConditions: [], actions: [], guidelines: [], state: '', reason: '' };
  const note: ConversationEvent = {
    type: 'DecisionRecorded',
    data: {
      ...data,
      purpose: 'decide',
      verdict: { kind: 'action', action: '' },
      judgedBy: 'model',
      isAbridged: false,
    },
  };
  const metadata = { actor: 'test', correlationId: 'test', causationId: 'test' };
  await store.append(database, { ...address, expected: head, events: [note], metadata });
}

/** Real I/O is under way: tries again until the expectation holds. */
export async function eventually(expectation: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await expectation();
    } catch (failure) {
      if (attempt === 100) throw failure;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
