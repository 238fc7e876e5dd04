import type { ServerResponse } from 'node:http';
import { local, outgoing, post, receiver, stopAll } from './harness.js';
import { startNameServer } from './name-server.js';
import { startRawReceiver, startReceiver } from './receiver.js';

afterEach(stopAll);

describe('an allowed address', () => {
  it('then the bytes arrive, and the response comes back up to its maximum', async () => {
    const { port, requests } = await receiver(
      startReceiver((response) => response.writeHead(201).end('short')),
    );
    const answer = await post(outgoing(local), `http://127.0.0.1:${port}/hook?a=1`);
    expect(answer).toMatchObject({ status: 201, isComplete: true, body: Buffer.from('short') });
    expect(requests).toMatchObject([{ url: '/hook?a=1', body: '{"what":"é"}' }]);
  });

  it('then the connection is kept', async () => {
    const { port, requests } = await receiver(startReceiver((response) => response.end()));
    const client = outgoing(local);
    for (const _again of [1, 2]) await post(client, `http://127.0.0.1:${port}`);
    expect(requests[1]?.socket).toBe(requests[0]?.socket);
  });

  it('when a kept connection is closed as it is used, then the request is sent on another', async () => {
    const { port, requests } = await receiver(
      startReceiver((response, { socket }) => {
        // The second request finds it closed; nobody reads its bytes.
        if (requests.length === 1) response.end(() => socket.once('data', () => socket.destroy()));
        else response.end();
      }),
    );
    const client = outgoing(local);
    await post(client, `http://127.0.0.1:${port}`);
    expect((await post(client, `http://127.0.0.1:${port}`)).status).toBe(200);
  });

  it('given a request that must not be repeated, when a kept connection is closed as it is used, then it fails', async () => {
    const { port } = await receiver(
      startReceiver((response, { socket }) =>
        response.end(() => socket.once('data', () => socket.destroy())),
      ),
    );
    const client = outgoing(local);
    await post(client, `http://127.0.0.1:${port}`);
    await expect(post(client, `http://127.0.0.1:${port}`, { isRepeatable: false })).rejects.toMatchObject({
      reason: 'connection_lost',
    });
  });

  it('when a request on a kept connection is given up, then it is not sent again', async () => {
    const giveUp = new AbortController();
    const { port, requests } = await receiver(
      startReceiver((response) => {
        if (requests.length === 2) giveUp.abort();
        else response.end();
      }),
    );
    const client = outgoing(local);
    await post(client, `http://127.0.0.1:${port}`);
    const givenUp = post(client, `http://127.0.0.1:${port}`, { signal: giveUp.signal });
    await expect(givenUp).rejects.toMatchObject({ reason: 'aborted' });
    await post(client, `http://127.0.0.1:${port}`);
    expect(requests).toHaveLength(3);
  });

  it('given a body that is too long and never ends, then it is not waited for', async () => {
    const { port } = await receiver(
      startReceiver((response) => void response.writeHead(200).write('0123456789 and more')),
    );
    const answer = await post(outgoing(local), `http://127.0.0.1:${port}`, { timeoutMs: 600_000 });
    expect(answer).toMatchObject({ status: 200, isComplete: false, body: Buffer.from('0123456789') });
  });

  it('given a redirect to somewhere else, then it is not followed', async () => {
    const elsewhere = await receiver(startReceiver((response) => response.end()));
    const location = `http://127.0.0.1:${elsewhere.port}/`;
    const { port } = await receiver(startReceiver((response) => response.writeHead(307, { location }).end()));
    expect(await post(outgoing(local), `http://127.0.0.1:${port}`)).toMatchObject({ status: 307 });
    expect(elsewhere.requests).toEqual([]);
  });

  it.each([
    ['is longer than what is read', (text: string) => text.repeat(3)],
    ['never ends', () => undefined],
  ])('given a body that %s, then the status stands, and the connection ends', async (_what, rest) => {
    const { port, requests } = await receiver(
      startReceiver((response) => {
        response.writeHead(200);
        response.write('0123456789');
        const more = rest('0123456789');
        if (more !== undefined) response.end(more);
      }),
    );
    const answer = await post(outgoing(local), `http://127.0.0.1:${port}`, { timeoutMs: 1_000 });
    expect(answer).toMatchObject({ status: 200, isComplete: false });
    expect(answer.body.toString()).toBe('0123456789');
    expect(requests).toHaveLength(1);
  });
});

