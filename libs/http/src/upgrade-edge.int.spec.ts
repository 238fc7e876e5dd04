import { connect, type Socket } from 'node:net';
import { DomainError } from '@svc/errors';
import { startSample, type Sample } from '../test/harness.js';
import type { Upgrade } from './upgrade-edge.js';

let sample: Sample;
const taken: Upgrade[] = [];
beforeEach(async () => {
  sample = await startSample({
    upgrades: {
      isFor: (path) => path === '/socket',
      take: (upgrade) => {
        taken.push(upgrade);
        upgrade.refuse(new DomainError('invalid_request', 'This is no handshake.'));
      },
    },
  });
});
afterEach(async () => {
  // Also where the edge has not let go of them.
  for (const { socket } of taken.splice(0)) socket.destroy();
  await sample.application.stop(0);
});

/** A client that never closes its side. */
async function handshake(): Promise<{ readonly heard: string; readonly socket: Socket }> {
  const socket = connect({ port: sample.port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  socket.on('data', (bytes) => (heard += bytes.toString()));
  socket.write('GET /socket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  await new Promise((resolve) => socket.once('end', resolve));
  return { heard, socket };
}

describe('a handshake that is refused', () => {
  it('is answered by the one error body', async () => {
    const { heard, socket } = await handshake();
    expect(heard).toMatch(/^HTTP\/1\.1 400 .*"error_code":"invalid_request"/s);
    socket.destroy();
  });

  it('takes no connection from others when its client never closes', async () => {
    const { socket } = await handshake();
    await new Promise((resolve) => taken[0]?.socket.once('close', resolve));
    socket.destroy();
  });

  it('does not keep the process from stopping', async () => {
    const { socket } = await handshake();
    await sample.application.stop(100);
    socket.destroy();
  });
});
