import { createServer } from 'node:net';
import { once } from 'node:events';
import { findFreePorts } from './free-port.js';

describe('free ports', () => {
  it('given processes that look at the same time, then each finds others', async () => {
    const found = await Promise.all([1, 2, 3].map((processId) => findFreePorts(13, processId)));
    expect(new Set(found.flat()).size).toBe(3 * 13);
  });

  it('given one that is taken, then it is passed over', async () => {
    const [taken = 0] = await findFreePorts(1, 77);
    const server = createServer().listen(taken, '127.0.0.1');
    await once(server, 'listening');
    expect(await findFreePorts(2, 77)).not.toContain(taken);
    server.close();
    await once(server, 'close');
  });
});