it('given a body that ends with its connection, then it is complete only if the receiver ended it', async () => {
  for (const isEnded of [true, false]) {
    const { port } = await receiver(
      startRawReceiver((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\nshort');
        if (isEnded) socket.end();
      }),
    );
    const answer = await post(outgoing(local), `http://127.0.0.1:${port}`, {
      timeoutMs: isEnded ? 5_000 : 1_000,
    });
    expect(answer).toMatchObject({ status: 200, isComplete: isEnded, body: Buffer.from('short') });
  }
});

describe('a request without a response', () => {
  it('given a receiver that sends its head byte by byte, then it times out', async () => {
    const { port } = await receiver(startRawReceiver((socket) => socket.write('HTTP/1.1 200 OK\r\nx: ')));
    await expect(post(outgoing(local), `http://127.0.0.1:${port}`, { timeoutMs: 100 })).rejects.toMatchObject(
      {
        reason: 'timed_out',
      },
    );
  });

  it.each([
    ['interim responses', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['blank lines', '\r\n'],
    ['headers', `HTTP/1.1 103 Early Hints\r\n${'x-link: y\r\n'.repeat(1_000)}\r\n`],
  ])('given a receiver that sends %s without end, then the connection ends soon', async (_what, piece) => {
    let sent = 0;
    const ended = Promise.withResolvers<void>();
    const { port } = await receiver(
      startRawReceiver((socket) => {
        const blob = piece.repeat(Math.ceil(32_768 / piece.length));
        const send = (): void => {
          while (!socket.destroyed && socket.write(blob)) sent += blob.length;
        };
        socket.on('drain', send).once('close', () => ended.resolve());
        send();
      }),
    );
    const sending = post(outgoing(local), `http://127.0.0.1:${port}`);
    await expect(sending).rejects.toMatchObject({ reason: 'invalid_answer' });
    await ended.promise;
    // What the system holds for both ends.
    expect(sent).toBeLessThan(16 * 1_024 * 1_024);
  });

  it('given a few interim responses, then the one after them counts', async () => {
    const { port } = await receiver(
      startReceiver((response) => {
        response.writeProcessing();
        response.writeEarlyHints({ link: '</style.css>; rel=preload' });
        response.writeHead(204).end();
      }),
    );
    expect(await post(outgoing(local), `http://127.0.0.1:${port}`)).toMatchObject({ status: 204 });
  });

  it('given a status after much else, then a body that came with it is whole', async () => {
    const links = `HTTP/1.1 103 Early Hints\r\nlink: ${'x'.repeat(10_000)}\r\n\r\n`;
    const body = 'b'.repeat(62_000);
    const { port } = await receiver(
      startRawReceiver((socket) => {
        socket.write(links, () =>
          setTimeout(
            () => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
            50,
          ),
        );
      }),
    );
    const answer = await post(outgoing(local), `http://127.0.0.1:${port}`, { maxAnswerBytes: 100_000 });
    expect([answer.status, answer.isComplete, answer.body.length]).toEqual([200, true, body.length]);
  });

  it('given a receiver that switches to another protocol, and stays, then it fails, and the connection ends', async () => {
    const hungUp = Promise.withResolvers<void>();
    const { port } = await receiver(
      startRawReceiver((socket) => {
        socket.once('close', () => hungUp.resolve());
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\nmore');
      }),
    );
    await expect(post(outgoing(local), `http://127.0.0.1:${port}`)).rejects.toMatchObject({
      reason: 'invalid_answer',
    });
    await hungUp.promise;
  });

  it.each([
    ['connection_lost', 'hangs up', ''],
    ['invalid_answer', 'says what is no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    [
      'invalid_answer',
      'goes over to another protocol, and hangs up',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n',
    ],
    ['invalid_answer', 'says a head that is too long', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
  ])('it fails as %s when the receiver %s', async (reason, _what, bytes) => {
    const { port } = await receiver(startRawReceiver((socket) => socket.end(bytes)));
    await expect(post(outgoing(local), `http://127.0.0.1:${port}`)).rejects.toMatchObject({ reason });
  });

  it('it fails as connection_failed if nobody listens or the receiver speaks no TLS', async () => {
    const { port, stop } = await startReceiver((response) => response.end());
    await stop();
    const plain = await receiver(startReceiver((response) => response.end()));
    for (const url of [`http://127.0.0.1:${port}`, `https://127.0.0.1:${plain.port}`])
      await expect(post(outgoing(local), url)).rejects.toMatchObject({ reason: 'connection_failed' });
  });

  it('it ends with its signal', async () => {
    const { port } = await receiver(startReceiver(() => undefined));
    await expect(
      post(outgoing(local), `http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(50) }),
    ).rejects.toMatchObject({ reason: 'aborted' });
    await expect(
      post(outgoing(local), `http://127.0.0.1:${port}`, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('given another protocol, then it is refused', async () => {
    await expect(post(outgoing(local), 'ftp://127.0.0.1/')).rejects.toThrow(TypeError);
  });
});

describe('whether a byte was sent', () => {
  it.each([
    [
      'no, where nobody listens',
      false,
      async () => {
        const { port, stop } = await startReceiver((response) => response.end());
        await stop();
        return port;
      },
    ],
    [
      'yes, where the receiver hangs up',
      true,
      async () => (await receiver(startRawReceiver((socket) => socket.destroy()))).port,
    ],
    [
      'yes, where the receiver never answers',
      true,
      async () => (await receiver(startReceiver(() => undefined))).port,
    ],
  ])('%s', async (_what, wasSent, listen) => {
    const url = `http://127.0.0.1:${await listen()}`;
    await expect(post(outgoing(local), url, { timeoutMs: 300 })).rejects.toMatchObject({ wasSent });
  });

  it('no, where the address is refused or no name server answers', async () => {
    const server = await startNameServer(['127.0.0.1']);
    server.stop();
    for (const url of ['http://127.0.0.1:9/', 'http://nobody.example/'])
      await expect(post(outgoing([], server), url)).rejects.toMatchObject({ wasSent: false });
  });

  it('no, where the receiver speaks no TLS: the request waits for that', async () => {
    const { port } = await receiver(startRawReceiver((socket) => socket.destroy()));
    await expect(post(outgoing(local), `https://127.0.0.1:${port}`)).rejects.toMatchObject({
      wasSent: false,
    });
  });

  it('yes, on a kept connection', async () => {
    const { port } = await receiver(
      startReceiver((response, { socket }) =>
        response.end(() => socket.once('data', () => socket.destroy())),
      ),
    );
    const client = outgoing(local);
    await post(client, `http://127.0.0.1:${port}`);
    await expect(post(client, `http://127.0.0.1:${port}`, { isRepeatable: false })).rejects.toMatchObject({
      wasSent: true,
    });
  });
});

it('given a request that takes its own connection, then it meets no kept one', async () => {
  const { port, requests } = await receiver(startReceiver((response) => response.end()));
  const client = outgoing(local);
  await post(client, `http://127.0.0.1:${port}`);
  await post(client, `http://127.0.0.1:${port}`, { takesOwnConnection: true });
  await post(client, `http://127.0.0.1:${port}`);
  const [first, own, third] = requests;
  expect(own?.socket).not.toBe(first?.socket);
  expect(third?.socket).toBe(first?.socket);
});

it.each([
  ['answer_too_long', (response: ServerResponse) => void response.end('more than ten bytes')],
  ['timed_out', (response: ServerResponse) => void response.write('short')],
  ['connection_lost', (response: ServerResponse) => void response.write('short', () => response.destroy())],
])('given a body that is not read to its end, then it is said why: %s', async (because, answer) => {
  const { port } = await receiver(startReceiver(answer));
  const options = { timeoutMs: because === 'timed_out' ? 300 : 5_000 };
  expect(await post(outgoing(local), `http://127.0.0.1:${port}`, options)).toMatchObject({
    isComplete: false,
    incompleteBecause: because,
  });
});
