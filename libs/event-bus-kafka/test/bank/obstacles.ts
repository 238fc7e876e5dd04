import type { Executor } from '@svc/postgres';

/** For `createLedger`'s database. */
export const createObstacles = 'CREATE TABLE ledger.obstacle (stream_id text PRIMARY KEY)';

/** Streams with an obstacle in the ledger: opening an account blocks, a deposit fails. */
export class Obstacles {
  constructor(private readonly executor: Executor) {}

  async put(streamId: string): Promise<void> {
    await this.executor.query({
      name: 'ledger.put_obstacle',
      text: 'INSERT INTO ledger.obstacle VALUES ($1)',
      values: [streamId],
    });
  }

  async remove(streamId: string): Promise<void> {
    await this.executor.query({
      name: 'ledger.remove_obstacle',
      text: 'DELETE FROM ledger.obstacle WHERE stream_id = $1',
      values: [streamId],
    });
  }

  async standsBefore(executor: Executor, streamId: string): Promise<boolean> {
    const { rowCount } = await executor.query({
      name: 'ledger.obstacle_of',
      text: 'SELECT FROM ledger.obstacle WHERE stream_id = $1',
      values: [streamId],
    });
    return rowCount === 1;
  }
}
