import { ParseError } from '../errors/client-errors.js';
import { linesOf } from './lines.js';

/** One JSON value for each line that is not empty. @throws ParseError for a line that is none */
export async function* ndjsonValues(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<unknown, void, undefined> {
  for await (const line of linesOf(chunks)) if (line.trim() !== '') yield parsed(line);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch (cause) {
    throw new ParseError('A line of the stream is no JSON.', line, { cause });
  }
}
