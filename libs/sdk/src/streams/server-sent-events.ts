import { ParseError } from '../errors/client-errors.js';
import { linesOf, maxLineLength } from './lines.js';

/** A frame of a stream of server-sent events (WHATWG HTML). It may have an id or a pause alone. */
export interface ServerSentFrame {
  readonly id?: string;
  readonly event: string;
  /** Undefined: the frame is no event. */
  readonly data?: string;
  /** Ms to wait for before one connects again. */
  readonly retry?: number;
}

/** @throws ParseError for a frame of more than a MiB */
export async function* serverSentFrames(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentFrame, void, undefined> {
  let fields: [name: string, value: string][] = [];
  let size = 0;
  for await (const line of linesOf(chunks)) {
    if (line === '') {
      if (fields.length > 0) yield frameOf(fields);
      fields = [];
      size = 0;
    } else if (!line.startsWith(':')) {
      size += line.length;
      if (size > maxLineLength)
        throw new ParseError('A frame of the stream is too long.', line.slice(0, 256));
      const colon = line.indexOf(':');
      const name = colon < 0 ? line : line.slice(0, colon);
      fields.push([name, colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')]);
    }
  }
  // What no empty line has followed is not complete.
}

function frameOf(fields: readonly (readonly [string, string])[]): ServerSentFrame {
  const of = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value);
  const id = of('id').findLast((value) => !value.includes('\0'));
  const retry = of('retry').findLast((value) => /^\d{1,9}$/.test(value));
  const data = of('data');
  return {
    event: of('event').at(-1) || 'message',
    ...(id !== undefined && { id }),
    ...(data.length > 0 && { data: data.join('\n') }),
    ...(retry !== undefined && { retry: Number(retry) }),
  };
}

/** The data of a frame where it is a JSON object. */
export function objectIn({ data }: ServerSentFrame): Readonly<Record<string, unknown>> | undefined {
  if (data === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(data);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
