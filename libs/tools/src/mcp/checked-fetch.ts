import { OutgoingError, type OutgoingHttp, type OutgoingStream } from '@svc/outgoing-http';
import { currentExchange, type McpExchange } from './mcp-exchange.js';

/** Of requests that belong to no call: the end of a session. */
const strayTimeoutMs = 5_000;
/** What a server may ask of us in one session (pings): each costs a request. */
const maxReplies = 20;

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` for the MCP SDK: streams over the checked addresses of `OutgoingHttp`, with the time and size of the call it
 * belongs to, its headers, and its authorization. Redirects are answers.
 */
export function checkedFetch(outgoing: OutgoingHttp, maxAnswerBytes: number): Fetch {
  let replies = 0;
  return async (url, init = {}) => {
    // The stream of a server's own messages. We take none: all that we ask for is answered where it was asked.
    if (init.method === 'GET') return new Response(null, { status: 405 });
    const body = typeof init.body === 'string' ? init.body : undefined;
    const method = body === undefined ? undefined : methodOf(body);
    if (body !== undefined && method === undefined && (replies += 1) > maxReplies)
      return new Response(null, { status: 202 });
    const exchange = currentExchange.getStore();
    const isCall = method === 'tools/call';
    const send = async (): Promise<OutgoingStream> =>
      outgoing.stream({
        method: init.method === 'DELETE' ? 'DELETE' : 'POST',
        url: new URL(url),
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          'accept-encoding': 'identity',
          ...exchange?.headers,
          ...(isCall && exchange && exchange.effectKey !== null && { 'idempotency-key': exchange.effectKey }),
          ...(await exchange?.authorizer.headers()),
        },
        body,
        timeoutMs: exchange?.remainingMs() ?? strayTimeoutMs,
        maxAnswerBytes,
        isRepeatable: false,
        takesOwnConnection: true,
        signal: anySignal(init.signal, exchange?.signal),
      });
    const noted = isCall ? exchange : undefined;
    let answer = await noting(noted, send);
    if (await exchange?.authorizer.canRenew(answer.status)) {
      answer.end();
      answer = await noting(noted, send);
    }
    return responseOf(answer, exchange);
  };
}

async function noting(
  call: McpExchange | undefined,
  send: () => Promise<OutgoingStream>,
): Promise<OutgoingStream> {
  try {
    const answer = await send();
    if (call) call.wasSent = true;
    return answer;
  } catch (error) {
    if (call && error instanceof OutgoingError) call.wasSent ||= error.wasSent;
    throw error;
  }
}

/** Statuses whose response has no body, by the fetch standard. */
const withoutBody = new Set([101, 103, 204, 205, 304]);

function responseOf(answer: OutgoingStream, exchange: McpExchange | undefined): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  if (withoutBody.has(answer.status)) {
    answer.end();
    return new Response(null, { status: answer.status === 101 ? 502 : answer.status, headers });
  }
  return new Response(streamOf(answer, exchange), { status: Math.max(200, answer.status), headers });
}

function streamOf(answer: OutgoingStream, exchange: McpExchange | undefined): ReadableStream<Uint8Array> {
  const pieces = answer.pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const next = await pieces.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        controller.error(error);
        if (exchange && error instanceof OutgoingError) {
          exchange.broken = error;
          exchange.giveUp();
        }
      }
    },
    cancel: () => answer.end(),
  });
}

/** Undefined: the JSON-RPC message answers a request of the server. */
function methodOf(body: string): string | undefined {
  return (JSON.parse(body) as { readonly method?: string }).method;
}

function anySignal(...signals: (AbortSignal | null | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal): signal is AbortSignal => signal instanceof AbortSignal));
}
