import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTemporaryFolder, removeFolder } from './data-folder.js';
import { DistributedProcess } from './distributed-process.js';
import { programOf } from './program.js';
import { StandaloneProcess } from './standalone-process.js';
import { WatchedChild } from './watched-child.js';

/**
 * What all suites of a run share, for Jest's global set-ups: a data folder that was made once (SVC_TEST_TEMPLATE), the
 * operator's command line in a process that stays (SVC_TEST_OPERATOR), and, where a shape is named, one system that runs
 * (SVC_TEST_SYSTEM, its data folder, with what the start of a standalone has said).
 * @returns ends and removes it
 */
export async function startRunWide(shape?: 'standalone' | 'distributed'): Promise<() => Promise<void>> {
  const folder = makeTemporaryFolder('svc-run-');
  const operator = await startOperator(path.join(folder, 'operator.sock'));
  const template = await StandaloneProcess.start({ dataDir: path.join(folder, 'template'), isFirst: true });
  await template.stop();
  process.env['SVC_TEST_TEMPLATE'] = template.dataDir;
  const system = await startShared(path.join(folder, 'system'), shape);
  return async () => {
    const ending = await system?.stop();
    await operator.ended();
    removeFolder(folder);
    if (ending && ending.exitCode !== 0)
      throw new Error(`The shared system did not end well:\n${ending.output.slice(-5_000)}`);
  };
}

async function startOperator(socket: string) {
  const program = programOf('admin');
  const server = path.join(import.meta.dirname, 'operator.mjs');
  const args = [...program.slice(0, -1), server, socket, ...program.slice(-1)];
  const child = spawn(process.execPath, args, { stdio: 'pipe' });
  await new WatchedChild(child).untilItSays('Ready');
  process.env['SVC_TEST_OPERATOR'] = socket;
  return { ended: async () => void child.stdin.end() };
}

/** Its settings are the defaults, or such that no suite notices them. */
async function startShared(dataDir: string, shape: 'standalone' | 'distributed' | undefined) {
  if (shape === undefined) return undefined;
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
  return system;
}
