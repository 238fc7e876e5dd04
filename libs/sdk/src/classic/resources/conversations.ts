import { calls, pages, plain, resource, withBody, withQuery, type Resource } from '../../client/calls.js';
import type { Core } from '../../client/core.js';
import type { BodyOf, QueryOf, ResultOf } from '../../client/routes.js';
import { NetworkError } from '../../errors/client-errors.js';
import { chunksOf } from '../../streams/chunks.js';
import { EventStream } from '../../streams/event-stream.js';
import { ndjsonValues } from '../../streams/ndjson.js';
import type { RequestOptions } from '../../transport/transport.js';

const creation = 'POST /v1/{org}/conversation/';
const interaction = 'POST /v1/{org}/conversation/{conversation_id}/interact';

/** What the agent says and does, until the interaction is complete or void. */
export type ConversationCreationEvent = ResultOf<typeof creation>;
export type InteractionEvent = ResultOf<typeof interaction>;
type Interaction = BodyOf<typeof interaction>;
export type CreationOptions = RequestOptions & { readonly query?: Partial<QueryOf<typeof creation>> };
export type InteractionOptions = RequestOptions & { readonly query?: Partial<QueryOf<typeof interaction>> };

/** Conversations, and what is said in them. */
export const conversationsOf = (core: Core) => resource(core, methodsOf);
export type ClassicConversations = Resource<ReturnType<typeof methodsOf>>;

function methodsOf(core: Core) {
  return {
    ...calls(core, {
      list: pages('GET /v1/{org}/conversation/', 'conversations'),
      finish: plain('POST /v1/{org}/conversation/{conversation_id}/finish/'),
      modifyTags: withBody('POST /v1/{org}/conversation/{conversation_id}/tags/'),
      listMessages: pages('GET /v1/{org}/conversation/{conversation_id}/messages/', 'messages'),
      recommendResponses: plain(
        'POST /v1/{org}/conversation/{conversation_id}/interaction/{interaction_id}/recommend_responses',
      ),
      generateStarters: withBody('POST /v1/{org}/conversation/conversation_starter'),
      getInteractionInsights: plain(
        'GET /v1/{org}/conversation/{conversation_id}/interaction/{interaction_id}/insights',
      ),
      verifyReplay: withQuery('GET /v1/{org}/conversation/{conversation_id}/replay/verify'),
      compareReplay: withQuery('GET /v1/{org}/conversation/{conversation_id}/replay/compare'),
    }),
    /** Begins a conversation: the agent speaks first. */
    create: (body: BodyOf<typeof creation>, options: CreationOptions = {}) => {
      const query = { response_format: 'text', ...options.query };
      return stream<ConversationCreationEvent>(core, creation, { query, body }, options);
    },
    /** Says something: a text, or what the form of the route has. */
    interact: (conversationId: string, said: string | Interaction, options: InteractionOptions = {}) => {
      const query = { request_format: 'text', response_format: 'text', ...options.query };
      const body = formOf(
        typeof said === 'string' ? { initial_message_type: 'user-message', recorded_message: said } : said,
      );
      const ids = { conversation_id: conversationId };
      return stream<InteractionEvent>(core, interaction, { ids, query, body }, options);
    },
  };
}

async function stream<Event extends { readonly type: string }>(
  core: Core,
  route: string,
  input: { readonly ids?: Record<string, string>; readonly query: object; readonly body: unknown },
  { query: _used, ...options }: CreationOptions | InteractionOptions,
): Promise<EventStream<Event>> {
  const [method = '', path = ''] = route.split(' ');
  const { response } = await core.request(method, path, { ...input, isStream: true }, options);
  const signal = options.signal ?? core.options.signal;
  return new EventStream(eventsOf<Event>(response, signal), response);
}

/** @throws NetworkError where the stream ends too early: the list of messages tells what has become of the interaction */
async function* eventsOf<Event extends { readonly type: string }>(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<Event, void, undefined> {
  let last = '';
  for await (const value of ndjsonValues(chunksOf(response.body, signal))) {
    const event = value as Event;
    last = event.type;
    yield event;
  }
  if (last === 'interaction-complete' || last === 'error') return;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  throw new NetworkError('The stream ended before the interaction was complete.', { requestId });
}

type FormValue = string | Blob | Date | null | undefined;

/** Lists repeat their field. */
function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields) as [string, FormValue | readonly FormValue[]][])
    for (const one of Array.isArray(value) ? (value as readonly FormValue[]) : [value as FormValue])
      if (one instanceof Blob) form.append(name, one);
      else if (one instanceof Date) form.append(name, one.toISOString());
      else if (one !== undefined && one !== null) form.append(name, one);
  return form;
}
