import 'reflect-metadata';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Module, type CallHandler, type ModuleMetadata } from '@nestjs/common';
import { APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { eventually } from '@svc/testing';
import { createWorld, deposited, openAccount, opened, type World } from '../../test/contract/bank.js';
import {
  accountOpened,
  createLedger,
  Ledger,
  moneyDeposited,
  newConsumer,
  schema,
  type Deposited,
  type Opened,
} from '../../test/contract/ledger.js';
import {
  eventBusMigrations,
  PostgresEventBus,
  resyncInboxStream,
  type EffectHandling,
  type ReceivedEvent,
  type StreamRef,
} from '../index.js';
import { EventController, EventStrategy, On, OnBatch, OnResync, ReactTo } from './index.js';

let world: World;
const running: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  world = await createWorld({ schema, folders: [eventBusMigrations] });
  await world.test.database.pool.query(createLedger);
});
afterEach(async () => {
  for (const application of running.splice(0)) await application.close();
});
afterAll(() => world.test.drop());

const LEDGER = Symbol('LEDGER');

@Injectable()
class Seen {
  readonly words: string[] = [];
}

async function serve(metadata: ModuleMetadata, options: { readonly withoutBus?: boolean } = {}) {
  const strategy = new EventStrategy({
    context: schema,
    bus: options.withoutBus ? undefined : new PostgresEventBus(world.logs),
    database: world.test.database,
    keys: () => world.keys,
    logger: silentLogger,
    metrics: noMetrics,
    attempts: 2,
    firstRetryMs: 1,
    pollMs: 20,
  });
  @Module(metadata)
  class TestModule {}
  const application = await NestFactory.createMicroservice(TestModule, {
    strategy,
    abortOnError: false,
    logger: false,
  });
  running.push(application);
  await application.listen();
  return application;
}

const ledgerOf = (consumer: string) => {
  const ledger = new Ledger(consumer, world.test.database);
  return { ledger, provider: { provide: LEDGER, useValue: ledger } };
};

describe('an event controller', () => {
  it('consumes the events that its methods name, with providers and interceptors of its module', async () => {
    const consumer = newConsumer();
    const { ledger, provider } = ledgerOf(consumer);
    @EventController(consumer, { readsPersonal: true })
    class Deposits {
      constructor(
        @Inject(LEDGER) private readonly lines: Ledger,
        private readonly seen: Seen,
      ) {}

      @ReactTo(accountOpened)
      async opened({ data }: ReceivedEvent<Opened>) {
        this.seen.words.push(data.owner ?? '?');
      }

      @On(moneyDeposited)
      async deposited(event: ReceivedEvent<Deposited>, handling: EffectHandling) {
        await this.lines.add(event, handling);
      }

      @OnResync()
      async forget(stream: StreamRef, handling: EffectHandling) {
        await this.lines.forget(stream, handling);
      }
    }
    let intercepted = 0;
    const counting = {
      intercept: (_context: unknown, next: CallHandler) => {
        intercepted++;
        return next.handle();
      },
    };
    const account = openAccount(world);
    const application = await serve({
      controllers: [Deposits],
      providers: [Seen, provider, { provide: APP_INTERCEPTOR, useValue: counting }],
    });
    await account.append(opened('Ada'), deposited(1), deposited(2));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2']));
    expect(application.get(Seen).words).toEqual(['Ada']);
    expect(intercepted).toBe(3);
    const stream = { schema, consumer, source: 'bank', streamId: account.streamId };
    await world.test.database.pool.query('DELETE FROM ledger.line');
    await resyncInboxStream(world.test.database, stream);
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2']));
    expect(await ledger.totalOf(account)).toBe(3);
  });

  it('takes a batch in one method, and its failure undoes all of it and is tried again', async () => {
    const consumer = newConsumer();
    const { ledger, provider } = ledgerOf(consumer);
    let failures = 1;
    const account = openAccount(world);
    @EventController(consumer)
    class Deposits {
      constructor(@Inject(LEDGER) private readonly lines: Ledger) {}

      @OnBatch(moneyDeposited)
      async deposited(events: readonly ReceivedEvent<Deposited>[], handling: EffectHandling) {
        const own = events.filter(({ streamId }) => streamId === account.streamId);
        for (const event of own) await this.lines.add(event, handling);
        if (own.length > 0 && failures-- > 0) throw new TypeError('once');
      }
    }
    await account.append(deposited(1), deposited(2));
    await serve({ controllers: [Deposits], providers: [provider] });
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2']));
    expect(await ledger.totalOf(account)).toBe(3);
  });

  it('reports the error of a handler, not the one that Nest wraps it in', async () => {
    const consumer = newConsumer();
    const { ledger, provider } = ledgerOf(consumer);
    const account = openAccount(world);
    @EventController(consumer)
    class Deposits {
      @On(moneyDeposited)
      async deposited({ streamId }: ReceivedEvent<Deposited>) {
        if (streamId === account.streamId) throw new RangeError('too much');
      }
    }
    await account.append(deposited(1));
    await serve({ controllers: [Deposits], providers: [provider] });
    await eventually(async () =>
      expect(await ledger.parked(account)).toMatchObject([{ kind: 'failed', reason: 'RangeError' }]),
    );
  });

  it('is a plain class to a test that calls its methods', async () => {
    @EventController(newConsumer())
    class Owners {
      constructor(private readonly seen: Seen) {}

      @ReactTo(accountOpened)
      async opened({ data }: Pick<ReceivedEvent<Opened>, 'data'>) {
        this.seen.words.push(data.owner ?? '?');
      }
    }
    const seen = new Seen();
    await new Owners(seen).opened({ data: { owner: 'Ada' } });
    expect(seen.words).toEqual(['Ada']);
  });

  it('is rejected without methods that handle events, and with an invalid name', () => {
    class Nothing {
      @OnResync()
      async forget() {}
    }
    expect(() => EventController('nothing')(Nothing)).toThrow('Nothing has no method that takes events');
    expect(() => EventController('No Name')).toThrow('"No Name" is not');
  });

  it('stops the start of its microservice when there is another of its name, or no bus', async () => {
    const consumer = newConsumer();
    @EventController(consumer)
    class One {
      @ReactTo(accountOpened)
      async opened() {}
    }
    @EventController(consumer)
    class Other {
      @ReactTo(moneyDeposited)
      async deposited() {}
    }
    await expect(serve({ controllers: [One, Other] })).rejects.toThrow(
      `Two EventControllers are the consumer ${consumer}`,
    );
    await expect(serve({ controllers: [One] }, { withoutBus: true })).rejects.toThrow(
      `ledger.${consumer} consumes events, and there is no bus`,
    );
  });

  it('is refused with two methods for one type', async () => {
    @EventController(newConsumer())
    class Twice {
      @ReactTo(accountOpened)
      async one() {}
      @On(accountOpened)
      async other() {}
    }
    await expect(serve({ controllers: [Twice] })).rejects.toThrow('Two handlers take bank.AccountOpened');
  });
});
