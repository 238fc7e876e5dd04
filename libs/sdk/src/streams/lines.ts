import { ParseError } from '../errors/client-errors.js';

/** Longer lines are no line of ours: 1 MiB. */
export const maxLineLength = 1_048_576;
const lineEnd = /\r\n|\n|\r/g;

/** Cuts text that comes in pieces into lines, which end with LF, CRLF or CR. */
export class LineCutter {
  #rest = '';

  /** The lines that this piece completes. @throws ParseError where one grows too long */
  push(piece: string): string[] {
    const text = this.#rest + piece;
    const lines: string[] = [];
    let start = 0;
    lineEnd.lastIndex = Math.max(0, this.#rest.length - 1);
    for (let end = lineEnd.exec(text); end !== null; end = lineEnd.exec(text)) {
      // A CR at the end may be half of a CRLF.
      if (end[0] === '\r' && end.index + 1 === text.length) break;
      lines.push(text.slice(start, end.index));
      start = lineEnd.lastIndex;
    }
    this.#rest = text.slice(start);
    if (this.#rest.length > maxLineLength)
      throw new ParseError('A line of the stream is too long.', this.#rest.slice(0, 256));
    return lines;
  }

  /** What no line end has followed; undefined: nothing. */
  end(): string | undefined {
    const rest = this.#rest.replace(/\r$/, '');
    this.#rest = '';
    return rest === '' ? undefined : rest;
  }
}

/** The lines of a stream of UTF-8; a last one without an end too. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  const cutter = new LineCutter();
  for await (const chunk of chunks) yield* cutter.push(decoder.decode(chunk, { stream: true }));
  yield* cutter.push(decoder.decode());
  const last = cutter.end();
  if (last !== undefined) yield last;
}
