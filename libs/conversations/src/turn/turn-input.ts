import type { InteractionInput, SummaryInput, TurnContext, TurnRequest } from '@svc/engine';
import { conditionsOf, type RunningInteraction, type StartedConversation } from '../domain/conversation.js';
import { newestNotes, type KnownUser } from '../domain/known-user.js';
import type { Definition, UserProfile } from '../application/ports.js';

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
    ...turnGround(conversation, definition),
    interactionId: running.interactionId,
    input: heardIn(running),
  };
}

/** The engine's input for a summary, once a turn has completed. Also from the log. */
export function summaryInput(conversation: StartedConversation, definition: Definition): SummaryInput {
  const { lastInteractionId, visibleMessages: messages, fallen, summary } = conversation;
  if (lastInteractionId === null) throw new TypeError('No turn of the conversation has completed.');
  const context = turnGround(conversation, definition);
  return {
    interactionId: lastInteractionId,
    context: context,
    messages,
    fallen: fallen ?? [],
    summary: summary ?? undefined,
  };
}

function turnGround(conversation: StartedConversation, { agent, graph }: Definition): TurnContext {
  const { identity, currentState, tried, transcript, user, recollections, summary } = conversation;
  if (user === null) throw new TypeError('No turn of the conversation has begun.');
  const { displayName, preferredLanguage, timezone, additionalContext } = user;
  return {
    agent,
    graph,
    graphVersion: [identity.pins.contextGraphId, identity.pins.contextGraphVersionNumber],
    currentState,
    tried: tried ?? [],
    transcript,
    ...(summary === null || summary.text === '' ? {} : { summary: summary.text }),
    user: {
      displayName: displayName === '' ? null : displayName,
      preferredLanguage,
      timezone,
      additionalContext,
      isReturning: identity.isReturningUser,
      recollections: recollections ?? [],
    },
    limits: conditionsOf(conversation).limits,
  };
}

/** External events come first, the new message last. */
function heardIn({ kind, messages }: RunningInteraction): InteractionInput {
  if (kind === 'greeting' || kind === 'skip') return { kind };
  const texts = messages.map(({ text }) => text);
  return { kind, text: texts.at(-1) ?? '', externalEvents: texts.slice(0, -1) };
}
