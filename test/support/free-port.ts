import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range of outgoing connections, so that its owner can listen later, and again after a crash. Services and
 * brokers use lower ones.
 */
const ports = { from: 30_000, to: 32_700 };
/**
 * Each Jest worker has its own share, because a port stays free until the product listens on it. Suites that run next to
 * the workers of another run (`tools/test/tiers.mjs`) have share 0, which only a ninth worker would have.
 */
const shares = 9;
const shareSize = (ports.to - ports.from) / shares;
const found = new Set<number>();

/** A port of 127.0.0.1 that nobody listens on, and that was not given before. */
export async function findFreePort(): Promise<number> {
  const share = Number(process.env['SVC_TEST_PORT_SHARE'] ?? process.env['JEST_WORKER_ID'] ?? 1) % shares;
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
