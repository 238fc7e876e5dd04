// Request bodies that cost much for their size. Those that are taken stay just within the bounds of libs/http.
const mostValues = 10_000;
const deepest = 100;

/** `head`, then `unit(0)`, `unit(1)` … while there is room and no more than `most`, then `tail`; padded with blanks. */
function fill(bytes, head, unit, tail, most = Infinity) {
  const parts = [head];
  let length = head.length + tail.length;
  for (let index = 0; index < most; index += 1) {
    const next = unit(index);
    if (length + next.length > bytes) break;
    parts.push(next);
    length += next.length;
  }
  return Buffer.from(`${parts.join('')}${' '.repeat(bytes - length)}${tail}`, 'latin1');
}

const key = (index) => `k${index.toString(36)}`;

export function jsonBodies(bytes) {
  return {
    'one plain text': fill(bytes, '"', () => 'x', '"'),
    'one text of \\u escapes': fill(bytes, '"', () => String.raw`\u0041`, '"'),
    'one text of lone surrogates': fill(bytes, '"', () => String.raw`\ud800`, '"'),
    'many small texts': fill(bytes, '["a"', (index) => `,"${key(index)}"`, ']', mostValues - 1),
    'many texts of \\u0000': fill(bytes, '["a"', () => String.raw`,"\u0000"`, ']', mostValues - 1),
    'many keys': fill(bytes, '{"a":1', (index) => `,"${key(index)}":1`, '}', mostValues - 1),
    'many long keys, escaped': fill(
      bytes,
      '{"a":1',
      (index) => String.raw`,"\u005f_proto_${'x'.repeat(70)}${key(index)}":1`,
      '}',
      mostValues - 1,
    ),
    'many small objects, no two alike': fill(
      bytes,
      '[0',
      (index) => `,{"${key(index)}":"a"}`,
      ']',
      mostValues / 2 - 1,
    ),
    'the same with a lone surrogate at the end': fill(
      bytes,
      '[0',
      (index) => `,{"${key(index)}":"a"}`,
      String.raw`,"\ud800"]`,
      mostValues / 2 - 2,
    ),
    'many numbers': fill(bytes, '[0', () => ',1.7976931348623157e308', ']', mostValues - 1),
    'nested as deep as may be, again and again': fill(
      bytes,
      '[0',
      () => `,${'['.repeat(deepest - 1)}${']'.repeat(deepest - 1)}`,
      ']',
      mostValues / deepest - 1,
    ),
    'nested without end': Buffer.from('['.repeat(bytes)),
    'keys without end': fill(bytes, '{"a":1', (index) => `,"${key(index)}":1`, '}'),
    blanks: fill(bytes, '1', () => ' ', ''),
  };
}

const field = (name, text) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

/** In `multipart/form-data` with the boundary `b`. */
export function forms(bytes) {
  const end = '--b--\r\n';
  const mostParts = 200;
  return {
    'one large part': Buffer.from(field('a', 'x'.repeat(bytes - 100)) + end),
    'as many parts as may be': Buffer.from(
      field('a', 'x'.repeat(bytes / mostParts - 100)).repeat(mostParts - 1) + end,
    ),
    'a part of what is almost the boundary': Buffer.from(field('a', '\r\n--a'.repeat(bytes / 5 - 100)) + end),
    'a part of line ends': Buffer.from(field('a', '\r\n'.repeat(bytes / 2 - 100)) + end),
    'parts without end': Buffer.from(field('a', '').repeat(bytes / 70)),
  };
}
