import { Test, type TestingModule } from '@nestjs/testing';
import type { Clock } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { systemIds } from '@svc/runtime';
import { PlatformModule } from '@svc/service-host';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { ConversationsModule } from '../src/index.js';
import { ManualScheduler } from './manual-scheduler.js';
import type { Peers } from './peers.js';
import { ScriptedModel } from './scripted-model.js';

interface ContextOptions {
  readonly database: PooledDatabase;
  readonly clock: Clock;
  readonly peers: Peers;
}

/** The context's module without a server. */
export function openContext({ database, clock, peers }: ContextOptions): Promise<TestingModule> {
  return Test.createTestingModule({
    imports: [
      PlatformModule.of({ database, clock, ids: systemIds, logger: silentLogger, metrics: noMetrics }),
      ConversationsModule.register({
        identityAddress: peers.address,
        agentsAddress: peers.address,
        memoryAddress: peers.address,
        models: new ScriptedModel(),
        owner: 'tested',
        scheduler: new ManualScheduler(),
      }),
    ],
  }).compile();
}
