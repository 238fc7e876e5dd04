import { resultText, type ToolNote } from '@svc/engine';
import type { JsonValue } from '@svc/kernel';
import type { ConversationEvent } from './conversation-event.js';
import type { MessageType } from './message.js';
import { noteOf } from './tool-events.js';

/** A call of a tool, for clients of a workspace. */
export interface ToldToolCall {
  readonly callId: string;
  readonly toolName: string;
  /** A JSON object. */
  readonly inputJson: string;
  /** JSON, or text; empty where there is none. */
  readonly result: string;
  readonly succeeded: boolean;
  /** Null while it runs. */
  readonly durationMs: number | null;
  /** Null: it has a result, or runs. */
  readonly errorMessage: string | null;
}

/** What the log says of an interaction beside its messages. */
export interface TurnDetails {
  /** State → state. */
  readonly transitions: readonly { readonly from: string; readonly to: string }[];
  /** What the agent meant to do with its message. */
  readonly action: string | null;
  readonly toolCalls: readonly ToldToolCall[];
}

export const noDetails: TurnDetails = { transitions: [], action: null, toolCalls: [] };

/** A message of a conversation in a workspace. */
export interface ToldMessage extends TurnDetails {
  readonly messageId: string;
  readonly interactionId: string;
  /** The user's messages before it, less one: which exchange it belongs to. Null before the first. */
  readonly turnIndex: number | null;
  readonly role: 'agent' | 'user' | 'system';
  readonly text: string;
  readonly createdAtMs: number;
}

export const toldRoles = {
  'agent-message': 'agent',
  'user-message': 'user',
  'external-event': 'system',
} as const satisfies Partial<Record<MessageType, ToldMessage['role']>>;

export type ToldType = keyof typeof toldRoles;

export const toldTypes = Object.keys(toldRoles) as readonly ToldType[];

/** The types of events that details are made from. */
export const detailTypes = ['StateTransitioned', 'AgentMessageCompleted'] as const;
export const toolDetailTypes = ['ToolIntentRecorded', 'ToolOutcomeRecorded'] as const;

/** The details of interactions, by their ids. Events of calls stand with the interaction that made them. */
export function turnDetails(events: readonly ConversationEvent[]): ReadonlyMap<string, TurnDetails> {
  const details = new Map<string, TurnDetails>();
  const change = (interactionId: string, changed: (before: TurnDetails) => Partial<TurnDetails>): void => {
    const before = details.get(interactionId) ?? noDetails;
    details.set(interactionId, { ...before, ...changed(before) });
  };
  for (const event of events) {
    switch (event.type) {
      case 'StateTransitioned': {
        const { previousState: from, nextState: to } = event.data;
        change(event.data.interactionId, ({ transitions }) => ({
          transitions: [...transitions, { from, to }],
        }));
        break;
      }
      case 'AgentMessageCompleted':
        change(event.data.interactionId, () => ({ action: event.data.action }));
        break;
      case 'ToolIntentRecorded':
      case 'ToolOutcomeRecorded': {
        const told = toldCall(noteOf(event));
        change(event.data.interactionId, ({ toolCalls }) => ({
          toolCalls: [...toolCalls.filter(({ callId }) => callId !== told.callId), told],
        }));
        break;
      }
      default:
    }
  }
  return details;
}

/** Without an outcome the call runs. */
export function toldCall(note: ToolNote): ToldToolCall {
  const { id: callId, name: toolName, input } = note.call;
  const known = { callId, toolName, inputJson: JSON.stringify(input) };
  if (note.type === 'intent')
    return { ...known, result: '', succeeded: false, durationMs: null, errorMessage: null };
  const { status, reason, durationMs, result: outcome } = note.outcome;
  const succeeded = status === 'ended';
  const result = succeeded ? textOf(outcome) : '';
  return { ...known, result, succeeded, durationMs, errorMessage: succeeded ? null : reason };
}

/** An ephemeral result is told nowhere. */
function textOf(result: JsonValue): string {
  return result === null ? '' : resultText(result);
}
