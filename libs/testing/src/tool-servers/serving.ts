import { once } from 'node:events';
import type http from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import type { Behaviour, Behaviours } from './behaviours.js';

/** Listens on this machine alone, at any port that is free unless one is given. */
export async function listen(
  server: http.Server,
  port = 0,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** `PUT /behaviours`, for tests beside the process of a server. @returns whether the request was this one */
export async function takesBehaviours(
  behaviours: Behaviours,
  incoming: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<boolean> {
  if (incoming.method !== 'PUT' || incoming.url !== '/behaviours') return false;
  behaviours.set(JSON.parse(await text(incoming)) as Record<string, Behaviour>);
  response.writeHead(204).end();
  return true;
}
