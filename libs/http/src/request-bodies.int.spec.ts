import { startSample, type Sample } from '../test/harness.js';
import { rawConnection, until } from '../test/raw-connection.js';

let sample: Sample;
beforeAll(async () => {
  sample = await startSample({ limits: { bodyBytes: 10_000, unwantedBodyBytes: 10_000 } });
});
afterAll(() => sample.application.stop(0));

describe('a missing body', () => {
  it('needs no media type, and a wrong one is ignored', async () => {
    const response = await fetch(`${sample.url}/v1/demo/thing`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(response.status).toBe(422);
  });
});

describe('a body that is not read', () => {
  const refused = (bytes: number) =>
    `POST /v1/demo/thing HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${bytes}\r\n\r\n`;

  it('ends the connection if it continues after the response', async () => {
    const client = rawConnection(sample.port);
    client.send(refused(1_000_000_000));
    await client.receivedText('validation_failed');
    client.send('x'.repeat(20_000));
    await client.closed();
    expect(client.received().match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('ends the connection if it trickles on after the response', async () => {
    const impatient = await startSample({ limits: { unwantedBodyMs: 100 } });
    const client = rawConnection(impatient.port);
    client.send(refused(1_000));
    await client.receivedText('validation_failed');
    client.send('x');
    await client.closed();
    expect(client.received().match(/HTTP\/1\.1/g)).toHaveLength(1);
    await impatient.application.stop(0);
  });

  it('leaves the connection to the next request if it is of a usual size', async () => {
    const client = rawConnection(sample.port);
    client.send(refused(9_000));
    await client.receivedText('validation_failed');
    client.send(`${'x'.repeat(9_000)}GET /livez HTTP/1.1\r\nhost: x\r\n\r\n`);
    await client.receivedText('"status":"ok"');
    expect(client.received()).toContain('HTTP/1.1 200');
    client.close();
  });
});

describe('a body that arrives too slowly', () => {
  it('gets 408, though there is never a pause', async () => {
    const impatient = await startSample({ limits: { slowBodyMs: 200, leastBodyBytesPerSecond: 500 } });
    const client = rawConnection(impatient.port);
    client.send(
      'POST /v1/demo/thing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{',
    );
    const drops = setInterval(() => client.send(' '), 20);
    await client.closed();
    clearInterval(drops);
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 .*send at least 500 bytes a second/s);
    await impatient.application.stop(0);
  });
});

describe('a form whose body is still arriving', () => {
  it('is counted as arriving, and as in flight once it has come', async () => {
    const head =
      'POST /v1/demo/form HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\nconnection: close\r\n';
    const body = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n';
    const client = rawConnection(sample.port);
    client.send(`${head}content-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
    await until(async () => (await sample.metric('http_requests_arriving')) === 1);
    expect(await sample.metric('http_requests_in_flight')).toBe(0);
    client.send(body.slice(10));
    await client.closed();
    expect(client.received()).toContain('[{"name":"a","text":"x"}]');
    expect(await sample.metric('http_requests_arriving')).toBe(0);
  });
});

describe('a body in chunks', () => {
  const inChunks = (path: string, mediaType: string, chunks: readonly string[]) =>
    `POST /v1/demo/${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${mediaType}\r\ntransfer-encoding: chunked\r\n\r\n` +
    [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
  const next = 'GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  const answers = async (request: string) => {
    const client = rawConnection(sample.port);
    client.send(request + next);
    await client.closed();
    return client
      .received()
      .match(
        /HTTP\/1\.1 \d+|"name":"x"|message":"The request body came in more than \d+ pieces|"status":"ok"/g,
      );
  };

  it('is read like any other', async () => {
    expect(await answers(inChunks('thing', 'application/json', [...'{"name":"x"}']))).toEqual([
      'HTTP/1.1 201',
      '"name":"x"',
      'HTTP/1.1 200',
      '"status":"ok"',
    ]);
  });

  it.each([
    ['JSON', 'thing', 'application/json'],
    ['a form', 'large-form', 'multipart/form-data; boundary=b'],
  ])('is refused when %s comes in too many', async (_what, path, mediaType) => {
    const tooMany = Array.from({ length: 4_097 }, () => ' ');
    const [status, message] = (await answers(inChunks(path, mediaType, tooMany))) ?? [];
    expect(status).toBe('HTTP/1.1 400');
    expect(message).toMatch(/came in more than 4096 pieces$/);
  });
});

describe('a route with a limit of its own', () => {
  const note = (bytes: number) =>
    fetch(`${sample.url}/v1/demo/note`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify('x'.repeat(bytes - 2)),
    });

  it('takes a body of that size, and responds 413 with the limit to a larger one', async () => {
    expect((await note(100)).status).toBe(201);
    const refused = await note(101);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ message: expect.stringMatching(/at most 100 bytes/) });
  });
});

describe('a route that takes no body', () => {
  it('ignores a body of any kind and keeps the connection', async () => {
    const bodies = [
      'content-length: 3\r\ncontent-type: text/plain\r\n\r\na=b',
      'content-length: 1\r\ncontent-type: application/json\r\n\r\n{',
      'transfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'content-length: 20000\r\n\r\n' + 'x'.repeat(20_000),
    ];
    const client = rawConnection(sample.port);
    for (const body of bodies) client.send(`POST /v1/demo/signal HTTP/1.1\r\nhost: x\r\n${body}`);
    client.send('GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await client.closed();

    expect(client.received().match(/HTTP\/1\.1 \d+|\{.*?\}/g)).toEqual([
      ...bodies.flatMap(() => ['HTTP/1.1 201', '{"hasBody":false}']),
      'HTTP/1.1 200',
      '{"status":"ok"}',
    ]);
  });
});

describe('a form', () => {
  it('is read the same from fields and files', async () => {
    const data = new FormData();
    data.append('kind', 'grüße');
    data.append('text', new Blob(['hello'], { type: 'text/plain; charset=utf-8' }), 'message.txt');
    data.append('text', '');
    const response = await fetch(`${sample.url}/v1/demo/form`, { method: 'POST', body: data });

    expect(await response.json()).toEqual([
      { name: 'kind', text: 'grüße' },
      { name: 'text', text: 'hello' },
      { name: 'text', text: '' },
    ]);
  });
});

describe('a body of many values', () => {
  const sent = async (path: string, values: number) => {
    const [method, body] = ['POST', JSON.stringify(Array.from({ length: values }, () => 1))];
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${sample.url}/v1/demo/${path}`, { method, headers, body })).status;
  };

  it('is taken up to the bound that its route declares', async () => {
    expect([await sent('many', 20_000), await sent('many', 20_001)]).toEqual([201, 422]);
  });
});
