import type { PooledDatabase } from '@svc/postgres';
import { noMetrics, silentLogger } from '@svc/telemetry';
import {
  Consumer,
  listParkedInboxStreams,
  type ConsumerOptions,
  type EffectHandling,
  type EventBus,
  type EventContract,
  type EventHandler,
  type ParkedInboxStream,
  type ReceivedEvent,
} from '../../src/index.js';
import { type Source } from './bank.js';

/** The schema of the consuming context. */
export const schema = 'ledger';

export const createLedger = `
  CREATE TABLE ledger.line (n serial, consumer text, stream_id text, version int, what text,
                            at timestamptz DEFAULT clock_timestamp());
  CREATE TABLE ledger.total (consumer text, stream_id text, amount int, PRIMARY KEY (consumer, stream_id))`;

export interface Opened {
  readonly owner?: string;
}
export interface Deposited {
  readonly amount: number;
}

const contract = <Data>(source: Source, type: string): EventContract<Data> => ({
  source,
  type,
  message: { fromJSON: (json) => json as Data },
});
export const accountOpened = contract<Opened>('bank', 'AccountOpened');
export const moneyDeposited = contract<Deposited>('bank', 'MoneyDeposited');

/** A handler of deposits, as a context writes one. */
export function onDeposit(
  handle: (event: ReceivedEvent<Deposited>, handling: EffectHandling) => Promise<void>,
): EventHandler {
  return { kind: 'effect', contract: moneyDeposited, handle: handle as never };
}

let consumers = 0;
/** A name that no other test uses. */
export const newConsumer = (): string => `consumer${++consumers}`;

/** What a consumer has written, and how it writes it. */
export class Ledger {
  constructor(
    readonly consumer: string,
    private readonly database: PooledDatabase,
  ) {}

  /** Adds up deposits: doubled or lost ones show. */
  readonly add = async (
    { streamId, streamVersion, data }: ReceivedEvent<Deposited>,
    { tx }: EffectHandling,
  ): Promise<void> => {
    await tx.query({
      name: 'ledger.add_line',
      text: 'INSERT INTO ledger.line (consumer, stream_id, version, what) VALUES ($1, $2, $3, $4)',
      values: [this.consumer, streamId, streamVersion, String(data.amount)],
    });
    await tx.query({
      name: 'ledger.add_amount',
      text: `
        INSERT INTO ledger.total AS known VALUES ($1, $2, $3)
            ON CONFLICT (consumer, stream_id) DO UPDATE SET amount = known.amount + excluded.amount`,
      values: [this.consumer, streamId, data.amount],
    });
  };

  /** Amounts in the order in which they were written. */
  async linesOf({ streamId }: { readonly streamId: string }): Promise<readonly string[]> {
    const { rows } = await this.database.query<{ what: string }>({
      name: 'ledger.lines',
      text: 'SELECT what FROM ledger.line WHERE consumer = $1 AND stream_id = $2 ORDER BY n',
      values: [this.consumer, streamId],
    });
    return rows.map(({ what }) => what);
  }

  async totalOf({ streamId }: { readonly streamId: string }): Promise<number | undefined> {
    const { rows } = await this.database.query<{ amount: number }>({
      name: 'ledger.total',
      text: 'SELECT amount FROM ledger.total WHERE consumer = $1 AND stream_id = $2',
      values: [this.consumer, streamId],
    });
    return rows[0]?.amount;
  }

  async forget({ streamId }: { readonly streamId: string }, { tx }: EffectHandling): Promise<void> {
    for (const table of ['line', 'total'])
      await tx.query({
        name: `ledger.forget_${table}`,
        text: `DELETE FROM ledger.${table} WHERE consumer = $1 AND stream_id = $2`,
        values: [this.consumer, streamId],
      });
  }

  /** Streams of other tests may be parked as well. */
  async parked({ streamId }: { readonly streamId: string }): Promise<readonly ParkedInboxStream[]> {
    const all = await listParkedInboxStreams(this.database, schema);
    return all.filter((parked) => parked.consumer === this.consumer && parked.streamId === streamId);
  }

  /** Version of the latest event that moved the inbox. */
  async inboxVersionOf({ streamId }: { readonly streamId: string }): Promise<number | undefined> {
    const { rows } = await this.database.query<{ stream_version: number }>({
      name: 'ledger.inbox_version',
      text: 'SELECT stream_version FROM ledger.inbox WHERE consumer = $1 AND stream_id = $2',
      values: [this.consumer, streamId],
    });
    return rows[0]?.stream_version;
  }

  /** Of the latest event that has come to a parked stream. */
  async latestVersionOf({ streamId }: { readonly streamId: string }): Promise<number | undefined> {
    const { rows } = await this.database.query<{ latest_version: number }>({
      name: 'ledger.latest_version',
      text: 'SELECT latest_version FROM ledger.inbox_parked_stream WHERE consumer = $1 AND stream_id = $2',
      values: [this.consumer, streamId],
    });
    return rows[0]?.latest_version;
  }

  start(
    bus: EventBus,
    handlers: readonly EventHandler[] = [onDeposit(this.add)],
    options: Partial<ConsumerOptions> = {},
  ): Promise<Consumer> {
    return Consumer.start({
      context: schema,
      name: this.consumer,
      handlers,
      bus,
      database: this.database,
      logger: silentLogger,
      metrics: noMetrics,
      attempts: 2,
      firstRetryMs: 1,
      pollMs: 20,
      ...options,
    });
  }
}
