import { createServer, type AddressInfo, type Server } from 'node:net';

/** @returns for each broker a port that is free now, and whose next one is free too. */
export async function freeBrokerPorts(brokers: number): Promise<readonly number[]> {
  const held: Server[] = [];
  const ports: number[] = [];
  while (ports.length < brokers) {
    const server = await listen(0);
    if (!server) continue;
    held.push(server);
    const { port } = server.address() as AddressInfo;
    const next = await listen(port + 1);
    if (!next) continue;
    held.push(next);
    ports.push(port);
  }
  await Promise.all(held.map(close));
  return ports;
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
