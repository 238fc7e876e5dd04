import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { withVersion } from '../src/gateway.js';
import type { Route } from '../src/route/route.js';
import { faultsOfAnswer, faultsOfFrame, faultsOfLine, isEventStream } from './declared-answer.js';
import { findRoute } from './find-route.js';

/** How a stream is cut into what can be checked. */
interface Streamed {
  readonly end: string;
  readonly faultsOf: typeof faultsOfLine;
}

/** Compares every response of a gateway with the declaration of its route. */
export class AnswerCheck {
  readonly #faults = new Set<string>();

  constructor(private readonly routes: readonly Route[]) {}

  watch(server: Server): void {
    server.prependListener('request', (request, response) => this.#record(request, response));
  }

  /** @throws Error that names every response that differs from its declaration. */
  assertAllAsDeclared(): void {
    if (this.#faults.size > 0)
      throw new Error(`Answers that are not declared:\n${[...this.#faults].join('\n')}`);
  }

  #record(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '' } = request;
    const path = url.split('?', 1)[0] ?? '';
    if (['/livez', '/readyz', '/metrics'].includes(path)) return;
    const route = findRoute(this.routes, method, withVersion(path));
    const report = (faults: readonly string[]): void =>
      faults.forEach((fault) => this.#faults.add(`${method} ${url}: ${fault}`));
    const streamed = (): Streamed | undefined => {
      if (response.statusCode >= 400) return undefined;
      if (isEventStream({ contentType: sent.contentType() })) return { end: '\n\n', faultsOf: faultsOfFrame };
      return route?.answer.content === 'ndjson' ? { end: '\n', faultsOf: faultsOfLine } : undefined;
    };
    let text = '';
    const sent = watchWrites(response, (piece) => {
      text += piece;
      const stream = streamed();
      if (!stream) return;
      const pieces = text.split(stream.end);
      text = pieces.pop() ?? '';
      for (const one of pieces) report(stream.faultsOf(route, one));
    });
    response.once('close', () => {
      // Cut off, usually by its client: only whole lines can be checked.
      if (!response.writableFinished) return;
      const contentType = sent.contentType();
      report(
        faultsOfAnswer(route, { status: response.statusCode, contentType, isHead: method === 'HEAD', text }),
      );
    });
  }
}

/** Copies what is written to a client and passes it on unchanged. */
function watchWrites(response: ServerResponse, heard: (text: string) => void) {
  const decoder = new TextDecoder();
  const hear = (chunk: unknown): void => {
    if (typeof chunk === 'string') heard(chunk);
    else if (chunk instanceof Uint8Array) heard(decoder.decode(chunk, { stream: true }));
  };
  let written: unknown;
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (...given: unknown[]) => {
    written = given.at(-1);
    return writeHead(...given);
  };
  const write = response.write.bind(response) as (...given: unknown[]) => boolean;
  response.write = (...given: unknown[]) => {
    hear(given[0]);
    return write(...given);
  };
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  response.end = (...given: unknown[]) => {
    hear(given[0]);
    return end(...given);
  };
  return {
    contentType: (): string => {
      const ofHead = (written as Readonly<Record<string, unknown>> | undefined)?.['content-type'];
      const given = ofHead ?? response.getHeader('content-type');
      return typeof given === 'string' ? given : '';
    },
  };
}
