import { PassThrough } from 'node:stream';
import type { Socket } from 'node:net';
import { parseInSlices } from './parse-in-slices.js';
import { ParsingTurn } from './parsing-turn.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A connection on which each slice takes `sliceMs` to parse. */
function openConnection(sliceMs: number) {
  let nowMs = 0;
  const begins: (() => void)[] = [];
  const turn = new ParsingTurn({ now: () => nowMs, next: (begin) => void begins.push(begin) });
  const stream = new PassThrough();
  const parsed: Buffer[] = [];
  stream.on('data', (bytes: Buffer) => {
    nowMs += sliceMs;
    parsed.push(bytes);
  });
  parseInSlices(stream as unknown as Socket, turn, () => false);
  const beginNext = async () => {
    begins.splice(0).forEach((begin) => begin());
    await settled();
  };
  return { stream, parsed, beginNext };
}

describe('bytes that arrive at once on a connection', () => {
  const bytes = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 251));

  it('are parsed at once when that is cheap', async () => {
    const { stream, parsed } = openConnection(0);
    stream.write(bytes);
    await settled();
    expect(Buffer.concat(parsed)).toEqual(bytes);
  });

  it('wait for the next turn when this one is over, and none is lost', async () => {
    const { stream, parsed, beginNext } = openConnection(5);
    stream.write(bytes);
    await settled();
    expect(parsed).toHaveLength(2);
    // Another caller that resumes it does not get past the turn.
    stream.resume();
    await settled();
    expect(parsed).toHaveLength(2);

    await beginNext();
    expect(parsed).toHaveLength(4);
    await beginNext();
    expect(Buffer.concat(parsed)).toEqual(bytes);
  });
});
