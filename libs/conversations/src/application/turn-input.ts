import { defaultTurnLimits, type Heard, type TurnInput } from '@svc/engine';
import type { HeardInput } from '../domain/conversation-command.js';
import type { StartedConversation } from '../domain/conversation.js';
import type { Definition, UserProfile } from './ports.js';

/** What the engine takes the running turn of a conversation upon. */
export function turnInput(
  { identity, currentState, transcript }: StartedConversation,
  heard: HeardInput,
  { agent, graph }: Definition,
  owner: UserProfile,
): TurnInput {
  return {
    agent,
    graph,
    graphVersion: [identity.pins.contextGraphId, identity.pins.contextGraphVersionNumber],
    currentState,
    transcript,
    heard: engineHeard(heard),
    user: {
      displayName: owner.displayName === '' ? null : owner.displayName,
      preferredLanguage: owner.preferredLanguage,
      additionalContext: owner.additionalContext,
      isReturning: identity.isReturningUser,
    },
    limits: defaultTurnLimits,
  };
}

function engineHeard(heard: HeardInput): Heard {
  if (heard.kind === 'greeting' || heard.kind === 'skip') return { kind: heard.kind };
  const externalEvents = heard.externalEvents.map(({ content }) => content);
  return { kind: heard.kind, text: heard.text, externalEvents };
}
