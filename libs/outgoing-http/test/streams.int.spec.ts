import type { OutgoingHttp, OutgoingRequest } from '../src/index.js';
import { local, outgoing, receiver, stopAll } from './harness.js';
import { startReceiver } from './receiver.js';

afterEach(stopAll);

describe('a stream', () => {
  const stream = (client: OutgoingHttp, port: number, options: Partial<OutgoingRequest> = {}) =>
    client.stream({
      method: 'GET',
      url: new URL(`http://127.0.0.1:${port}`),
      headers: {},
      timeoutMs: 5_000,
      maxAnswerBytes: 1_000,
      isRepeatable: true,
      ...options,
    });
  const read = async (pieces: AsyncIterable<Buffer>) => {
    let text = '';
    for await (const piece of pieces) text += piece.toString();
    return text;
  };
  /** Says when the receiver's side of its connection has ended. */
  const endless = async (piece = 'tick ') => {
    const ended = Promise.withResolvers<void>();
    const started = await receiver(
      startReceiver((response) => {
        response.once('close', () => ended.resolve());
        response.writeHead(200).write(piece);
      }),
    );
    return { port: started.port, ended: ended.promise };
  };

  it('gives the pieces as they come, while the receiver still writes', async () => {
    const rest = Promise.withResolvers<void>();
    const { port } = await receiver(
      startReceiver((response) => {
        response.writeHead(201, { 'x-kind': 'stream' }).write('one ');
        void rest.promise.then(() => response.end('two'));
      }),
    );
    const { status, headers, pieces } = await stream(outgoing(local), port);
    expect([status, headers['x-kind']]).toEqual([201, 'stream']);
    let text = '';
    for await (const piece of pieces) {
      text += piece.toString();
      rest.resolve();
    }
    expect(text).toBe('one two');
  });

  it('keeps its connection when it was read to the end', async () => {
    const { port, requests } = await receiver(startReceiver((response) => response.end('short')));
    const client = outgoing(local);
    for (const _again of [1, 2]) await read((await stream(client, port)).pieces);
    expect(requests[1]?.socket).toBe(requests[0]?.socket);
  });

  it('given more bytes than allowed, then it breaks off, and the connection ends', async () => {
    const { port, ended } = await endless('x'.repeat(2_000));
    const { pieces } = await stream(outgoing(local), port);
    await expect(read(pieces)).rejects.toMatchObject({ reason: 'answer_too_long' });
    await ended;
  });

  it('given one that never ends, then its time ends it', async () => {
    const { port, ended } = await endless();
    const { pieces } = await stream(outgoing(local), port, { timeoutMs: 300 });
    await expect(read(pieces)).rejects.toMatchObject({ reason: 'timed_out' });
    await ended;
  });

  it('given one that nobody reads, then its time ends it', async () => {
    const { port, ended } = await endless();
    await stream(outgoing(local), port, { timeoutMs: 300 });
    await ended;
  });

  it('ends with its signal', async () => {
    const giveUp = new AbortController();
    const { port, ended } = await endless();
    const { pieces } = await stream(outgoing(local), port, { signal: giveUp.signal });
    const reading = read(pieces);
    giveUp.abort();
    await expect(reading).rejects.toMatchObject({ reason: 'aborted' });
    await ended;
  });

  it('given a reader that stops, or never begins, then the connection ends', async () => {
    const stopped = await endless();
    for await (const _piece of (await stream(outgoing(local), stopped.port)).pieces) break;
    await stopped.ended;
    const unread = await endless();
    (await stream(outgoing(local), unread.port)).end();
    await unread.ended;
  });

  it('given a receiver that hangs up, then it breaks off', async () => {
    const { port } = await receiver(
      startReceiver((response) => response.write('tick ', () => response.destroy())),
    );
    const { pieces } = await stream(outgoing(local), port);
    await expect(read(pieces)).rejects.toMatchObject({ reason: 'connection_lost', wasSent: true });
  });

  it('goes to no refused address', async () => {
    const { port, requests } = await receiver(startReceiver((response) => response.end()));
    await expect(stream(outgoing([]), port)).rejects.toMatchObject({ reason: 'address_refused' });
    expect(requests).toEqual([]);
  });
});
