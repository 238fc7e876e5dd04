// Reads through the edge, alternating with a bare Fastify route that returns as many bytes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loop } from './percentiles.mjs';
import { processorMs } from './process-figures.mjs';
import { send } from './turn-client.mjs';

const rounds = 5;

/**
 * @param {readonly { name: string, url: string, token: string }[]} reads
 * @param {{ pid: number, seconds: number, atOnce: number }} load on the process that serves them
 */
export async function compareReads(reads, { pid, seconds, atOnce }, report) {
  for (const { name, url, token } of reads) {
    const ask = (from) => () => send(from, { method: 'GET', token });
    const { length: bytes } = await ask(url)();
    const bare = fork(new URL('./bare-read.mjs', import.meta.url), [String(bytes)]);
    try {
      const [{ port }] = await once(bare, 'message');
      const sides = {
        ours: { pid, request: ask(url) },
        bare: { pid: bare.pid, request: ask(`http://127.0.0.1:${port}/read`) },
      };
      const measure = async ({ pid: server, request }) => {
        const before = processorMs(server);
        const { durations, perSecond } = await loop(atOnce, seconds * 1_000, () => request);
        return { perSecond, us: ((processorMs(server) - before) * 1_000) / durations.length };
      };
      // The first one warms up and is not counted.
      const results = [];
      for (let round = 0; round <= rounds; round += 1)
        results.push({ ours: await measure(sides.ours), bare: await measure(sides.bare) });
      reportMedians(`${name}, ${bytes} bytes, ${atOnce} at once`, results.slice(1), report);
    } finally {
      bare.kill();
    }
  }
}

function reportMedians(name, results, report) {
  const [rate, cost] = [
    medianBy(results, ({ ours, bare }) => ours.perSecond / bare.perSecond),
    medianBy(results, ({ ours, bare }) => bare.us / ours.us),
  ];
  report({
    name,
    value: Math.round(rate.ours.perSecond),
    unit: '/s',
    reference: Math.round(rate.bare.perSecond),
    ratio: (rate.ours.perSecond / rate.bare.perSecond).toFixed(3),
  });
  report({
    name: `${name}: processor time of the server for each`,
    value: Math.round(cost.ours.us),
    unit: 'us',
    reference: Math.round(cost.bare.us),
    ratio: (cost.bare.us / cost.ours.us).toFixed(3),
  });
}

/** The round with the median ratio. */
function medianBy(results, ratioOf) {
  const sorted = results.toSorted((one, other) => ratioOf(one) - ratioOf(other));
  return sorted[(sorted.length - 1) / 2];
}
