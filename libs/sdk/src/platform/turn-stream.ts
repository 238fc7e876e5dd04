import { parsedBody, type CallInput, type Core } from '../client/core.js';
import type { BodyOf, QueryOf, ResultOf } from '../client/routes.js';
import { NetworkError } from '../errors/client-errors.js';
import { ServerError } from '../errors/http-errors.js';
import { chunksOf } from '../streams/chunks.js';
import { EventStream } from '../streams/event-stream.js';
import { objectIn, serverSentFrames } from '../streams/server-sent-events.js';
import type { RequestOptions } from '../transport/transport.js';

const path = '/v1/{workspace_id}/conversations/{conversation_id}/turns';
type StreamRoute = `POST ${typeof path}/stream`;
type Frames = Required<ResultOf<StreamRoute>>;
type Turn = BodyOf<StreamRoute>;
type TurnAnswer = ResultOf<`POST ${typeof path}`>;
type Conversation = ResultOf<'GET /v1/{workspace_id}/conversations/{conversation_id}'>;

/** What happens in a turn. The last one is `done` or `error`. */
export type TurnEvent = { [Name in keyof Frames]: { readonly event: Name } & Frames[Name] }[keyof Frames];

/** Others are left out: a later version of the service may have more. */
const known: readonly (keyof Frames)[] = [
  ...(['thinking', 'tool_call_started', 'tool_call_completed', 'token', 'message', 'done', 'error'] as const),
];

export interface TurnStreamOptions extends RequestOptions {
  readonly query?: QueryOf<StreamRoute>;
  /**
   * For how long the answer of a turn is asked for after its stream has broken off, in ms. The turn itself goes on. Default:
   * two minutes; 0: the stream ends with its NetworkError.
   */
  readonly resumeForMs?: number;
}

const firstPollMs = 1_000;
/** The interface asks not to poll more often. */
const pollMs = 5_000;
const defaultResumeForMs = 120_000;

/** Takes a turn, and gives what happens in it. Leaving the loop does not end the turn. */
export async function streamTurn(
  core: Core,
  conversationId: string,
  turn: string | Turn,
  { query, resumeForMs = defaultResumeForMs, ...options }: TurnStreamOptions = {},
): Promise<EventStream<TurnEvent>> {
  const body: Turn = typeof turn === 'string' ? { message: turn } : turn;
  const ids = { conversation_id: conversationId };
  const headers = { accept: 'text/event-stream' };
  const input = { ids, query, body, headers, isStream: true };
  const { response } = await core.request('POST', `${path}/stream`, input, options);
  const said = body.message ?? '';
  return new EventStream(events(response, { core, ids, query, said, options, resumeForMs }), response);
}

interface RunningTurn {
  readonly core: Core;
  readonly ids: { readonly conversation_id: string };
  readonly query: QueryOf<StreamRoute> | undefined;
  readonly said: string;
  readonly options: RequestOptions;
  readonly resumeForMs: number;
}

async function* events(response: Response, turn: RunningTurn): AsyncGenerator<TurnEvent, void, undefined> {
  const signal = turn.options.signal ?? turn.core.options.signal;
  const isHeard = { message: false };
  let broken: NetworkError | undefined;
  try {
    for await (const frame of serverSentFrames(chunksOf(response.body, signal))) {
      const data = objectIn(frame);
      if (data === undefined || !(known as readonly string[]).includes(frame.event)) continue;
      const event = { ...data, event: frame.event } as TurnEvent;
      if (event.event === 'message') isHeard.message = true;
      yield event;
      if (event.event === 'done' || event.event === 'error') return;
    }
    const requestId = response.headers.get('x-request-id') ?? undefined;
    broken = new NetworkError('The stream of the turn ended too early.', { requestId });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    broken = error;
  }
  yield* resumed(turn, { broken, isMessageHeard: isHeard.message, signal });
}

interface BrokenStream {
  readonly broken: NetworkError;
  readonly isMessageHeard: boolean;
  readonly signal: AbortSignal | undefined;
}

/** What is left of a turn: collected, as soon as it is there. @throws NetworkError where nothing of it is kept, or in time */
async function* resumed(
  turn: RunningTurn,
  { broken, isMessageHeard, signal }: BrokenStream,
): AsyncGenerator<TurnEvent, void, undefined> {
  const { core, ids, query, options, resumeForMs } = turn;
  const { sleep } = core.settings.environment;
  for (let waited = 0, wait = firstPollMs; waited + wait <= resumeForMs; wait = pollMs) {
    await sleep(wait, signal);
    signal?.throwIfAborted();
    waited += wait;
    const input = { ids, query: { ...query, poll: true }, body: {} };
    const answer = await polled(core, input, options);
    if (answer === undefined) continue;
    for (const { text } of answer.output) yield { event: 'message', role: 'agent', text };
    if (answer.output.length > 0) return yield doneAfterPoll(answer);
    if (answer.background_pending) continue;
    // Nothing runs, and nothing waits: it was delivered before the stream broke off, or is not kept.
    const conversation = parsedBody(
      await core.request('GET', '/v1/{workspace_id}/conversations/{conversation_id}', { ids }, options),
    ) as Conversation;
    const answers = answersTo(turn.said, conversation);
    if (answers === undefined) throw broken;
    if (!isMessageHeard) for (const { text } of answers) yield { event: 'message', role: 'agent', text };
    const { turn_id = null, turn_index = null } = answers.at(-1) ?? {};
    return yield { ...doneAfterPoll(answer), turn_id, turn_index };
  }
  throw broken;
}

/** @returns undefined: the service is away, perhaps because it starts again, which is why the stream broke off */
async function polled(
  core: Core,
  input: CallInput,
  options: RequestOptions,
): Promise<TurnAnswer | undefined> {
  try {
    return parsedBody(await core.request('POST', path, input, options)) as TurnAnswer;
  } catch (error) {
    const isAway =
      error instanceof NetworkError || (error instanceof ServerError && isGateway(error.statusCode));
    if (isAway) return undefined;
    throw error;
  }
}

const isGateway = (status = 0) => [502, 503, 504].includes(status);

/** What the agent said to the last message of the user; undefined: that is another one. */
function answersTo(said: string, { turns = [] }: Conversation) {
  const index = turns.findLastIndex(({ role }) => role === 'user');
  if (said !== '' && turns[index]?.text !== said) return undefined;
  return turns.slice(index + 1).filter(({ role }) => role === 'agent');
}

function doneAfterPoll({
  conversation,
  output,
  background_pending = false,
}: TurnAnswer): TurnEvent & { event: 'done' } {
  const { turn_id = null, turn_index = null } = output.at(-1) ?? {};
  return {
    event: 'done',
    conversation_id: conversation.id,
    status: conversation.status,
    turn_count: conversation.turn_count ?? 0,
    ...{ background_pending, delivery_protocol_version: null, turn_id, turn_index },
  };
}
