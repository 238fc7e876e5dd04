import { AsyncLocalStorage } from 'node:async_hooks';
import {
  Catch,
  Injectable,
  UseFilters,
  UseGuards,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
  type PipeTransform,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { DomainError } from '@svc/errors';
import { from, map, merge, of, Subject, take, takeUntil, tap } from 'rxjs';
import { EchoService, type CountRequest, type EchoRequest } from '../../test/echo-service.js';
import { aborted, deferred } from '../../test/harness.js';
import { createMicroservices } from '../../test/microservice.js';
import type { RpcCall } from '../index.js';
import { RpcController } from './rpc-controller.js';

const microservices = createMicroservices();
afterAll(() => microservices.close());

const ambient = new AsyncLocalStorage<string>();

@Injectable()
class Failing {
  readonly failure = new DomainError('conflict', 'Taken.');
}

/** Fails on the text `fail`, and at the end of a stream of 3. */
@RpcController(EchoService)
class EchoController {
  readonly seen: unknown[] = [];

  constructor(private readonly failing: Failing) {}

  echo({ text }: EchoRequest, call: RpcCall) {
    this.seen.push(ambient.getStore(), call.requestId);
    return text === 'fail' ? Promise.reject(this.failing.failure) : Promise.resolve({ text });
  }

  async *count({ to }: CountRequest, _call: RpcCall) {
    for (let index = 0; index < to; index += 1) {
      await Promise.resolve();
      this.seen.push(ambient.getStore());
      yield { index };
    }
    if (to === 3) throw this.failing.failure;
  }
}

const around = (intercept: (next: CallHandler) => ReturnType<CallHandler['handle']>) => ({
  provide: APP_INTERCEPTOR,
  useValue: { intercept: (_call, next) => intercept(next) } satisfies NestInterceptor,
});

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

describe('guards and interceptors', () => {
  it('given both in the container, then each sees request and call, and the stream runs inside', async () => {
    const seen: unknown[] = [];
    @Injectable()
    class Guard implements CanActivate {
      constructor(private readonly failing: Failing) {}
      canActivate(context: ExecutionContext) {
        const rpc = context.switchToRpc();
        const { requestId } = rpc.getContext<RpcCall>();
        const names = [context.getType(), context.getClass().name, context.getHandler().name];
        seen.push([...names, rpc.getData(), requestId, this.failing instanceof Failing]);
        return true;
      }
    }
    const { client, application } = await microservices.serve({
      controllers: [EchoController],
      providers: [
        Failing,
        { provide: APP_GUARD, useClass: Guard },
        around((next) => ambient.run('inside', () => next.handle())),
      ],
    });

    await client.echo({ text: 'a' }, { requestId: 'r-1' });
    await collect(client.count({ to: 2 }, { requestId: 'r-2' }));

    expect(seen).toEqual([
      ['rpc', 'EchoController', 'echo', { text: 'a' }, 'r-1', true],
      ['rpc', 'EchoController', 'count', { to: 2 }, 'r-2', true],
    ]);
    expect(application.get(EchoController).seen).toEqual(['inside', 'r-1', 'inside', 'inside']);
  });

  it('given a stream that reads another, then an interceptor sees its end and its error, after all messages', async () => {
    const log: unknown[] = [];
    @RpcController(EchoService)
    class Logging extends EchoController {
      override echo(request: EchoRequest, call: RpcCall) {
        return super.echo(request, call);
      }
      override async *count(request: CountRequest, call: RpcCall) {
        for await (const message of super.count(request, call)) {
          log.push(message.index);
          yield message;
        }
      }
    }
    const { client } = await microservices.serve({
      controllers: [Logging],
      providers: [
        Failing,
        around((next) =>
          next.handle().pipe(
            tap({
              complete: () => log.push('end'),
              error: (error: DomainError) => log.push(error.code),
            }),
          ),
        ),
      ],
    });

    await collect(client.count({ to: 2 }));
    await expect(collect(client.count({ to: 3 }))).rejects.toMatchObject({ code: 'conflict' });

    expect(log).toEqual([0, 1, 'end', 0, 1, 2, 'conflict']);
  });

  it.each([
    ['ends it', 'internal_error', () => takeUntil<unknown>],
    ['fails', 'conflict', () => failingWith],
  ])(
    'given an interceptor that %s before its stream, then the call is refused, the handler aborted, and the server lives',
    async (_how, code, installer) => {
      const giveUp = new Subject<void>();
      const reason = deferred<unknown>();
      const endless = endlessController(() => undefined, reason.resolve);
      const { client } = await microservices.serve({
        controllers: [endless],
        providers: [around((next) => next.handle().pipe(installer()(giveUp)))],
      });
      const got: number[] = [];
      const reading = (async () => {
        for await (const { index } of client.count({ to: 0 })) {
          got.push(index);
          giveUp.next();
        }
      })();

      await expect(reading).rejects.toMatchObject({ code });
      expect(await reason.promise).toMatchObject({ message: 'The call ended before its stream' });
      expect(got).toEqual([0]);
      expect(await client.echo({ text: 'alive' })).toEqual({ text: 'alive' });
    },
  );

  it('given an interceptor with its own stream, then that one is sent', async () => {
    async function* other() {
      yield await Promise.resolve({ index: 7 });
    }
    const { client } = await microservices.serve({
      controllers: [EchoController],
      providers: [Failing, around(() => of(other()))],
    });
    expect(await collect(client.count({ to: 1 }))).toEqual([{ index: 7 }]);
  });

  it("given an interceptor with its own stream while the method's is sent, then the call fails", async () => {
    const started = deferred();
    const reason = deferred<unknown>();
    const endless = endlessController(started.resolve, reason.resolve);
    async function* other() {
      yield await Promise.resolve({ index: 7 });
    }
    const { client } = await microservices.serve({
      controllers: [endless],
      providers: [
        around((next) => merge(next.handle(), from(started.promise).pipe(map(other))).pipe(take(1))),
      ],
    });
    await expect(collect(client.count({ to: 0 }))).rejects.toMatchObject({ code: 'internal_error' });
    expect(await reason.promise).toMatchObject({ message: 'The call ended before its stream' });
  });

  it('given a method that is reached after its call has ended, then nothing of its stream is sent', async () => {
    const giveUp = new Subject<void>();
    const entered = deferred();
    const release = deferred();
    let started = 0;
    const pipe: PipeTransform = {
      transform: async (value: unknown) => {
        entered.resolve();
        await release.promise;
        return value;
      },
    };
    const reached = deferred();
    @RpcController(EchoService)
    class Late {
      echo({ text }: EchoRequest) {
        return Promise.resolve({ text });
      }
      count(): AsyncIterable<{ index: number }> {
        reached.resolve();
        return {
          [Symbol.asyncIterator]: () => {
            started += 1;
            return { next: () => Promise.resolve({ done: false, value: { index: 0 } }) };
          },
        };
      }
    }
    const { client } = await microservices.serve({
      controllers: [Late],
      providers: [
        { provide: APP_PIPE, useValue: pipe },
        around((next) => next.handle().pipe(takeUntil(giveUp))),
      ],
    });
    const reading = collect(client.count({ to: 0 }));
    await entered.promise;
    giveUp.next();
    await expect(reading).rejects.toMatchObject({ code: 'internal_error' });
    release.resolve();
    await reached.promise;

    expect(await client.echo({ text: 'alive' })).toEqual({ text: 'alive' });
    expect(started).toBe(0);
  });

  it('given an interceptor that responds to a stream without one, then the call fails', async () => {
    const { client } = await microservices.serve({
      controllers: [EchoController],
      providers: [Failing, around(() => of({ index: 7 }))],
    });
    await expect(collect(client.count({ to: 1 }))).rejects.toMatchObject({ code: 'internal_error' });
  });
});

/** Streams one message and then nothing until it is aborted. */
function endlessController(onStart: () => void, onEnd: (reason: unknown) => void) {
  @RpcController(EchoService)
  class Endless {
    echo({ text }: EchoRequest) {
      return Promise.resolve({ text });
    }
    async *count(_request: CountRequest, { signal }: RpcCall) {
      try {
        yield { index: 0 };
        onStart();
        await aborted(signal);
        yield { index: 1 };
      } finally {
        onEnd(signal.reason);
      }
    }
  }
  return Endless;
}

/** Fails with a DomainError when triggered. */
function failingWith(giveUp: Subject<void>) {
  const error = giveUp.pipe(
    map((): never => {
      throw new DomainError('conflict', 'Given up.');
    }),
  );
  return (stream: ReturnType<CallHandler['handle']>) => merge(stream, error).pipe(take(1));
}

describe('an error in the pipeline', () => {
  it('given a DomainError, then it keeps its meaning without a filter of ours', async () => {
    const { client } = await microservices.serve({ controllers: [EchoController], providers: [Failing] });
    await expect(client.echo({ text: 'fail' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Taken.',
    });
    await expect(collect(client.count({ to: 3 }))).rejects.toMatchObject({ code: 'conflict' });
  });

  it('given a guard that rejects, then it is permission_denied, also for a stream with a guard on the method', async () => {
    const never = { canActivate: () => false };
    @RpcController(EchoService)
    class Guarded {
      echo({ text }: EchoRequest) {
        return Promise.resolve({ text });
      }
      @UseGuards(never)
      async *count() {
        yield await Promise.resolve({ index: 0 });
      }
    }
    const one = await microservices.serve({ controllers: [Guarded] });
    const all = await microservices.serve({
      controllers: [EchoController],
      providers: [Failing, { provide: APP_GUARD, useValue: never }],
    });

    await expect(collect(one.client.count({ to: 1 }))).rejects.toMatchObject({ code: 'permission_denied' });
    expect(await one.client.echo({ text: 'free' })).toEqual({ text: 'free' });
    await expect(all.client.echo({ text: '' })).rejects.toMatchObject({ code: 'permission_denied' });
  });

  it("given a filter of the class's own, above or below, then it runs first", async () => {
    @Catch(RangeError)
    class OutOfRange implements ExceptionFilter<RangeError> {
      catch(): never {
        throw new DomainError('not_found', 'Nothing there.');
      }
    }
    class Throwing {
      echo({ text }: EchoRequest): Promise<EchoRequest> {
        throw text === 'range' ? new RangeError('0') : new DomainError('conflict', 'Taken.');
      }
      async *count() {
        yield await Promise.resolve({ index: 0 });
      }
    }
    @UseFilters(OutOfRange)
    @RpcController(EchoService)
    class Above extends Throwing {
      override echo(request: EchoRequest) {
        return super.echo(request);
      }
      override count() {
        return super.count();
      }
    }
    @RpcController(EchoService)
    @UseFilters(OutOfRange)
    class Below extends Throwing {
      override echo(request: EchoRequest) {
        return super.echo(request);
      }
      override count() {
        return super.count();
      }
    }
    for (const controller of [Above, Below]) {
      const { client } = await microservices.serve({ controllers: [controller] });
      await expect(client.echo({ text: 'range' })).rejects.toMatchObject({ code: 'not_found' });
      await expect(client.echo({ text: '' })).rejects.toMatchObject({ code: 'conflict' });
    }
  });
});
