import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Below those that systems give to outgoing connections: while a broker is away, or has not begun to listen, none of
 * these takes its port.
 */
const ports = { from: 10_000, to: 20_000 };

/** @returns for each broker a port that is free now, and whose next one is free too. */
export async function freeBrokerPorts(brokers: number): Promise<readonly number[]> {
  const found = new Set<number>();
  while (found.size < brokers) {
    const port = 2 * randomInt(ports.from / 2, ports.to / 2);
    if ((await isPortFree(port)) && (await isPortFree(port + 1))) found.add(port);
  }
  return [...found];
}

export async function isPortFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (server) await close(server);
  return server !== undefined;
}

/** @returns undefined when the port is taken. */
function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
