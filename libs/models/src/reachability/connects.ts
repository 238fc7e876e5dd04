import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Connects to a server as calls do, with TLS where they use it, and hangs up: no request is sent, so nothing is paid. Where
 * Node was told to use a proxy it does, up to the server where that one speaks TLS, else up to the proxy.
 * @returns null when it came about, else why not: a code of Node, or `timeout`
 */
export function connects({ hostname, port, protocol }: URL, withinMs: number): Promise<string | null> {
  const isSecure = protocol === 'https:';
  // Looked up each time: it is replaced when proxies are set.
  const agent = isSecure ? https.globalAgent : http.globalAgent;
  const host = hostname.replaceAll(/[[\]]/g, '');
  const server = { host, port: Number(port || (isSecure ? 443 : 80)), protocol };
  const name = isSecure && isIP(host) === 0 ? { servername: host } : {};
  return new Promise((resolve) => {
    const settle = (failure: string | null): void => {
      clearTimeout(timer);
      socket?.destroy();
      resolve(failure);
    };
    const timer = setTimeout(() => settle('timeout'), withinMs);
    const fail = (error: NodeJS.ErrnoException) => settle(error.code ?? error.name);
    // Behind a proxy the connection is handed over here; else it is the one that is returned.
    const socket = agent.createConnection({ ...server, ...name }, (error: Error | null, stream?: Duplex) => {
      stream?.destroy();
      if (error) fail(error);
      else settle(null);
    });
    socket?.once(isSecure ? 'secureConnect' : 'connect', () => settle(null)).on('error', fail);
  });
}
