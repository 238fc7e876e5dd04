import { PostgresEventBus } from '@svc/event-bus';
import type { OpenBus } from '@svc/event-bus/contract-suite';
import { describeOneTrace } from '../test/one-trace.js';

const openPostgresBus: OpenBus = async ({ logs }) => ({
  connect: async () => ({ bus: new PostgresEventBus(logs), close: async () => undefined }),
  repeat: async () => undefined,
  close: async () => undefined,
});

describeOneTrace('Postgres', openPostgresBus, []);
