import { describe, expect, it } from '@jest/globals';
import { boundStatement, WireMessages } from './wire-messages.js';

/** A message with its length. */
function message(type: string, ...parts: readonly (string | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const startup = message('', [0, 3, 0, 0], 'user\0svc\0\0');
const bind = message('B', '\0append_1\0', [0, 1, 0, 0], [0, 2], [0, 0, 0, 2], 'ab', [255, 255, 255, 255]);

describe('what a client of PostgreSQL sends', () => {
  it('given pieces of any size, then it is cut into whole messages', () => {
    const all = Buffer.concat([startup, bind, message('S')]);
    for (let size = 1; size <= all.length; size += 1) {
      const messages = new WireMessages(true);
      const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
        all.subarray(index * size, (index + 1) * size),
      );
      const cut = pieces.flatMap((piece) => messages.add(piece));
      expect(cut.map(({ type }) => type)).toEqual(['', 'B', 'S']);
      expect(Buffer.concat(cut.map(({ bytes }) => bytes))).toEqual(all);
    }
  });

  it('given values of a prepared statement, then its name and values are read', () => {
    expect(boundStatement({ type: 'B', bytes: bind })).toEqual({ name: 'append_1', values: ['ab', null] });
  });
});
