import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { Pipelines } from './pipelines.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Everything that needs no turn of the event loop. */
async function restOfTurn(): Promise<void> {
  for (let tick = 0; tick < 20; tick += 1) await new Promise<void>((resolve) => process.nextTick(resolve));
}

/** Connections with requests that get their response at once. */
function startServer() {
  const server = new EventEmitter();
  const served: string[] = [];
  const pipelines = new Pipelines(100, () => undefined);
  pipelines.watch(server as Server, ({ url }, response) => {
    served.push(String(url));
    process.nextTick(() => response.emit('close'));
  });
  const connect = () => {
    const socket = Object.assign(new PassThrough(), { setTimeout: () => undefined });
    server.emit('connection', socket);
    const send = (url: string) => {
      const request = { url, socket } as unknown as IncomingMessage;
      server.emit('request', request, new EventEmitter() as ServerResponse);
    };
    return { socket, send };
  };
  return { pipelines, served, connect };
}

describe('requests that get their response at once', () => {
  it('are served in order, one of each connection per turn of the event loop', async () => {
    const { served, connect } = startServer();
    const [one, other] = [connect(), connect()];
    for (const number of [1, 2, 3]) {
      one.send(`one/${number}`);
      other.send(`other/${number}`);
    }
    await restOfTurn();
    expect(served).toEqual(['one/1', 'other/1']);
    await nextTurn();
    await restOfTurn();
    expect(served.slice(2)).toEqual(['one/2', 'other/2']);
    await nextTurn();
    await restOfTurn();
    expect(served.slice(4)).toEqual(['one/3', 'other/3']);
  });

  it('are not served after their connection has closed', async () => {
    const { pipelines, served, connect } = startServer();
    const { socket, send } = connect();
    for (const number of [1, 2, 3]) send(`${number}`);
    await restOfTurn();
    socket.destroy();
    await nextTurn();
    await nextTurn();
    expect(served).toEqual(['1']);
    expect(pipelines.waiting).toBe(0);
  });
});
