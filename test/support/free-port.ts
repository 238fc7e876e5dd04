import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range of outgoing connections, so that its owner can listen later, and again after a crash. The
 * lower ones are those of services and brokers.
 */
const ports = { from: 30_000, to: 32_700 };
/** Each Jest worker has a share of its own: it may listen on what it has found only after another one has looked, too. */
const shares = 9;
const shareSize = (ports.to - ports.from) / shares;
const found = new Set<number>();

/** A port of 127.0.0.1 that nobody listens on, and that was not given before. */
export async function findFreePort(): Promise<number> {
  const share = Number(process.env['JEST_WORKER_ID'] ?? 1) % shares;
  const from = ports.from + share * shareSize;
  for (;;) {
    const port = randomInt(from, from + shareSize);
    if (found.has(port) || !(await isFree(port))) continue;
    found.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
