import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Connects to a server like a call does, including TLS and Node's proxy, and closes the connection. It sends no request, so it
 * costs nothing. With a proxy, it reaches the server if that uses TLS, else only the proxy.
 * @returns null on success, else the reason: a code of Node, or `timeout`
 */
export function connects({ hostname, port, protocol }: URL, withinMs: number): Promise<string | null> {
  const isSecure = protocol === 'https:';
  // Looked up each time, since setting a proxy replaces it.
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
    // With a proxy the callback gets the connection; otherwise it is the return value.
    const socket = agent.createConnection({ ...server, ...name }, (error: Error | null, stream?: Duplex) => {
      stream?.destroy();
      if (error) fail(error);
      else settle(null);
    });
    socket?.once(isSecure ? 'secureConnect' : 'connect', () => settle(null)).on('error', fail);
  });
}
