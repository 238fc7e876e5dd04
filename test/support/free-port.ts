import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that systems give to outgoing connections: whoever gets it may listen later, and again after a crash. The
 * lower ones are those of services and brokers.
 */
const ports = { from: 30_000, to: 32_700 };

/** A port of 127.0.0.1 that nobody listens on. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.from, ports.to);
    if (await isFree(port)) return port;
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
