import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { createKafkaClient } from './kafka-client.js';

interface SilentBroker {
  readonly address: string;
  /** Resolves when it has got a request. */
  readonly asked: Promise<unknown>;
  end(): void;
}

const brokers: SilentBroker[] = [];
afterEach(() => {
  for (const broker of brokers.splice(0)) broker.end();
});

/** Accepts connections and never responds, like a suspended process. */
async function silentBroker(): Promise<SilentBroker> {
  const asked = Promise.withResolvers();
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', asked.resolve);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const broker = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: asked.promise,
    end: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  brokers.push(broker);
  return broker;
}

it('given a broker that accepts connections and never responds, then the next one of the list is asked', async () => {
  const [first, second] = [await silentBroker(), await silentBroker()];
  const kafka = createKafkaClient({
    clientId: 'test',
    brokers: [first.address, second.address],
    retry: { retries: 1 },
    answerWithinMs: 100,
  });
  const admin = kafka.admin();

  const connected = admin.connect();

  await first.asked;
  await second.asked;
  second.end();
  await expect(connected).rejects.toThrow();
  await admin.disconnect();
});
