import { ConversationsServiceService } from '@svc/contracts/conversations';
import type { Clock } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { createClient, startRpcServer, type RpcClient, type SocketFolder } from '@svc/rpc';
import { systemIds } from '@svc/runtime';
import { noMetrics, silentLogger, type Logger } from '@svc/telemetry';
import { createConversationsModule, type ConversationsModule, type Scheduler } from '../src/index.js';
import type { Peers } from './peers.js';
import { ScriptedModel } from './scripted-model.js';
import { wired, type Wire } from './wire.js';

/** Timers that only a test moves on. */
export class ManualScheduler implements Scheduler {
  readonly #tasks = new Set<() => Promise<void>>();

  every(_intervalMs: number, task: () => Promise<void>): () => void {
    this.#tasks.add(task);
    return () => void this.#tasks.delete(task);
  }

  async wait(): Promise<void> {}

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
  readonly wire: Wire;
  readonly module: ConversationsModule;
  stop(graceMs?: number): Promise<void>;
}

interface HostOptions {
  readonly database: PooledDatabase;
  readonly peers: Peers;
  readonly clock: Clock;
  readonly owner: string;
  readonly address: ReturnType<SocketFolder['address']>;
  readonly voidOwn?: boolean;
  readonly logger?: Logger;
}

export async function startHost({
  database,
  peers,
  clock,
  owner,
  address,
  voidOwn = false,
  logger = silentLogger,
}: HostOptions): Promise<Host> {
  const { wire, database: observed } = wired(database);
  const model = new ScriptedModel();
  const scheduler = new ManualScheduler();
  const module = createConversationsModule({
    database: observed,
    clock,
    ids: systemIds,
    logger,
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
  return { client, model, scheduler, wire, module, stop: (graceMs = 0) => (stopped ??= stop(graceMs)) };
}
