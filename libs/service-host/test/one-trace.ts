import { Controller, Module, Post } from '@nestjs/common';
import type { OpenBus } from '@svc/event-bus/contract-suite';
import {
  createLedger,
  createWorld,
  deposited,
  Ledger,
  ledgerSchema,
  openAccount,
  type Account,
  type World,
} from '@svc/event-bus/test-world';
import { eventBusMigrations } from '@svc/event-bus';
import { createHttpApplication } from '@svc/http';
import { requestMetadata } from '@svc/kernel';
import { createClient, createSocketFolder, service, startRpcServer, type RpcMethod } from '@svc/rpc';
import { createMetrics, silentLogger } from '@svc/telemetry';
import { keepTraces } from '@svc/telemetry/kept-spans';
import { eventually } from '@svc/testing';

const json = <Value>() => ({
  serialize: (value: Value) => Buffer.from(JSON.stringify(value)),
  deserialize: (bytes: Buffer) => JSON.parse(bytes.toString()) as Value,
});
const amount = json<{ amount: number }>();
const deposit: RpcMethod<{ amount: number }, { amount: number }, false> = {
  path: '/svc.test.v1.BankService/Deposit',
  requestStream: false,
  responseStream: false,
  requestSerialize: amount.serialize,
  requestDeserialize: amount.deserialize,
  responseSerialize: amount.serialize,
  responseDeserialize: amount.deserialize,
};

/** An owner of accounts behind gRPC, with an edge in front. `deposit` is a request from outside. */
async function startBank(account: Account) {
  const folder = createSocketFolder(`one-trace-${process.pid}`);
  const handlers = {
    deposit: async (request: { amount: number }, call: Parameters<typeof requestMetadata>[1]) => {
      await account.appendAs(requestMetadata('user:1', call), deposited(request.amount));
      return request;
    },
  };
  const services = [service({ deposit }, handlers)];
  const rpc = await startRpcServer({ address: folder.address('bank'), services, logger: silentLogger });
  const client = createClient({ deposit }, rpc.address, { alwaysConnects: true });
  @Controller('v1/:org')
  class BankController {
    @Post('deposit')
    deposit() {
      return client.deposit({ amount: 5 });
    }
  }
  @Module({ controllers: [BankController] })
  class BankModule {}
  const http = await createHttpApplication({
    module: BankModule,
    logger: silentLogger,
    metrics: createMetrics(),
    readiness: () => [],
  });
  const url = await http.listen(0, '127.0.0.1');
  return {
    deposit: async (traceparent: string): Promise<void> => {
      const headers = { traceparent, 'content-type': 'application/json' };
      const answer = await fetch(`${url}/v1/demo/deposit`, { method: 'POST', headers, body: '{}' });
      expect(answer.status).toBe(201);
    },
    stop: async () => {
      await http.stop(0);
      client.close();
      await rpc.stop(0);
      folder.remove();
    },
  };
}

const traceIds = ['0af7651916cd43dd8448eb211c80319c', '1bf7651916cd43dd8448eb211c80319d'] as const;
const traceparentOf = (traceId: string) => `00-${traceId}-b7ad6b7169203331-01`;

/** @param carried names of the broker's spans; none if the events go through the database */
export function describeOneTrace(bus: string, openBus: OpenBus, carried: readonly RegExp[]): void {
  describe(`a request whose events travel over ${bus}`, () => {
    let world: World;
    let carrier: Awaited<ReturnType<OpenBus>>;
    beforeAll(async () => {
      world = await createWorld({ schema: ledgerSchema, folders: [eventBusMigrations] });
      await world.test.database.pool.query(createLedger);
      carrier = await openBus(world);
    });
    afterAll(async () => {
      await carrier?.close();
      await world?.test.drop();
    });

    it('given a trace, then everything done for it belongs to it, including what a consumer writes', async () => {
      const account = openAccount(world);
      const bank = await startBank(account);
      const here = await carrier.connect();
      const ledger = new Ledger('one', world.test.database);
      const traces = await keepTraces();
      const consumer = await ledger.start(here.bus);
      try {
        await bank.deposit(traceparentOf(traceIds[0]));
        await eventually(async () => expect(await ledger.totalOf(account)).toBe(5));
      } finally {
        await consumer.stop();
        await carrier.close();
        await bank.stop();
      }
      const spans = (await traces.finished()).filter((span) => span.spanContext().traceId === traceIds[0]);
      const named = (name: string | RegExp) => spans.filter((span) => new RegExp(name).test(span.name));
      const only = (name: string | RegExp) => {
        const found = named(name);
        expect(found.map((span) => span.name)).toHaveLength(1);
        return found[0]!;
      };
      const parentOf = (name: string | RegExp) => only(name).parentSpanContext?.spanId;
      const idOf = (name: string | RegExp) => only(name).spanContext().spanId;

      const [called, served] = named(deposit.path)
        .toSorted((one, other) => one.kind - other.kind)
        .toReversed();
      expect(parentOf('^POST ')).toBe('b7ad6b7169203331');
      expect(called?.parentSpanContext?.spanId).toBe(idOf('^POST '));
      expect(served?.parentSpanContext?.spanId).toBe(called?.spanContext().spanId);
      const serving = served?.spanContext().spanId;
      expect(parentOf('^bank.append')).toBe(serving);
      for (const name of carried) expect(parentOf(name)).toBe(serving);
      expect(parentOf('^process bank.MoneyDeposited$')).toBe(serving);
      expect(only('^process').attributes).toMatchObject({
        'messaging.operation.type': 'process',
        'messaging.consumer.group.name': 'ledger.one',
      });
      expect(parentOf('^ledger.add_line$')).toBe(idOf('^process'));
    });
  });
}
