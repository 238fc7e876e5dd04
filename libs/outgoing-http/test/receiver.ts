import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

export interface Receiver {
  readonly port: number;
  readonly requests: readonly { readonly url: string; readonly body: string; readonly socket: Socket }[];
  stop(): Promise<void>;
}

/** An HTTP server on an address of this machine. */
export async function startReceiver(
  answer: (response: http.ServerResponse, request: http.IncomingMessage) => void,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<Receiver> {
  const requests: { url: string; body: string; socket: Socket }[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      requests.push({ url: request.url ?? '', body, socket: request.socket });
      answer(response, request);
    });
  });
  return listening(server, requests, { host, port }, () => server.closeAllConnections());
}

/** A TCP server that sends these bytes on connect, and then hangs up or not. */
export function startRawReceiver(say: (socket: Socket) => void): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => say(socket));
  });
  return listening(server, [], { host: '127.0.0.1', port: 0 }, () =>
    sockets.forEach((socket) => socket.destroy()),
  );
}

async function listening(
  server: net.Server,
  requests: Receiver['requests'],
  where: { readonly host: string; readonly port: number },
  hangUp: () => void,
): Promise<Receiver> {
  server.listen(where.port, where.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      hangUp();
      await closed;
    },
  };
}
