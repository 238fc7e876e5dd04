import http from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Behaviours, type Behaviour } from './behaviours.js';
import { Clinic } from './clinic.js';
import { EffectsFile, type RecordedEffect } from './effects-file.js';
import { listen, takesBehaviours } from './serving.js';

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
  /** By route, such as `POST /appointments`; `{}`: as usual. Over HTTP: `PUT /behaviours`. */
  behave(behaviours: Readonly<Record<string, Behaviour>>): void;
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
  const behaviours = new Behaviours();
  const requests: HttpToolRequest[] = [];
  const handle = async (incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    if (await takesBehaviours(behaviours, incoming, response)) return;
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: await text(incoming) };
    requests.push(request);
    if (options.intercept?.(request, response)) return;
    const { delayMs, status, breaksOff } = behaviours.take(routeOf(request));
    if (delayMs !== undefined) await delay(delayMs);
    if (breaksOff === 'before') return void response.destroy();
    const answer =
      status === undefined ? serve(clinic, effects, request) : { status, body: { error: 'as asked' } };
    if (breaksOff === 'after') return void response.destroy();
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  };
  const server = http.createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  const { port, stop } = await listen(server, options.port);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    effects: () => effects.all(),
    behave: (changed) => behaviours.set(changed),
    stop,
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** `DELETE /appointments`, without what it is about. */
function routeOf({ method, path }: HttpToolRequest): string {
  const [, resource] = new URL(path, 'http://clinic').pathname.split('/');
  return `${method} /${resource}`;
}

function serve(clinic: Clinic, effects: EffectsFile, request: HttpToolRequest): Answer {
  const url = new URL(request.path, 'http://clinic');
  const [, , id = ''] = url.pathname.split('/');
  const route = routeOf(request);
  const key = request.headers['idempotency-key'];
  const fields = fieldsOf(request);
  const asked = { key: typeof key === 'string' ? key : null, what: route, input: Object.fromEntries(fields) };
  const once = (work: () => unknown) => effects.once(asked, work);
  switch (route) {
    case 'GET /openings':
      return { status: 200, body: { openings: clinic.openings(url.searchParams.get('day') ?? '') } };
    case 'POST /appointments': {
      const missing = ['name', 'day', 'time'].filter((name) => !fields.has(name));
      if (missing.length > 0) return { status: 422, body: { error: `missing: ${missing.join(', ')}` } };
      const field = (name: string) => fields.get(name) ?? '';
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
