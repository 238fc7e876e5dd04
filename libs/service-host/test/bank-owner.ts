import { Module } from '@nestjs/common';
import type { World } from '@svc/event-bus/test-world';
import type { RpcTls } from '@svc/rpc';
import { createSystemIds, systemClock } from '@svc/runtime';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { startContext, type RunningContext } from '../src/index.js';

@Module({})
class BankModule {}
class Nothing {
  rebuild = () => Promise.reject(new Error('There are no read models'));
  execute = () => Promise.reject(new Error('There is nothing to verify'));
}

/** The context `bank` of a world. It serves only what every context does. */
export function serveBank(
  world: World,
  served: { readonly address: string; readonly tls?: RpcTls; readonly eventReaders?: readonly string[] },
): Promise<RunningContext> {
  const { address, tls, eventReaders } = served;
  return startContext({
    context: {
      name: 'bank',
      migrations: { schema: 'bank', folders: [] },
      services: [],
      readModels: Nothing,
      verifyLog: Nothing,
    },
    module: BankModule,
    platform: {
      database: world.test.database,
      clock: systemClock,
      ids: createSystemIds(systemClock),
      logger: silentLogger,
      metrics: noMetrics,
      ...(eventReaders && { eventReaders }),
    },
    address,
    tls,
  });
}
