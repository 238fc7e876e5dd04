import { finished } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { LogView } from './log-view.js';

async function shown(isColoured: boolean, chunks: readonly (readonly [string, string | Buffer])[]) {
  const written: string[] = [];
  const names = ['identity', 'gateway'];
  const view = new LogView({ names, isColoured, write: (text) => written.push(text) });
  const streams = new Map(names.map((name) => [name, new PassThrough()]));
  for (const [name, stream] of streams) view.show(name, stream);
  for (const [name, chunk] of chunks) {
    streams.get(name)?.write(chunk);
    await new Promise(setImmediate); // in the order they are written
  }
  for (const stream of streams.values()) await finished(stream.end());
  return written;
}

describe('the view of several processes', () => {
  it('shows each line after the name of its process, in one column', async () => {
    expect(
      await shown(false, [
        ['identity', 'one\ntwo\n'],
        ['gateway', 'three\n'],
      ]),
    ).toEqual(['identity | one\n', 'identity | two\n', 'gateway  | three\n']);
  });

  it('never splits a line or a character, and shows an unfinished last line', async () => {
    const letter = Buffer.from('é');
    expect(
      await shown(false, [
        ['identity', 'half '],
        ['gateway', 'whole\n'],
        ['identity', letter.subarray(0, 1)],
        ['identity', letter.subarray(1)],
        ['identity', '\nlast'],
      ]),
    ).toEqual(['gateway  | whole\n', 'identity | half é\n', 'identity | last\n']);
  });

  it('colours names on a terminal, each differently', async () => {
    const [first = '', second = ''] = await shown(true, [
      ['identity', 'one\n'],
      ['gateway', 'two\n'],
    ]);
    expect(first).toBe('\u001b[36midentity\u001b[0m | one\n');
    expect(second).toBe('\u001b[33mgateway \u001b[0m | two\n');
  });
});
