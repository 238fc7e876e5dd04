import { randomUUID } from 'node:crypto';
import { FinishReason } from '@svc/contracts/conversations';
import { MemoryAdminServiceService, MemoryServiceService, RecallServiceService } from '@svc/contracts/memory';
import { conversationsEvents } from '@svc/contracts/public-events';
import { TestBus } from '@svc/event-bus/test-bus';
import { userSubject, type TenantId } from '@svc/kernel';
import { createClient, createSocketFolder, type RpcClient } from '@svc/rpc';
import { systemIds } from '@svc/runtime';
import { startContext, type RunningContext } from '@svc/service-host';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { memoryContext, MemoryModule } from '../src/index.js';
import type { MemoryExtractor } from '../src/extraction/memory-extractor.js';
import { StageWorker } from '../src/processing/stage-worker.js';
import { startPeerServices, type PeerServices } from './peer-services.js';
import { ScriptedExtractor } from './scripted-extractor.js';

export interface FinishedConversation {
  readonly conversationId: string;
  readonly userId?: string;
  readonly serviceId?: string;
  readonly tenantId?: TenantId;
  readonly subject?: string;
  readonly reason?: FinishReason;
}

/** The memory context as other processes see it: over gRPC on a unix socket, with its own database. */
export interface MemoryServer {
  readonly memory: RpcClient<typeof MemoryServiceService>;
  /** For the installer. */
  readonly admin: RpcClient<typeof MemoryAdminServiceService>;
  /** For other contexts. */
  readonly recall: RpcClient<typeof RecallServiceService>;
  readonly database: TestDatabase['database'];
  readonly peers: PeerServices;
  readonly extractor: ScriptedExtractor;
  readonly clock: { nowMs: number };
  readonly bus: TestBus;
  /** A provider of the context. */
  readonly get: RunningContext['get'];
  /** Sets the conversation's messages, finishes it, and runs its due stages. */
  finish(conversation: FinishedConversation, ...said: readonly string[]): Promise<void>;
  /** Runs what is due now. */
  settle(): Promise<void>;
  /** Advances the clock, and runs what is due then. */
  later(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export const serviceId = '5e0000000000000000000001';

/** @param reader replaces the scripted extractor */
export async function startMemoryServer(reader?: MemoryExtractor): Promise<MemoryServer> {
  const { database, drop } = await createTestDatabase({ migrations: memoryContext.migrations });
  const sockets = createSocketFolder(randomUUID());
  const peers = await startPeerServices(sockets);
  const extractor = new ScriptedExtractor();
  const clock = { nowMs: Date.UTC(2026, 10, 21, 12), now: () => clock.nowMs };
  const bus = new TestBus();
  const context = await startContext({
    context: memoryContext,
    module: MemoryModule.register({
      identityAddress: peers.address,
      conversationsAddress: peers.address,
      worldAddress: peers.address,
      extractor: reader ?? extractor,
    }),
    platform: { database, clock, ids: systemIds, logger: silentLogger, metrics: noMetrics },
    address: sockets.address('memory'),
    bus,
  });
  const memory = createClient(MemoryServiceService, context.address);
  const admin = createClient(MemoryAdminServiceService, context.address);
  const recall = createClient(RecallServiceService, context.address);
  const settle = () => context.get(StageWorker).settle();
  return {
    memory,
    admin,
    recall,
    database,
    peers,
    extractor,
    clock,
    bus,
    get: context.get,
    settle,
    async finish(conversation, ...said) {
      const { conversationId, userId = 'ada', tenantId = 'org:demo' } = conversation;
      peers.transcripts.set(conversationId, said);
      await bus.publish(conversationsEvents.ConversationFinished, {
        tenantId,
        streamId: `${tenantId}/conversation/${conversationId}`,
        subject: conversation.subject ?? userSubject(tenantId, userId),
        data: {
          reason: conversation.reason ?? FinishReason.FINISH_REASON_REQUESTED,
          finishedAtMs: clock.nowMs,
          userId,
          serviceId: conversation.serviceId ?? serviceId,
        },
      });
      await settle();
    },
    async later(ms) {
      clock.nowMs += ms;
      await settle();
    },
    async stop() {
      memory.close();
      admin.close();
      recall.close();
      await context.stop(1_000);
      await peers.stop();
      await drop();
      sockets.remove();
    },
  };
}
