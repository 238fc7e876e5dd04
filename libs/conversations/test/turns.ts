import {
  InteractionKind,
  MessageFormat,
  type CreateConversationRequest,
  type InteractRequest,
  type Message,
  type TurnEvent,
} from '@svc/contracts/conversations';
import { ada } from './callers.js';
import type { Host } from './host.js';
import { serviceId } from './peers.js';

export function createRequest(changes: Partial<CreateConversationRequest> = {}): CreateConversationRequest {
  return {
    caller: ada,
    serviceId,
    serviceVersionSetName: 'release',
    tags: [],
    responseFormat: MessageFormat.MESSAGE_FORMAT_TEXT,
    ...changes,
  };
}

export function saying(
  conversationId: string,
  text: string,
  changes: Partial<InteractRequest> = {},
): InteractRequest {
  return {
    caller: ada,
    conversationId,
    kind: InteractionKind.INTERACTION_KIND_USER_MESSAGE,
    text,
    externalEvents: [],
    requestFormat: MessageFormat.MESSAGE_FORMAT_TEXT,
    responseFormat: MessageFormat.MESSAGE_FORMAT_TEXT,
    ...changes,
  };
}

type Told = NonNullable<TurnEvent['event']>;

/** All events of a stream. */
export async function all(
  stream: AsyncIterable<{ readonly events: readonly TurnEvent[] }>,
): Promise<readonly Told[]> {
  const told: Told[] = [];
  for await (const { events } of stream) told.push(...events.flatMap(({ event }) => event ?? []));
  return told;
}

type ToldValues = { readonly [Event in Told as Event['$case']]: Event['value'] };

export function valueOf<Case extends Told['$case']>(told: readonly Told[], wanted: Case): ToldValues[Case] {
  const found = told.find(({ $case }) => $case === wanted);
  if (!found) throw new Error(`The stream has told no ${wanted}.`);
  // `$case` tells which value it is.
  return found.value as ToldValues[Case];
}

/** A conversation after its greeting. */
export async function begun(host: Host, changes: Partial<CreateConversationRequest> = {}): Promise<string> {
  const told = await all(host.client.createConversation(createRequest(changes)));
  return valueOf(told, 'conversationCreated').conversationId;
}

export async function messagesOf(host: Host, conversationId: string): Promise<readonly Message[]> {
  const { messages } = await host.client.listMessages({
    caller: ada,
    conversationId,
    messageIds: [],
    messageTypes: [],
    interactionIds: [],
    sortBy: [],
  });
  return messages;
}
