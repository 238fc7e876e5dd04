import {
  ConversationsAdminServiceService,
  ConversationsServiceService,
  InsightsServiceService,
  ReplayServiceService,
  SurfacesServiceService,
  TranscriptServiceService,
  WaitsServiceService,
  WorkspaceConversationsServiceService,
} from '@svc/contracts/conversations';
import type { PooledDatabase } from '@svc/postgres';
import { TestBus } from '@svc/event-bus/test-bus';
import { createClient, type RpcClient, type SocketFolder } from '@svc/rpc';
import { systemIds } from '@svc/runtime';
import { startContext, type RunningContext } from '@svc/service-host';
import { noMetrics, silentLogger, type Logger, type Metrics } from '@svc/telemetry';
import { conversationsContext, ConversationsModule } from '../src/index.js';
import type { Tools } from '../src/ports/ports.js';
import { ManualScheduler } from './manual-scheduler.js';
import type { Peers } from './peers.js';
import { ScriptedModel } from './scripted-model.js';
import type { SettableClock } from './settable-clock.js';
import { wired, type Wire } from './wire.js';

/** One instance of the context behind real gRPC. */
export interface Host {
  readonly client: RpcClient<typeof ConversationsServiceService>;
  readonly workspaces: RpcClient<typeof WorkspaceConversationsServiceService>;
  readonly waits: RpcClient<typeof WaitsServiceService>;
  readonly surfaces: RpcClient<typeof SurfacesServiceService>;
  /** For the installer. */
  readonly admin: RpcClient<typeof ConversationsAdminServiceService>;
  readonly insights: RpcClient<typeof InsightsServiceService>;
  readonly replays: RpcClient<typeof ReplayServiceService>;
  /** For other contexts. */
  readonly transcripts: RpcClient<typeof TranscriptServiceService>;
  readonly model: ScriptedModel;
  readonly scheduler: ManualScheduler;
  readonly wire: Wire;
  /** A provider of the context. */
  readonly get: RunningContext['get'];
  stop(graceMs?: number): Promise<void>;
}

export interface HostOptions {
  readonly database: PooledDatabase;
  readonly peers: Peers;
  /** Waits of the instance advance it. */
  readonly clock: SettableClock;
  readonly owner: string;
  readonly address: ReturnType<SocketFolder['address']>;
  readonly scheduler?: ManualScheduler;
  readonly logger?: Logger;
  /** In ms of the machine's clock. The default is longer than any busy machine needs. */
  readonly recallWithinMs?: number;
  readonly metrics?: Metrics;
  /** None by default. */
  readonly tools?: Tools;
  /** Events of other contexts. */
  readonly bus?: TestBus;
}

export async function startHost({
  database,
  peers,
  clock,
  owner,
  address,
  scheduler = new ManualScheduler((ms) => void (clock.nowMs += ms)),
  logger = silentLogger,
  recallWithinMs = 60_000,
  metrics = noMetrics,
  bus = new TestBus(),
  tools,
}: HostOptions): Promise<Host> {
  const { wire, database: observed } = wired(database);
  const model = new ScriptedModel();
  const running = await startContext({
    context: conversationsContext,
    module: ConversationsModule.register({
      identityAddress: peers.address,
      agentsAddress: peers.address,
      memoryAddress: peers.address,
      models: model,
      owner,
      scheduler,
      recallWithinMs,
      ...(tools === undefined ? {} : { tools }),
    }),
    platform: { database: observed, clock, ids: systemIds, logger, metrics },
    address,
    bus,
  });
  const client = createClient(ConversationsServiceService, running.address);
  const workspaces = createClient(WorkspaceConversationsServiceService, running.address);
  const waits = createClient(WaitsServiceService, running.address);
  const surfaces = createClient(SurfacesServiceService, running.address);
  const admin = createClient(ConversationsAdminServiceService, running.address);
  const insights = createClient(InsightsServiceService, running.address);
  const replays = createClient(ReplayServiceService, running.address);
  const transcripts = createClient(TranscriptServiceService, running.address);
  let stopped: Promise<void> | undefined;
  const stop = async (graceMs: number): Promise<void> => {
    client.close();
    workspaces.close();
    waits.close();
    surfaces.close();
    admin.close();
    insights.close();
    replays.close();
    transcripts.close();
    await running.stop(graceMs);
  };
  return {
    client,
    workspaces,
    waits,
    surfaces,
    admin,
    insights,
    replays,
    transcripts,
    model,
    scheduler,
    wire,
    get: (token) => running.get(token),
    stop: (graceMs = 0) => (stopped ??= stop(graceMs)),
  };
}
