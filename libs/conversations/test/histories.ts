import { defaultTurnLimits, type Place, type TurnRecord, type TurnResult } from '@svc/engine';
import type { Timed } from '@svc/kernel';
import type { ConversationCommand, NewInteraction, TakenTurn } from '../src/domain/conversation-command.js';
import { conversationDecider } from '../src/domain/conversation-decider.js';
import type { ConversationEvent } from '../src/domain/conversation-event.js';
import type { ConversationIdentity } from '../src/domain/conversation-identity.js';
import { absentConversation, evolve, type Conversation } from '../src/domain/conversation.js';
import type { KnownUser } from '../src/domain/known-user.js';
import type { TurnConditions } from '../src/domain/turn-conditions.js';

/** Lets tests of deciders read as: given events, when a command, then events. */

export type TimedCommand = ConversationCommand & Timed;

export const startedAtMs = 1_000_000;

export const identity: ConversationIdentity = {
  conversationId: 'c1',
  userId: 'ada',
  serviceId: 's1',
  homeOrgId: null,
  pins: {
    versionSetName: 'release',
    agentId: 'a1',
    agentVersionNumber: 3,
    contextGraphId: 'g1',
    contextGraphVersionNumber: 7,
    llmModelPreferences: [{ interactionName: 'engage', llmName: 'some-model', paramsJson: '{}' }],
  },
  tags: [
    { key: 'area', value: null },
    { key: 'desk', value: 'front' },
  ],
  isReturningUser: false,
  startedAtMs,
  workspace: null,
};

/** Part of every public event. */
export const participants = { userId: identity.userId, serviceId: identity.serviceId };

export const ada: KnownUser = {
  displayName: 'Ada',
  preferredLanguage: null,
  timezone: null,
  additionalContext: [],
};

export const conditions: TurnConditions = {
  engineVersion: 1,
  promptVersion: 1,
  limits: defaultTurnLimits,
  model: 'scripted/test',
  modelSettingsJson: '{}',
};

export function greeting(interactionId = 'i1'): NewInteraction {
  return { interactionId, input: { kind: 'greeting' }, user: ada };
}

export function userSays(text: string, interactionId = 'i2'): NewInteraction {
  const input = {
    kind: 'user-message',
    messageId: `${interactionId}-user`,
    text,
    externalEvents: [],
  } as const;
  return { interactionId, input, user: ada };
}

/** In the graph of the conversation. */
export function placeOf(state: string): Place {
  return { graph: ['g1', 7], state };
}

/** A result of the engine for a turn. */
function turnResult(changes: Partial<TurnResult> = {}): TurnResult {
  return {
    message: 'Hello there.',
    isCut: false,
    place: placeOf('talk'),
    conversationCompleted: false,
    transitions: [],
    innerThoughts: [],
    decisions: [],
    engagement: {
      state: 'talk',
      objective: 'Find out',
      action: 'Ask',
      guidelines: [],
      boundaryConstraints: [],
    },
    ...changes,
  };
}

/** What the engine records of a turn. */
type Taken = Partial<TurnResult> & Partial<TurnRecord> & Partial<Pick<TakenTurn, 'notes'>>;

function takenTurn(
  interactionId: string,
  { calls = [], facts = [], notes = [], ...changes }: Taken,
): TakenTurn {
  const result = turnResult(changes);
  return {
    interactionId,
    result,
    calls,
    facts,
    notes,
    agentName: 'Lin',
    messageId: `${interactionId}-agent`,
    innerThoughtIds: result.innerThoughts.map((_text, index) => `${interactionId}-thought-${index}`),
  };
}

export function start(changes: Partial<ConversationIdentity> = {}): TimedCommand {
  const { startedAtMs: _at, ...rest } = { ...identity, ...changes };
  return {
    type: 'StartConversation',
    identity: rest,
    interaction: greeting(),
    conditions,
    atMs: startedAtMs,
  };
}

export function say(text: string, interactionId = 'i2', atMs = startedAtMs + 1_000): TimedCommand {
  return { type: 'StartInteraction', interaction: userSays(text, interactionId), conditions, atMs };
}

export function complete(
  interactionId: string,
  changes: Taken = {},
  atMs = startedAtMs + 2_000,
): TimedCommand {
  return { type: 'CompleteInteraction', turn: takenTurn(interactionId, changes), atMs };
}

/** The events of commands, one after the other. */
export function history(...commands: readonly TimedCommand[]): readonly ConversationEvent[] {
  const events: ConversationEvent[] = [];
  for (const command of commands) events.push(...conversationDecider.decide(fold(events), command));
  return events;
}

export function fold(
  events: readonly ConversationEvent[],
  from: Conversation = absentConversation,
): Conversation {
  return events.reduce(evolve, from);
}

/** The events of a command after a history. */
export function when(given: readonly ConversationEvent[], command: TimedCommand) {
  return conversationDecider.decide(fold(given), command);
}

export const greeted = history(start(), complete('i1'));
