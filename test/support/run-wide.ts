import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTemporaryFolder, removeFolder } from './data-folder.js';
import { DistributedProcess } from './distributed-process.js';
import { programOf } from './program.js';
import { StandaloneProcess } from './standalone-process.js';
import { WatchedChild } from './watched-child.js';

/**
 * What all suites of a run share: what Node has compiled of the product, a data folder that was made once
 * (SVC_TEST_TEMPLATE), and the installer's commands in a process that stays (SVC_TEST_ADMIN). `npm test` starts it for all
 * of its tiers, else Jest's global set-ups do.
 * @returns ends and removes it
 */
export async function startRunWide(): Promise<() => Promise<void>> {
  const folder = makeTemporaryFolder('svc-run-');
  process.env['NODE_COMPILE_CACHE'] = path.join(folder, 'compiled');
  const admin = await startAdmin(path.join(folder, 'admin.sock'));
  const template = await StandaloneProcess.start({ dataDir: path.join(folder, 'template'), isFirst: true });
  await template.stop();
  process.env['SVC_TEST_TEMPLATE'] = template.dataDir;
  return async () => {
    await admin.end();
    removeFolder(folder);
  };
}

/**
 * One running system for the suites of a tier (SVC_TEST_SYSTEM: its data folder, with the output of a standalone's start;
 * SVC_TEST_SYSTEM_PID). It has default settings, or some that no suite depends on.
 * @returns ends and removes it
 */
export async function startShared(shape: 'standalone' | 'distributed'): Promise<() => Promise<void>> {
  const dataDir = makeTemporaryFolder('svc-run-');
  const { SVC_TEST_KAFKA_BROKERS: brokers } = process.env;
  const env = {
    SVC_REGIONS: JSON.stringify({ 'us-east-1': 'https://api.example.com' }),
    SVC_WEBHOOK_TIMEOUT_MS: '3000',
    ...(brokers !== undefined && { KAFKA_BROKERS: brokers }),
  };
  const start = shape === 'standalone' ? StandaloneProcess : DistributedProcess;
  const system = await start.start({ dataDir, env });
  if (shape === 'standalone')
    writeFileSync(path.join(dataDir, 'said.txt'), await system.untilItSays('Stop with Ctrl-C'));
  process.env['SVC_TEST_SYSTEM'] = dataDir;
  process.env['SVC_TEST_SYSTEM_PID'] = String(system.pid);
  return async () => {
    const { exitCode, output } = await system.stop();
    removeFolder(dataDir);
    if (exitCode !== 0) throw new Error(`The shared system did not end well:\n${output.slice(-5_000)}`);
  };
}

async function startAdmin(socket: string) {
  const program = programOf('admin', { entry: 'run-admin' });
  const server = path.join(import.meta.dirname, 'admin-server.mjs');
  const args = [...program.slice(0, -1), server, socket, ...program.slice(-1)];
  const child = spawn(process.execPath, args, { stdio: 'pipe' });
  const watched = new WatchedChild(child);
  await watched.untilItSays('Ready');
  process.env['SVC_TEST_ADMIN'] = socket;
  return { end: () => watched.endedAfterDoing(() => child.stdin.end()) };
}
