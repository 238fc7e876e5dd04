// What the worst request bodies of the allowed size cost the event loop before their route has its say: everything from
// the first byte to the refusal or the handler. Aim: below 20 ms each.
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import '../../test/support/source-loader.mjs';
import { forms, jsonBodies } from './worst-bodies.mjs';

/** The largest body that a route takes. */
const bytes = 1024 * 1024;
/** Other work of the machine counts in: the least is what a body costs when there is none. */
const rounds = 21;

export async function run(report) {
  const { startSample } = await import('../../libs/http/test/harness.ts');
  const sample = await startSample({ limits: { bodyBytes: bytes } });
  const client = new Worker(new URL('./post-bodies.mjs', import.meta.url), {
    workerData: { url: sample.url },
  });
  const post = (request) =>
    new Promise((resolve) => {
      client.once('message', resolve);
      client.postMessage(request);
    });
  try {
    const json = { path: '/v1/demo/thing', type: 'application/json' };
    const form = { path: '/v1/demo/large-form', type: 'multipart/form-data; boundary=b' };
    const cases = [
      ...Object.entries(jsonBodies(bytes)).map(([name, body]) => ({ name: `JSON, ${name}`, body, ...json })),
      ...Object.entries(forms(bytes)).map(([name, body]) => ({ name: `form, ${name}`, body, ...form })),
    ];
    for (const { name, ...request } of cases) report(await measure(name, request, post));
  } finally {
    await client.terminate();
    await sample.application.stop(0);
  }
}

async function measure(name, request, post) {
  const costs = [];
  let status;
  for (let round = 0; round <= rounds; round += 1) {
    const before = performance.eventLoopUtilization();
    status = await post(request);
    // The first one warms up.
    if (round > 0) costs.push(performance.eventLoopUtilization(before).active);
  }
  costs.sort((one, other) => one - other);
  const [least, median] = [costs[0], costs[(rounds - 1) / 2]].map((ms) => ms.toFixed(1));
  const size = Math.round(request.body.length / 1024);
  return {
    name: `${name} (${size} KiB, answered ${status}), least and median`,
    value: `${least}, ${median}`,
    unit: 'ms',
  };
}
