import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

/**
 * Connects to a server as calls do, with TLS where they use it, and hangs up: nothing is sent, so nothing is paid.
 * @returns null when it came about, else why not: a code of Node, or `timeout`
 */
export function connects({ hostname, port, protocol }: URL, withinMs: number): Promise<string | null> {
  const isSecure = protocol === 'https:';
  const host = hostname.replaceAll(/[[\]]/g, '');
  const server = { host, port: Number(port || (isSecure ? 443 : 80)), timeout: withinMs };
  return new Promise((resolve) => {
    const socket = isSecure
      ? connectSecurely({ ...server, ...(isIP(host) === 0 ? { servername: host } : {}) })
      : connectPlain(server);
    const settle = (failure: string | null): void => {
      socket.destroy();
      resolve(failure);
    };
    socket
      .once(isSecure ? 'secureConnect' : 'connect', () => settle(null))
      .once('timeout', () => settle('timeout'))
      .once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.name));
  });
}
