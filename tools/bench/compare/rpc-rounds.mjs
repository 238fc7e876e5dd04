// What a call, and a message of a stream, cost the server of libs/rpc: many short slices in an order that changes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import '../../../test/support/source-loader.mjs';
import { median } from './comparison.mjs';
import { inTurn } from './variants.mjs';

const { createClient, createSocketFolder } = await import('@svc/rpc');
const { ThingService } = await import('./thing-service.mjs');

const sliceMs = 120;
const warmUpSlices = 5;
const slicesOfRound = 12;

/** How many calls run at once, and how often each is counted. */
const phases = {
  'one at a time': {
    concurrency: 1,
    call: async (client) => (await client.getThing({ id: 'x' }), 1),
  },
  '32 at once': { concurrency: 32, call: async (client) => (await client.getThing({ id: 'x' }), 1) },
  stream: {
    concurrency: 2,
    call: async (client) => {
      let messages = 0;
      for await (const _ of client.watchThings({ count: 1_000, bytes: 100 })) messages++;
      return messages;
    },
  },
};

export const rpcFigures = [
  { name: 'server CPU per call, one at a time', unit: 'us', key: 'one at a time', atMost: 1.15 },
  { name: 'server CPU per call, 32 at once', unit: 'us', key: '32 at once', atMost: 1.15 },
  { name: 'server CPU per message of a stream', unit: 'us', key: 'stream', atMost: 1.15 },
];

/** @returns {Promise<Record<string, Record<string, number>>>} variant -> key of a figure -> value */
export async function measureRpcRound(variants, round) {
  const folder = createSocketFolder(`compare-${process.pid}-${round}`);
  const servers = [];
  try {
    for (const variant of inTurn(variants, round))
      servers.push(await startServer(variant, folder.address(variant.name)));
    const values = {};
    for (const [phase, work] of Object.entries(phases)) {
      for (let slice = 0; slice < warmUpSlices; slice++)
        for (const server of servers) await processorUsPer(server, work);
      const slices = Object.fromEntries(variants.map(({ name }) => [name, []]));
      for (let turn = 0; turn < slicesOfRound; turn++)
        for (const server of inTurn(servers, turn))
          slices[server.name].push(await processorUsPer(server, work));
      for (const { name } of variants) (values[name] ??= {})[phase] = median(slices[name]);
    }
    return values;
  } finally {
    for (const { child, client } of servers) {
      client.close();
      child.disconnect();
      await once(child, 'exit');
    }
    folder.remove();
  }
}

async function startServer({ name, repository }, address) {
  const child = fork(path.join(import.meta.dirname, 'rpc-server.mjs'), [repository, address]);
  await once(child, 'message');
  const client = createClient(ThingService, address);
  await client.waitUntilReady(5_000);
  return { name, child, client };
}

async function processorUsPer(server, { concurrency, call }) {
  const before = await processorUs(server);
  const until = performance.now() + sliceMs;
  let done = 0;
  const worker = async () => {
    while (performance.now() < until) {
      const counted = await call(server.client); // before the sum is read, because others add to it
      done += counted;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return ((await processorUs(server)) - before) / done;
}

async function processorUs({ child }) {
  child.send('processor time');
  const [{ processorUs: us }] = await once(child, 'message');
  return us;
}
