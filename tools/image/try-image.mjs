import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

const patienceMs = 30_000;

/**
 * Runs an app as its image would: as the image's user where this process may change to it, with the image's environment.
 * The gateway needs no other process to be well: its health check passes, and SIGTERM ends it. Others load all their
 * code, and then say which variables they lack.
 * @returns {Promise<string | undefined>} what was wrong
 */
export async function tryImage(image, app) {
  const [uid, gid] = image.user.split(':').map(Number);
  const identity = process.getuid?.() === 0 ? { uid, gid } : {};
  chmodSync(path.dirname(image.root), 0o755);
  const cwd = path.join(image.root, image.cwd);
  const writable = writableBy(image.root, uid);
  if (writable !== undefined) return `${writable} can be written by user ${uid}.`;
  const base = { cwd, ...identity, stdio: ['ignore', 'pipe', 'pipe'] };
  const [command, ...words] = image.command;
  const port = await freePort();
  const env = { PATH: process.env.PATH, ...image.env, PORT: String(port), ...addresses(app) };
  const child = spawn(command, words, { ...base, env });
  const [ended, output] = [once(child, 'close'), text(child.stderr)];
  const deadline = Date.now() + patienceMs;
  const [program, script, ...more] = image.health;
  const health = [path.join(image.root, script), ...more];
  while (child.exitCode === null && Date.now() < deadline) {
    if (spawnSync(program, health, { ...base, env }).status === 0) break;
    await wait(200);
  }
  const isWell = child.exitCode === null && Date.now() < deadline;
  child.kill('SIGTERM');
  const [code] = await ended;
  const said = await output;
  if (app === 'gateway')
    return isWell && code === 0 ? undefined : `It was not well (${code}): ${said.slice(-2_000)}`;
  return code === 1 && /is not set/.test(said)
    ? undefined
    : `It did not say what it lacks (${code}): ${said.slice(-2_000)}`;
}

function addresses(app) {
  const names = ['IDENTITY', 'AGENTS', 'CONVERSATIONS', 'MEMORY', 'WEBHOOKS', 'WORLD'];
  return app === 'gateway' ? Object.fromEntries(names.map((name) => [`${name}_ADDRESS`, '127.0.0.1:9'])) : {};
}

/** A file or folder that is the user's, or that everybody may write. */
function writableBy(folder, uid) {
  return readdirSync(folder, { recursive: true }).find((file) => {
    const status = statSync(path.join(folder, file), { throwIfNoEntry: false });
    return status !== undefined && (status.uid === uid || (status.mode & 0o002) !== 0);
  });
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
