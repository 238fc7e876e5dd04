import { Inject, Injectable, type ModuleMetadata, type Provider } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { createClient, createSocketFolder, type RpcMethod } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { systemIds } from '@svc/runtime';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { CLOCK, ContextLifecycle, DATABASE, openContext, startContext, type Platform } from './index.js';

const json = <Value>() => ({
  serialize: (value: Value) => Buffer.from(JSON.stringify(value)),
  deserialize: (bytes: Buffer) => JSON.parse(bytes.toString()) as Value,
});
const text = json<{ text: string }>();
const ask: RpcMethod<{ text: string }, { text: string }, false> = {
  path: '/svc.test.v1.SampleService/Ask',
  requestStream: false,
  responseStream: false,
  requestSerialize: text.serialize,
  requestDeserialize: text.deserialize,
  responseSerialize: text.serialize,
  responseDeserialize: text.deserialize,
};
const SampleService = { ask };

/** What happened, in order; `release` lets waiting calls continue. */
@Injectable()
class Journal {
  readonly events: string[] = [];
  release = (): void => undefined;
  readonly released = new Promise<void>((resolve) => (this.release = resolve));
}

class SampleReadModels {
  rebuild() {
    return Promise.resolve({ streams: 0, events: 0, rows: 0, missing: 0, removed: 0, repeated: 0 });
  }
}

class SampleVerifyLog {
  execute() {
    return Promise.resolve({ streams: 0, events: 0, violations: [], unjudged: [] });
  }
}

@RpcController(SampleService)
class SampleController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly journal: Journal,
  ) {}

  async ask({ text: asked }: { text: string }) {
    this.journal.events.push(`asked ${asked}`);
    if (asked === 'wait') await this.journal.released;
    const { rows } = await this.database.query({ name: 'sample', text: 'SELECT 1 AS one', values: [] });
    this.journal.events.push(`answered ${asked}`);
    return { text: `${JSON.stringify(rows)} at ${this.clock.now()}` };
  }
}

@Injectable()
class SampleLifecycle extends ContextLifecycle {
  constructor(private readonly journal: Journal) {
    super();
  }
  override start() {
    this.journal.events.push('start');
  }
  override drain() {
    this.journal.events.push('drain');
    this.journal.release();
  }
  override stop() {
    this.journal.events.push('stop');
  }
}

@Injectable()
class FailingLifecycle extends SampleLifecycle {
  override start(): never {
    throw new Error('cannot start');
  }
}

@Injectable()
class LastingLifecycle extends SampleLifecycle {
  override stop(): never {
    throw new Error('cannot stop');
  }
}

let shared: TestDatabase;
beforeAll(async () => void (shared = await createTestDatabase()));
afterAll(() => shared.drop());
const folder = createSocketFolder(`service-host-${process.pid}`);
afterAll(() => folder.remove());
let count = 0;

const platform = (): Platform => ({
  database: shared.database,
  clock: { now: () => 7 },
  ids: systemIds,
  logger: silentLogger,
  metrics: noMetrics,
});
const sampleModule = (providers: Provider[], metadata: ModuleMetadata = {}) => ({
  module: class SampleModule {},
  controllers: [SampleController],
  providers,
  ...metadata,
});
const start = (module: ReturnType<typeof sampleModule>, address = folder.address(`s${count++}`)) =>
  startContext({
    context: {
      name: 'sample',
      migrations: { schema: 'sample', folders: [] },
      services: [SampleService],
      readModels: SampleReadModels,
      verifyLog: SampleVerifyLog,
    },
    module,
    platform: platform(),
    address,
  });

const lifecycle = { provide: ContextLifecycle, useClass: SampleLifecycle };

describe('a running context', () => {
  it('given a stop during a call, then it starts before and stops after all calls, and drains while they run', async () => {
    const signals = process.listenerCount('SIGTERM');
    const context = await start(sampleModule([Journal, lifecycle]));
    const { events } = context.get(Journal);
    const client = createClient(SampleService, context.address);
    const running = client.ask({ text: 'wait' });
    expect(await client.ask({ text: 'one' })).toEqual({ text: '[{"one":1}] at 7' });

    await context.stop(60_000);

    expect(await running).toEqual({ text: '[{"one":1}] at 7' });
    expect(events).toEqual([
      'start',
      'asked wait',
      'asked one',
      'answered one',
      'drain',
      'answered wait',
      'stop',
    ]);
    // Nest has not taken over the process's signals.
    expect(process.listenerCount('SIGTERM')).toBe(signals);
    client.close();
  });

  it('given no lifecycle of its own, then serves and stops', async () => {
    const context = await start(sampleModule([Journal]));
    const client = createClient(SampleService, context.address);
    expect(await client.ask({ text: 'one' })).toEqual({ text: '[{"one":1}] at 7' });
    client.close();
    await context.stop(1_000);
  });

  it('given a stop that fails, then says so, and still closes its clients', async () => {
    const closed: string[] = [];
    const client = { provide: 'client', useValue: { onApplicationShutdown: () => closed.push('client') } };
    const context = await start(
      sampleModule([Journal, client, { ...lifecycle, useClass: LastingLifecycle }]),
    );
    await expect(context.stop(0)).rejects.toThrow('cannot stop');
    expect(closed).toEqual(['client']);
  });

  it('given two in one process, then each has its own providers', async () => {
    const contexts = await Promise.all(['a', 'b'].map(() => start(sampleModule([Journal, lifecycle]))));
    const [a, b] = contexts.map((context) => context.get(Journal));
    expect(a).not.toBe(b);
    expect([a?.events, b?.events]).toEqual([['start'], ['start']]);
    await Promise.all(contexts.map((context) => context.stop(0)));
  });
});

describe('an opened context', () => {
  it('given that its providers are used, then it has not started, and closes what it has', async () => {
    const context = await openContext({ module: sampleModule([Journal, lifecycle]), platform: platform() });
    const { events } = context.get(Journal);
    expect(events).toEqual([]);
    await context.close();
    expect(events).toEqual(['stop']);
  });
});

describe('a context that cannot start', () => {
  it('given a missing provider, then names it, and the process lives', async () => {
    await expect(start(sampleModule([]))).rejects.toThrow(/SampleController.*Journal/);
  });

  it('given a service without its controller, then names the method', async () => {
    await expect(start(sampleModule([Journal], { controllers: [] }))).rejects.toThrow(
      'No RpcController serves /svc.test.v1.SampleService/Ask',
    );
  });

  it('given a start that fails or an address that is taken, then everything started is stopped', async () => {
    const first = await start(sampleModule([Journal, lifecycle]));
    const journal = new Journal();
    const providers = (Lifecycle: typeof SampleLifecycle) => [
      { provide: Journal, useValue: journal },
      { provide: ContextLifecycle, useClass: Lifecycle },
    ];
    await expect(start(sampleModule(providers(FailingLifecycle)))).rejects.toThrow('cannot start');
    expect(journal.events.splice(0)).toEqual(['stop']);
    await expect(start(sampleModule(providers(SampleLifecycle)), first.address)).rejects.toThrow(
      'Another process already listens on',
    );
    expect(journal.events).toEqual(['start', 'stop']);
    await first.stop(0);
  });

  it('given two lifecycles, then fails', async () => {
    const imports = [{ module: class Other {}, providers: [Journal, lifecycle] }];
    await expect(start(sampleModule([Journal, lifecycle], { imports }))).rejects.toThrow(
      'A context has one ContextLifecycle',
    );
  });
});
