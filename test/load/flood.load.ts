// Floods of pipelined requests whose answers nobody reads, without a credential: `npm run bench -- flood`. Ends with 1
// when /livez was answered late or not at all, or memory was kept. SVC_FLOOD_SECONDS (default 60).
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { signInAsDemoUser } from '../support/sessions.js';
import { findFreePort } from '../support/free-port.js';
import { StandaloneProcess } from '../support/standalone-process.js';
import { collectGarbage } from './collect-garbage.js';
import { flood, floodKinds, type Wave } from './flood.js';
import { probeLivez } from './livez-probe.js';
import { conditions } from './load-summary.js';
import { memoryOf } from './vital-signs.js';

const seconds = Number(process.env['SVC_FLOOD_SECONDS'] || 60);
const wave = { connections: 20, holdMs: 8_000 };
const aimMs = 100;
/** So much of the idle process may be left when garbage has been collected. */
const mostKept = 1.5;
const restSeconds = 10;
const quietSeconds = 10;
const probeEveryMs = 10;

const print = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`;
const folder = makeTemporaryFolder();
const inspectorPort = await findFreePort();
const standalone = await StandaloneProcess.start({
  dataDir: path.join(folder, 'data'),
  env: { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}` },
});
try {
  print(conditions());
  const port = Number(new URL(standalone.baseUrl).port);
  // Once through everything that is made at its first use.
  await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
  const idle = memoryOf(standalone).node;
  print(`memory of Node before: ${megabytes(idle)}`);
  const quietUntil = performance.now() + quietSeconds * 1_000;
  const quiet = await probeLivez(standalone.baseUrl, probeEveryMs, () => performance.now() > quietUntil);
  print(`/livez before: ${durations(quiet.durationsMs).text}`);
  for (const kind of floodKinds) await floodFor(kind);
  await delay(restSeconds * 1_000);
  print(`memory of Node ${restSeconds} s after the last: ${megabytes(memoryOf(standalone).node)}`);
  await collectGarbage(inspectorPort);
  await delay(1_000);
  const left = memoryOf(standalone).node;
  print(`the same when V8 has collected its garbage: ${megabytes(left)}`);
  if (left > mostKept * idle) fail('memory was kept');
  const metrics = await (await fetch(`${standalone.baseUrl}/metrics`)).text();
  for (const line of metrics.split('\n').filter((text) => /^http_(requests|connections)_/.test(text)))
    print(line);
  const client = await signInAsDemoUser(standalone.baseUrl, standalone.credentials());
  print(`a user is served as before: ${(await client.request('GET', 'service/')).status}`);

  async function floodFor(kind: (typeof floodKinds)[number]): Promise<void> {
    const startedAt = performance.now();
    const isOver = () => performance.now() - startedAt > seconds * 1_000;
    const waves: Wave[] = [];
    let most = 0;
    const flooding = (async () => {
      while (!isOver()) {
        waves.push(await flood(port, kind, wave));
        most = Math.max(most, memoryOf(standalone).node);
      }
    })();
    const { durationsMs, failures } = await probeLivez(standalone.baseUrl, probeEveryMs, isOver);
    await flooding;
    const { p99, text } = durations(durationsMs);
    const cut = waves.reduce((sum, one) => sum + one.cut, 0);
    print(
      `${kind.name}: ${waves.length} times ${wave.connections} connections with ${kind.times} requests each in ${seconds} s, ${cut} of them cut`,
    );
    print(
      `  /livez meanwhile: ${text}, ${failures.length} failures; memory of Node up to ${megabytes(most)}`,
    );
    if (failures.length > 0) fail(`/livez: ${failures[0]}`);
    if (p99 > aimMs) fail(`/livez p99 is above ${aimMs} ms`);
  }
} finally {
  if (standalone.isRunning) await standalone.stop();
  removeFolder(folder);
}

function durations(all: readonly number[]): { readonly p99: number; readonly text: string } {
  const sorted = all.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
  const [p50, p99, most] = [at(0.5), at(0.99), at(1)];
  return {
    p99,
    text: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${most.toFixed(1)} ms (${all.length} times)`,
  };
}

function fail(what: string): void {
  print(`FAULT ${what}`);
  process.exitCode = 1;
}
