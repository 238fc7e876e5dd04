import {
  recallTool,
  type Carried,
  type InteractionInput,
  type KnownToolCall,
  type SessionValues,
  type TurnContext,
  type TurnRequest,
} from '@svc/engine';
import { conditionsOf, type RunningInteraction, type StartedConversation } from '../domain/conversation.js';
import { toolCallsOf, toolsOf } from '../domain/tool-events.js';
import { newestNotes, type KnownUser } from '../domain/known-user.js';
import { approvedCallsOf, waitsOf } from '../domain/wait.js';
import { collectionOf, graphOf, whereabouts } from '../domain/visit.js';
import type { Definition, UserProfile } from '../ports/ports.js';

/** The part of a user's profile that the agent may know. */
export function knownUser(profile: UserProfile): KnownUser {
  const { displayName, preferredLanguage, timezone, additionalContext } = profile;
  return { displayName, preferredLanguage, timezone, additionalContext: newestNotes(additionalContext) };
}

/**
 * The engine's input for the running turn of a conversation. Everything is from the log and the pinned definition, so
 * the turn can be replayed at any later time.
 */
export function turnInput(conversation: StartedConversation, definition: Definition): TurnRequest {
  const { running } = conversation;
  if (running === null) throw new TypeError('No turn of the conversation runs.');
  return {
    ...turnContext(conversation, definition),
    ...(running.isOnBehalf ? { toolCalls: toolCallsOf(conversation).filter(isNoRecall) } : {}),
    interactionId: running.interactionId,
    input: heardIn(running),
  };
}

/** What was looked up of the user is for them alone. */
function isNoRecall({ toolId }: KnownToolCall): boolean {
  return toolId !== recallTool.toolId;
}

/** The same without the turn's own input, also between two turns. */
export function turnContext(
  conversation: StartedConversation,
  { agent, graph, graphs }: Definition,
): TurnContext {
  const { identity, user, recollections } = conversation;
  if (user === null) throw new TypeError('No turn of the conversation has begun.');
  const { displayName, preferredLanguage, timezone, additionalContext } = user;
  return {
    ...carriedBy(conversation),
    agent,
    graph,
    graphVersion: graphOf(identity),
    graphs: graphs ?? [],
    user: {
      displayName: displayName === '' ? null : displayName,
      preferredLanguage,
      timezone,
      additionalContext,
      isReturning: identity.isReturningUser,
      recollections: recollections ?? [],
    },
    tools: toolsOf(conversation),
    session: sessionOf(conversation),
    channel: conversation.workspace?.channel ?? null,
    limits: conditionsOf(conversation).limits,
  };
}

/** What code may put into inputs of tools. */
function sessionOf({ identity }: StartedConversation): SessionValues {
  const { conversationId, userId, serviceId, workspace } = identity;
  const session = { conversation_id: conversationId, user_id: userId, service_id: serviceId };
  return workspace === null ? session : { ...session, entity_id: userId };
}

function carriedBy(conversation: StartedConversation): Carried {
  const { identity, currentState, tried, transcript, fallen, visibleMessages, summary } = conversation;
  const { graph, returns } = whereabouts(identity, conversation);
  return {
    place: currentState === null ? null : { graph, state: currentState },
    returns,
    collection: collectionOf(conversation),
    tried: tried ?? [],
    transcript,
    fallen: fallen ?? [],
    messages: visibleMessages,
    summary,
    toolCalls: toolCallsOf(conversation),
    ...carriedWaits(conversation),
  };
}

function carriedWaits(conversation: StartedConversation): Pick<Carried, 'waits'> {
  const waits = waitsOf(conversation);
  const approved = approvedCallsOf(conversation);
  const isOpenHere = waits.some(({ kind }) => kind !== 'tool-approval');
  const isReleased = conversation.isReleased === true;
  if (waits.length + approved.length === 0 && !isReleased) return {};
  const parked = waits.find(({ call }) => call !== null)?.call ?? null;
  return { waits: { parked, approved, here: isOpenHere ? 'open' : isReleased ? 'ended' : null } };
}

/** External events come first, the new message last. */
function heardIn({ kind, messages }: RunningInteraction): InteractionInput {
  if (kind === 'greeting' || kind === 'skip') return { kind };
  const texts = messages.map(({ text }) => text);
  return { kind, text: texts.at(-1) ?? '', externalEvents: texts.slice(0, -1) };
}
