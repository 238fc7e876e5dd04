import {
  AddressPolicy,
  DnsResolver,
  OutgoingHttp,
  parseAddressRange,
  type OutgoingRequest,
} from '../src/index.js';
import { startNameServer, type NameServer } from './name-server.js';
import type { Receiver } from './receiver.js';

const stops: (() => unknown)[] = [];
export const atEnd = (stop: () => unknown): void => void stops.push(stop);
export async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}

/** A receiver that stops with its test. */
export const receiver = async (starting: Promise<Receiver>): Promise<Receiver> => {
  const started = await starting;
  stops.push(() => started.stop());
  return started;
};

/** A name server that gives these answers in turn. */
export const names = async (...answers: string[]): Promise<NameServer> => {
  const server = await startNameServer(answers);
  stops.push(() => server.stop());
  return server;
};

/** A client that may call these addresses. */
export function outgoing(allowed: readonly string[], server?: NameServer): OutgoingHttp {
  const ranges = allowed.map((text) => parseAddressRange(text)).filter((range) => range !== undefined);
  const resolver = new DnsResolver(server && { servers: [server.address] });
  const client = new OutgoingHttp({ policy: new AddressPolicy({ allowed: ranges }), resolver });
  stops.push(() => client.close());
  return client;
}

export const post = (client: OutgoingHttp, url: string, options: Partial<OutgoingRequest> = {}) =>
  client.send({
    method: 'POST',
    url: new URL(url),
    headers: { 'content-type': 'application/json' },
    body: '{"what":"é"}',
    timeoutMs: 5_000,
    maxAnswerBytes: 10,
    isRepeatable: true,
    ...options,
  });

export const local = ['127.0.0.1'];
