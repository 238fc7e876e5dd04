import type { AgentProfile, KeyedHash, LoadedGraph } from '@svc/engine';
import { canonicalJson, type JsonObject } from '@svc/kernel';
import { DataKey } from '@svc/sealing';
import { conversationEventTypes } from '../adapters/event-types.js';
import type { Definition } from '../ports/ports.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { absentConversation, evolve, type Conversation } from '../domain/conversation.js';
import { graphIn } from './recorded-graph.js';
import type { LoggedEvent } from './recorded-turns.js';

/** A data key in a file. */
export interface WrittenKey {
  readonly id: string;
  /** Base64. */
  readonly secret: string;
}

interface WrittenEvent {
  readonly type: string;
  readonly schemaVersion: number;
  /** Personal values in plain. */
  readonly payload: JsonObject;
}

/**
 * A conversation as a file, with everything that a replay of its turns needs. Every later release is tested with it. It
 * has all messages and the key, so record **only conversations of invented persons**.
 */
export interface RecordedHistory {
  readonly warning: string;
  readonly conversation: string;
  readonly key: WrittenKey;
  /** `graph`: as the engine walks it; in older files, the body of a Classic graph. */
  readonly definition: {
    readonly agent: AgentProfile;
    readonly graph: JsonObject;
    /** Absent where it refers to none. */
    readonly graphs?: readonly LoadedGraph[];
  };
  readonly events: readonly WrittenEvent[];
  /** The state that the release which wrote it folded the events to. */
  readonly state: JsonObject;
}

export const historyWarning =
  'Only for invented persons: this file holds everything that was said, and the key of the person who said it.';

/** @throws TypeError for an erased conversation: nothing of it can be replayed */
export function writeHistory(
  streamId: string,
  log: readonly LoggedEvent[],
  definition: Definition,
  key: WrittenKey,
): RecordedHistory {
  if (log.some(({ isErased }) => isErased)) throw new TypeError('The conversation is erased.');
  return plainJson({
    warning: historyWarning,
    conversation: streamId,
    key,
    definition,
    events: log.map(({ event }) => writtenEvent(event)),
    state: stateOf(log),
  }) as RecordedHistory;
}

/** A history as input of a replay. */
export interface OpenHistory {
  readonly log: readonly LoggedEvent[];
  readonly definition: Definition;
  readonly hash: KeyedHash;
}

/** @throws TypeError for events that this release does not know or can't read */
export function openHistory({ key, definition, events }: RecordedHistory): OpenHistory {
  const dataKey = new DataKey(key.id, Buffer.from(key.secret, 'base64'));
  return {
    log: events.map((event) => ({ event: readEvent(event), isErased: false })),
    definition: {
      ...definition,
      graph: graphIn(definition.graph),
      ...(definition.graphs === undefined ? {} : { graphs: definition.graphs.map(loaded) }),
    },
    hash: (use, text) => dataKey.hash(use, text),
  };
}

function loaded({ version, graph }: LoadedGraph): LoadedGraph {
  return { version, graph: graphIn(graph as unknown as JsonObject) };
}

export function stateOf(log: readonly LoggedEvent[]): Conversation {
  return log.reduce<Conversation>((state, { event }) => evolve(state, event), absentConversation);
}

function writtenEvent({ type, data }: ConversationEvent): WrittenEvent {
  const { message, schemaVersion } = eventTypeOf(type);
  return { type, schemaVersion, payload: message.toJSON(data) as JsonObject };
}

function readEvent({ type, schemaVersion, payload }: WrittenEvent): ConversationEvent {
  const { message, schemaVersion: current, upcasters } = eventTypeOf(type);
  let lifted = payload;
  for (let version = schemaVersion; version < current; version += 1)
    lifted = upcasters?.[version]?.(lifted) ?? lifted;
  return { type, data: message.fromJSON(lifted) } as ConversationEvent;
}

function eventTypeOf(name: string) {
  const type = conversationEventTypes.byName.get(name);
  if (type === undefined) throw new TypeError(`${name} is no event of a conversation.`);
  return type;
}

function plainJson(value: unknown): unknown {
  return JSON.parse(canonicalJson(value));
}
