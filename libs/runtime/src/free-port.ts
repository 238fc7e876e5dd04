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
/** A port stays free until its server listens: processes that look at the same time each begin in a block of their own. */
const blockSize = 50;

/** Distinct free ports of 127.0.0.1. @param processId whose block is looked through first */
export async function findFreePorts(count: number, processId = process.pid): Promise<readonly number[]> {
  const size = ports.to - ports.from;
  const first = (processId * blockSize) % size;
  const found: number[] = [];
  for (let place = 0; found.length < count && place < size; place += 1) {
    const port = ports.from + ((first + place) % size);
    if (await isFree(port)) found.push(port);
  }
  if (found.length === count) return found;
  throw new StartupError(
    `Fewer than ${count} ports from ${ports.from} to ${ports.to - 1} are free: stop what takes them.`,
  );
}

function isFree(port: number): Promise<boolean> {
  return assertPortIsFree(port, '127.0.0.1').then(
    () => true,
    () => false,
  );
}
