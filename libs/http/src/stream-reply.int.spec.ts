import { get } from 'node:http';
import { DomainError } from '@svc/errors';
import { startSample, type Sample } from '../test/harness.js';
import { until } from '../test/raw-connection.js';

let sample: Sample;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => sample.application.stop(0));

const open = () => fetch(`${sample.url}/v1/demo/stream`);

describe('a stream of lines', () => {
  it('sends each line before the next one exists', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    sample.script.stream = async function* () {
      yield { n: 1 };
      await held;
      yield { n: 2 };
    };

    const response = await open();
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();

    expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/x-ndjson']);
    expect(response.headers.get('x-request-id')).not.toBeNull();
    expect((await reader?.read())?.value).toBe('{"n":1}\n');
    release();
    expect((await reader?.read())?.value).toBe('{"n":2}\n');
    expect((await reader?.read())?.done).toBe(true);
  });

  it('sends lines that are ready at the same time together', async () => {
    sample.script.stream = async function* () {
      yield await Promise.resolve([{ n: 1 }, { n: 2 }]);
    };

    const response = await open();
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();

    expect((await reader?.read())?.value).toBe('{"n":1}\n{"n":2}\n');
  });

  it('that fails before its first line is an ordinary error', async () => {
    sample.script.stream = async function* () {
      await Promise.resolve();
      throw new DomainError('conversation_finished', 'It is over.');
      yield {};
    };
    const response = await open();
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      409,
      'conversation_finished',
    ]);
  });

  it('that fails later ends with a last word', async () => {
    sample.script.stream = async function* () {
      yield await Promise.resolve({ n: 1 });
      throw new Error('broke');
    };
    const response = await open();
    expect([response.status, await response.text()]).toEqual([201, '{"n":1}\n{"error":"broke"}\n']);
  });

  it('without any line is an empty response', async () => {
    sample.script.stream = async function* () {
      yield* [];
    };
    const response = await open();
    expect([response.status, await response.text()]).toEqual([201, '']);
  });
});

describe('a stream of server-sent events', () => {
  const events = () => fetch(`${sample.url}/v1/demo/events`);

  it('names each event, with JSON data on one line, and may hold comments', async () => {
    sample.script.stream = async function* () {
      yield { event: 'token', data: { text: 'One\ntwo' } };
      yield { comment: 'still here' };
      yield await Promise.resolve({ event: 'done', data: {}, id: '7' });
    };
    const response = await events();
    const { headers } = response;
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'text/event-stream',
      'no-store',
    ]);
    expect(await response.text()).toBe(
      'event: token\ndata: {"text":"One\\ntwo"}\n\n: still here\n\nid: 7\nevent: done\ndata: {}\n\n',
    );
  });

  it('sends its head before there is an event, when its source says so', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    sample.script.stream = async function* () {
      yield [];
      await held;
      yield { event: 'done', data: {} };
    };
    const response = await events();
    expect(response.status).toBe(200);
    release();
    expect(await response.text()).toBe('event: done\ndata: {}\n\n');
  });

  it('when only its head is asked for, then the response ends there, and the source is not opened', async () => {
    let isOpened = false;
    sample.script.stream = async function* () {
      isOpened = true;
      yield await new Promise<never>(() => undefined);
    };
    const ask = () => fetch(`${sample.url}/v1/demo/events`, { method: 'HEAD' });
    const heads = [await ask(), await ask()];
    expect(heads.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
      heads.map(() => [200, 'text/event-stream']),
    );
    expect(isOpened).toBe(false);
  });

  it('that fails before its first event is an ordinary error, and later ends with a last word', async () => {
    sample.script.stream = async function* () {
      await Promise.resolve();
      throw new DomainError('conversation_finished', 'It is over.');
      yield {};
    };
    expect((await events()).status).toBe(409);
    sample.script.stream = async function* () {
      yield await Promise.resolve({ event: 'token', data: {} });
      throw new Error('broke');
    };
    expect(await (await events()).text()).toBe(
      'event: token\ndata: {}\n\nevent: error\ndata: {"message":"broke"}\n\n',
    );
  });
});

describe('a client that goes away', () => {
  it('aborts the source, also before the first line, without a last word', async () => {
    sample.script.lastWordsOn.length = 0;
    for (const lines of [0, 1]) {
      let signal: AbortSignal | undefined;
      let returned = false;
      sample.script.stream = async function* (given) {
        signal = given;
        try {
          for (let n = 0; n < lines; n += 1) yield { n };
          await new Promise((_resolve, reject) =>
            given.addEventListener('abort', () => reject(given.reason as Error)),
          );
        } finally {
          returned = true;
        }
      };
      const request = get(`${sample.url}/v1/demo/stream`);
      request.on('error', () => undefined);
      if (lines > 0)
        await new Promise((resolve) => request.on('response', (response) => response.once('data', resolve)));
      await until(() => signal !== undefined);
      request.destroy();
      await until(() => returned);

      expect(signal?.aborted).toBe(true);
    }
    await until(() => sample.logged.some((line) => line['http.response.status_code'] === 499));
    expect(sample.script.lastWordsOn).toEqual([]);
  });

  it('may read slowly: the source then waits', async () => {
    const pieceBytes = 64 * 1024;
    let produced = 0;
    sample.script.stream = async function* () {
      for (;;) {
        produced += 1;
        yield await Promise.resolve({ piece: 'x'.repeat(pieceBytes) });
      }
    };
    const request = get(`${sample.url}/v1/demo/stream`);
    request.on('error', () => undefined);
    const response = await new Promise<NodeJS.ReadableStream>((resolve) => request.on('response', resolve));
    response.pause();

    let before = -1;
    while (before !== produced) {
      before = produced;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // What fits into the buffers of both sockets and of the client; unbounded it would be thousands.
    expect(produced * pieceBytes).toBeLessThan(32 * 1024 * 1024);
    request.destroy();
  });

  it('and that stops reading counts as gone', async () => {
    sample.script.stalledReaderMs = 100;
    let returned = false;
    sample.script.stream = async function* () {
      try {
        for (;;) yield await Promise.resolve({ piece: 'x'.repeat(64 * 1024) });
      } finally {
        returned = true;
      }
    };
    const request = get(`${sample.url}/v1/demo/stream`);
    request.on('error', () => undefined);
    request.on('response', (response) => response.on('error', () => undefined).pause());

    await until(() => returned);
    sample.script.stalledReaderMs = 60_000;
  });
});

describe('a line that can not be written', () => {
  it('breaks the connection off, so the stream does not look whole', async () => {
    sample.script.stream = async function* () {
      yield await Promise.resolve({ n: 1 });
      throw Object.assign(new Error('x'), { message: 10n });
    };
    await expect(open().then((response) => response.text())).rejects.toThrow();
  });
});
