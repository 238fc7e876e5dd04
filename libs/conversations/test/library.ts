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
  readonly tasks = new Set<() => void>();

  every(_intervalMs: number, task: () => void): () => void {
    this.tasks.add(task);
    return () => void this.tasks.delete(task);
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
