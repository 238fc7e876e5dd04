import { describeEventBus } from '../../test/event-bus-contract.js';
import { openLog, sources } from '../../test/contract/bank.js';
import { PostgresEventBus } from './postgres-event-bus.js';

describeEventBus('Postgres', async ({ test, logs, signals }) => {
  let processes = 0;
  return {
    connect: async () => {
      const { database } = test;
      const own =
        processes++ === 0
          ? logs
          : { bank: openLog('bank', database, signals), shop: openLog('shop', database, signals) };
      return { bus: new PostgresEventBus(own), close: () => Promise.resolve() };
    },
    repeat: async (source) => {
      const schema = sources.find((known) => known === source);
      if (!schema) throw new TypeError(`No context ${source}`);
      await test.database.pool.query(
        `UPDATE ${schema}.subscription_checkpoint SET epoch = 0, transaction_id = '0', position = 0, fence = fence + 1`,
      );
    },
    close: () => Promise.resolve(),
  };
});
