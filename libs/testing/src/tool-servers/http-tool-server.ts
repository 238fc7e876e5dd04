import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Clinic } from './clinic.js';
import { EffectsFile, type RecordedEffect } from './effects-file.js';

export interface HttpToolRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** Answers a request instead of the clinic. @returns whether it did */
export type Interception = (request: HttpToolRequest, response: http.ServerResponse) => boolean;

export interface HttpToolServerOptions {
  /** Where effects are counted (`EffectsFile`). */
  readonly effectsFile: string;
  /** Default: any that is free. */
  readonly port?: number;
  /** Asked before each request: for failures of a test's own. It may hang, break off or answer. */
  readonly intercept?: Interception;
}

export interface HttpToolServer {
  /** `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly requests: readonly HttpToolRequest[];
  effects(): readonly RecordedEffect[];
  stop(): Promise<void>;
}

/**
 * A real HTTP server whose requests are tools: the appointments of a clinic.
 *
 * `GET /openings?day=…`, `POST /appointments` {name, day, time}, `GET` and `DELETE /appointments/<id>`. Each request that
 * changes something is counted in a file with its `Idempotency-Key`; a key that comes again changes nothing and gets the
 * same answer.
 */
export async function startHttpToolServer(options: HttpToolServerOptions): Promise<HttpToolServer> {
  const effects = new EffectsFile(options.effectsFile);
  const clinic = new Clinic();
  const requests: HttpToolRequest[] = [];
  const server = http.createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming;
      const request = { method, path, headers, body: Buffer.concat(pieces).toString() };
      requests.push(request);
      if (options.intercept?.(request, response)) return;
      const { status, body } = serve(clinic, effects, request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    effects: () => effects.all(),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

function serve(clinic: Clinic, effects: EffectsFile, request: HttpToolRequest): Answer {
  const { method, headers } = request;
  const url = new URL(request.path, 'http://clinic');
  const [, resource, id = ''] = url.pathname.split('/');
  const route = `${method} /${resource}`;
  const key = headers['idempotency-key'];
  const once = (work: () => unknown) => effects.once(typeof key === 'string' ? key : null, route, work);
  switch (route) {
    case 'GET /openings':
      return { status: 200, body: { openings: clinic.openings(url.searchParams.get('day') ?? '') } };
    case 'POST /appointments': {
      const wanted = fieldsOf(request);
      const missing = ['name', 'day', 'time'].filter((name) => !wanted.has(name));
      if (missing.length > 0) return { status: 422, body: { error: `missing: ${missing.join(', ')}` } };
      const field = (name: string) => wanted.get(name) ?? '';
      return { status: 201, body: once(() => clinic.book(field('name'), field('day'), field('time'))) };
    }
    case 'GET /appointments': {
      const found = clinic.find(id);
      return found ? { status: 200, body: found } : { status: 404, body: { error: 'no such appointment' } };
    }
    case 'DELETE /appointments':
      return { status: 200, body: once(() => ({ cancelled: clinic.cancel(id) })) };
    default:
      return { status: 404, body: { error: 'no such tool' } };
  }
}

function fieldsOf({ headers, body }: HttpToolRequest): ReadonlyMap<string, string> {
  if (headers['content-type'] === 'application/x-www-form-urlencoded')
    return new Map(new URLSearchParams(body));
  try {
    return new Map(Object.entries(JSON.parse(body) as Record<string, string>));
  } catch {
    return new Map();
  }
}
