import type {
  DecisionRecord,
  FailureClass,
  StateName,
  ToolCallPurpose,
  ToolStatus,
  VersionInfo,
} from '@svc/engine';
import type { InteractionKind, VoidReason } from '../domain/conversation-event.js';

/** What a turn weighs up. */
export const consideredKinds = ['exit', 'action', 'tool', 'guideline', 'guardrail', 'preload'] as const;
export type ConsideredKind = (typeof consideredKinds)[number];

/**
 * - `matched`: it held, and the turn acted on it;
 * - `not-matched`: it was weighed up and did not hold;
 * - `dropped`: it was not even weighed up;
 * - `considered`: it was shown to the model, and no code decides what that made of it.
 */
export const verdicts = ['matched', 'not-matched', 'dropped', 'considered'] as const;
export type ConsideredVerdict = (typeof verdicts)[number];

/** Why. The closed vocabulary of all decisions: a cause is added here, and never taken away. */
export const causes = [
  // of exits, actions and tools
  'chosen',
  'only-choice',
  'another-chosen',
  // of exits and the tools for them: the turn did not judge the exits of the state, or the state waits for a person or a form
  'not-judged',
  'waiting',
  // of actions and tools: a tool has ended after which the state must be left
  'must-leave',
  // of exits of a decision that was reached twice: they do not lead to a state that speaks
  'leads-back',
  // of tools: the turn has used up its rounds
  'rounds-used-up',
  // of tools and preloads: there is no such tool, or its name can't be offered
  'not-available',
  // of guidelines
  'shown-to-model',
  'no-model-asked',
  // of preloads
  'loaded',
  'failed',
  'timed-out',
  'input-rejected',
  'outcome-unknown',
  'still-running',
  'not-called',
  'made-before',
  // of guardrails: by the judgement of a model; there was none in time, which counts as broken where it is enforced
  'text-allowed',
  'text-broke-it',
  'no-judgement',
  // of policies
  'text-changed',
  'text-held',
] as const;
export type DecisionCause = (typeof causes)[number];

export interface Considered {
  readonly kind: ConsideredKind;
  /** In the author's words; of tools and guardrails, the name. */
  readonly subject: string;
  readonly verdict: ConsideredVerdict;
  readonly cause: DecisionCause;
}

/**
 * Where a turn had to decide: what the model or the code was asked, on entry of a state (`preload`), and on what the agent was about
 * to say (`speech`).
 */
export const occasions = ['navigate', 'decide', 'select-action', 'preload', 'speech'] as const;
export type Occasion = DecisionRecord['purpose'] | 'preload' | 'speech';

export interface DecisionRecordEntry {
  readonly occasion: Occasion;
  readonly state: StateName;
  readonly graph: VersionInfo;
  /** `only-choice`: nothing was asked; `code`: no model decides it. */
  readonly judgedBy: DecisionRecord['judgedBy'] | 'code';
  /** In the model's words; null where no model was asked. */
  readonly reason: string | null;
  readonly considered: readonly Considered[];
  /** The list is what the graph offers: that of the turn was too long to be stored. */
  readonly isAbridged: boolean;
}

/** What became of a call of a tool. */
export interface DecidedToolCall {
  readonly callId: string;
  readonly toolId: string;
  readonly tool: string;
  readonly state: StateName;
  readonly purpose: ToolCallPurpose;
  readonly round: number;
  /** `running`: it has no outcome yet; `parked`: a person has to approve it; `approved`: it is another call from then on. */
  readonly status: ToolStatus | 'running' | 'parked' | 'approved';
  readonly failure: FailureClass | null;
  readonly durationMs: number;
}

/** What a turn has decided, in order, and why. */
export interface TurnDecisions {
  readonly interactionId: string;
  readonly kind: InteractionKind;
  readonly startedAtMs: number;
  readonly end: 'completed' | VoidReason;
  /** The person is erased: what was decided of their words is gone, and the other fields are what is left. */
  readonly isErased: boolean;
  readonly decisions: readonly DecisionRecordEntry[];
  readonly toolCalls: readonly DecidedToolCall[];
}
