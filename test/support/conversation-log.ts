import type { LeftDatabase, LeftEvent } from '@svc/testing';
import type { MessageRecord } from './client.js';
import type { KeptInteraction, KeptMessage } from './kept-interactions.js';

/** A turn as the log tells it. Times are milliseconds since the Unix epoch, by the clock of the database. */
export interface LoggedInteraction extends KeptInteraction {
  readonly startedAtMs: number;
  readonly outcome: 'running' | 'completed' | 'voided';
  /** Infinity while it runs. */
  readonly endedAtMs: number;
}

export interface LoggedConversation {
  readonly id: string;
  /** In their order; completed, voided and running ones. */
  readonly interactions: readonly LoggedInteraction[];
  readonly isFinished: boolean;
  readonly isDiscarded: boolean;
}

export interface ConversationLog {
  readonly conversations: ReadonlyMap<string, LoggedConversation>;
  readonly events: number;
  /** What is wrong with the log in itself, in words. */
  readonly faults: readonly string[];
}

interface EventRow extends LeftEvent {
  readonly stream_version: number;
  readonly recorded_at_ms: number;
}

interface SaidMessage {
  readonly messageId: string;
  readonly type: string;
  readonly text?: string;
}

interface Payload {
  readonly interactionId?: string;
  readonly messages?: readonly SaidMessage[];
  readonly message?: SaidMessage;
}

type Database = Pick<LeftDatabase['database'], 'query'>;

/** What an event says, its sealed part included. */
export type OpenEvent = (event: LeftEvent) => object;

/**
 * Reads the events of all conversations from their table.
 * @param open as `openLeftEvents` gives it
 */
export async function readConversationLog(database: Database, open: OpenEvent): Promise<ConversationLog> {
  const { rows } = await database.query<EventRow>({
    name: 'test_conversation_log',
    text: `SELECT tenant_id, stream_id, subject, stream_version, event_id, event_type, schema_version, payload,
                  extract(epoch FROM recorded_at)::float8 * 1000 AS recorded_at_ms
             FROM conversations.event ORDER BY stream_id, stream_version`,
    values: [],
  });
  const faults: string[] = [];
  const streams = Map.groupBy(rows, (row) => row.stream_id);
  const conversations = new Map(
    [...streams].map(([streamId, events]) => {
      const id = streamId.split('/').at(-1) ?? '';
      return [id, conversationOf(id, events, open, (fault) => faults.push(`conversation ${id}: ${fault}`))];
    }),
  );
  return { conversations, events: rows.length, faults };
}

/** Turns with a lease. */
export async function countLeases(database: Database): Promise<number> {
  const { rowCount } = await database.query({
    name: 'test_leases',
    text: 'SELECT FROM conversations.lease',
    values: [],
  });
  return rowCount;
}

type MutableInteraction = { -readonly [Key in keyof LoggedInteraction]: LoggedInteraction[Key] } & {
  messages: KeptMessage[];
};

function conversationOf(
  id: string,
  events: readonly EventRow[],
  open: OpenEvent,
  fault: (text: string) => void,
): LoggedConversation {
  const interactions: MutableInteraction[] = [];
  let isFinished = false;
  let isDiscarded = false;
  for (const [index, event] of events.entries()) {
    const { stream_version: version, event_type: type, recorded_at_ms: at } = event;
    if (version !== index + 1) fault(`version ${index + 1} is missing`);
    if (isDiscarded) fault(`${type} came after the conversation was discarded`);
    const data = open(event) as Payload;
    const running = interactions.at(-1)?.outcome === 'running' ? interactions.at(-1) : undefined;
    if (type === 'InteractionStarted') {
      if (running) fault(`${data.interactionId} began while ${running.id} was running`);
      const messages = (data.messages ?? []).map(toKeptMessage);
      const started = { id: data.interactionId ?? '', startedAtMs: at, endedAtMs: Infinity, messages };
      interactions.push({ ...started, outcome: 'running' });
    } else if (type === 'ConversationFinished') {
      if (isFinished) fault('finished twice');
      isFinished = true;
    } else if (type === 'ConversationDiscarded') {
      isDiscarded = true;
    } else if (data.interactionId !== undefined) {
      if (running?.id !== data.interactionId) {
        fault(`${type} of ${data.interactionId}, which was not running`);
        continue;
      }
      if (data.message) running.messages.push(toKeptMessage(data.message));
      if (type !== 'InteractionCompleted' && type !== 'InteractionVoided') continue;
      running.outcome = type === 'InteractionCompleted' ? 'completed' : 'voided';
      running.endedAtMs = at;
    }
  }
  return { id, interactions, isFinished, isDiscarded };
}

const messageTypes: Readonly<Record<string, MessageRecord['message_type']>> = {
  MESSAGE_TYPE_USER_MESSAGE: 'user-message',
  MESSAGE_TYPE_AGENT_MESSAGE: 'agent-message',
  MESSAGE_TYPE_AGENT_INNER_THOUGHT: 'agent-inner-thought',
  MESSAGE_TYPE_EXTERNAL_EVENT: 'external-event',
};

function toKeptMessage({ messageId, type, text = '' }: SaidMessage): KeptMessage {
  const known = messageTypes[type];
  if (known === undefined) throw new Error(`The log holds a message of the unknown type ${type}.`);
  return { id: messageId, type: known, text };
}
