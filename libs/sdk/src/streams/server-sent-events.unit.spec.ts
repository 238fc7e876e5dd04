import fc from 'fast-check';
import { objectIn, serverSentFrames, type ServerSentFrame } from './server-sent-events.js';

async function framesOf(text: string, cuts: readonly number[] = []): Promise<ServerSentFrame[]> {
  const bytes = new TextEncoder().encode(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  async function* chunks() {
    for (const [index, end] of places.entries()) yield bytes.subarray(places[index - 1] ?? 0, end);
    await Promise.resolve();
  }
  const frames = [];
  for await (const frame of serverSentFrames(chunks())) frames.push(frame);
  return frames;
}

test.each([
  ['an event', 'id: 7\nevent: token\ndata: {"a":1}\n\n', [{ id: '7', event: 'token', data: '{"a":1}' }]],
  ['lines that end with CRLF', 'event: a\r\ndata: b\r\n\r\n', [{ event: 'a', data: 'b' }]],
  ['lines that end with CR', 'event: a\rdata: b\r\r:\n', [{ event: 'a', data: 'b' }]],
  ['data on two lines', 'data: a\ndata:  b\n\n', [{ event: 'message', data: 'a\n b' }]],
  ['a pause alone', 'retry: 3000\n\n', [{ event: 'message', retry: 3_000 }]],
  ['an id alone', 'id: 9\n\n', [{ event: 'message', id: '9' }]],
  ['an id that clears the last one', 'id\n\n', [{ event: 'message', id: '' }]],
  ['comments', ': ping\n\n: ping\n\n', []],
  ['a pause that is no number', 'retry: soon\n\n', [{ event: 'message' }]],
  ['a byte order mark', '\uFEFFdata: a\n\n', [{ event: 'message', data: 'a' }]],
  ['a frame that is cut off', 'data: a\n\ndata: b\n', [{ event: 'message', data: 'a' }]],
])('given %s, then it is read so', async (_what, text, frames) => {
  expect(await framesOf(text)).toEqual(frames);
});

test('given any cuts of a stream, then its frames are the same', async () => {
  const text = 'retry: 10\r\n\r\nid: 1\revent: größe\rdata: 👋\r\rid: 2\ndata: {"a":\ndata: 1}\n\n: x\n\n';
  const whole = await framesOf(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), async (cuts) => {
      expect(await framesOf(text, cuts)).toEqual(whole);
    }),
  );
});

test('given a frame without an end, then it is refused', async () => {
  const lines = 'data: '.padEnd(1_000, 'x').concat('\n').repeat(1_100);
  await expect(framesOf(lines)).rejects.toMatchObject({ name: 'ParseError' });
});

test.each(['[1]', '"a"', 'null', '{', '1'])('given the data %s, then it is no object', (data) => {
  expect(objectIn({ event: 'a', data })).toBeUndefined();
});
