import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StartupError } from '@svc/errors';

/**
 * Tries the port before anything else is started, to report a port in use at once.
 * @throws StartupError with what to do
 */
export async function assertPortIsFree(port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, port, host)));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** The error of a `listen` in one sentence. */
export function portError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} is taken by another process (an npm start that still runs?): stop it, or choose another port with PORT=<number>.`,
        { cause: error },
      );
    case 'EACCES':
      return new StartupError(
        `Port ${port} needs more rights than this user has: choose one above 1023 with PORT=<number>.`,
        {
          cause: error,
        },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(
        `The address ${host} is not one of this machine: choose another with HOST=<address>.`,
        {
          cause: error,
        },
      );
    default:
      return error;
  }
}

/** Below the range for outgoing connections, so none of these takes a port before its server does. */
const ports = { from: 20_000, to: 30_000 };

/** Distinct free ports of 127.0.0.1. */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(ports.from, ports.to);
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

function isFree(port: number): Promise<boolean> {
  return assertPortIsFree(port, '127.0.0.1').then(
    () => true,
    () => false,
  );
}
