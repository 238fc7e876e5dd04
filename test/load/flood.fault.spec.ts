import path from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneProcess } from '../support/standalone-process.js';
import { flood, floodKinds } from './flood.js';
import { probeLivez } from './livez-probe.js';

const wave = { connections: 20, holdMs: 1_000 };

jest.setTimeout(5 * 60_000);

let folder: string;
beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(() => removeFolder(folder));

it('given floods of pipelined requests whose answers nobody reads, then requests in progress stay within the bounds, and others are served', async () => {
  const standalone = await StandaloneProcess.start({
    dataDir: path.join(folder, 'data'),
    env: { SVC_LOG_LEVEL: 'info' },
  });
  try {
    const { baseUrl } = standalone;
    const port = Number(new URL(baseUrl).port);
    const client = await signInAsDemoUser(baseUrl, standalone.credentials());
    const metricsText = async () => (await fetch(`${baseUrl}/metrics`)).text();
    const metric = (text: string, name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.slice(name.length + 1) ?? 0,
      );

    for (const kind of floodKinds) {
      let isOver = false;
      const flooding = flood(port, kind, wave).finally(() => (isOver = true));
      const probing = probeLivez(baseUrl, 20, () => isOver);
      const inHand: (readonly [inFlight: number, waiting: number])[] = [];
      while (!isOver) {
        const text = await metricsText();
        inHand.push([metric(text, 'http_requests_in_flight'), metric(text, 'http_requests_waiting')]);
      }
      await flooding;
      // The next flood is measured without what this one left.
      while (metric(await metricsText(), 'http_requests_waiting') > 0);
      expect((await probing).failures).toEqual([]);
      // One of each connection is served; of those behind it, one slice of 2 KiB has been parsed.
      expect(Math.max(...inHand.map(([inFlight]) => inFlight))).toBeLessThanOrEqual(wave.connections);
      expect(Math.max(...inHand.map(([, waiting]) => waiting))).toBeLessThanOrEqual(
        wave.connections * Math.ceil(2_048 / kind.request.length),
      );
    }

    await beginConversation(client, standalone.credentials().service_id);
    while (metric(await metricsText(), 'http_requests_in_flight') > 0);
    expect(metric(await metricsText(), 'http_requests_waiting')).toBe(0);
    const refusals = standalone.output
      .split('\n')
      .filter((line) => /"http.response.status_code":401/.test(line));
    expect(standalone.output).toMatch(/"left_out":\d+/);
    const leftOut = [...standalone.output.matchAll(/"left_out":(\d+)/g)].map(([, count]) => Number(count));
    expect(leftOut.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(refusals.length);
  } finally {
    await standalone.stop();
  }
});
