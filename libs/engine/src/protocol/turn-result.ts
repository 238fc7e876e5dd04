import type { CollectionRecord } from '../input/carried.js';
import type { Place, StateName, VersionInfo, WaitFor } from '../graph/context-graph.js';
import type { ToolCall } from '../input/tool-call.js';
import type { JsonObject } from '@svc/kernel';

interface TransitionEnds {
  readonly previousState: StateName;
  readonly previousGraphVersion: VersionInfo;
  readonly nextState: StateName;
  readonly nextGraphVersion: VersionInfo;
}

/** One transition, as conversations list it (`state_transition_logs`); `type` is that of the previous state. */
export type TransitionLog =
  | (TransitionEnds & { readonly type: 'action' | 'decision'; readonly exitCondition: string })
  /** `innerThought` is an index into `TurnResult.innerThoughts`. */
  | (TransitionEnds & { readonly type: 'annotation' | 'reflection'; readonly innerThought: number })
  /** `queries`: those that were looked up. */
  | (TransitionEnds & { readonly type: 'recall'; readonly queries: readonly string[] })
  /** `jumpback`: from the terminal state of a visited graph. */
  | (TransitionEnds & { readonly type: 'jumpback' | 'tool-call' })
  /** `isComplete`: each required field has a value; otherwise its turns were used up. */
  | (TransitionEnds & { readonly type: 'collection'; readonly isComplete: boolean });

export type Verdict =
  | { readonly kind: 'exit'; readonly exitCondition: string; readonly nextState: StateName }
  | { readonly kind: 'action'; readonly action: string }
  /** By its name. The state is judged again with what comes of it. */
  | { readonly kind: 'tool'; readonly tool: string };

/** One choice of the turn: its options, the one chosen, and why. */
export interface DecisionRecord {
  /**
   * `navigate`: exit or action, after user input, also in a state just entered. `decide`: exit of a decision state.
   * `select-action`: first action of a state without judged exits.
   */
  readonly purpose: 'navigate' | 'decide' | 'select-action';
  readonly state: StateName;
  readonly exitConditions: readonly string[];
  readonly actions: readonly string[];
  /** By name; absent where there were none. */
  readonly tools?: readonly string[];
  readonly guidelines: readonly string[];
  readonly verdict: Verdict;
  readonly reason: string;
  /** `only-choice`: there was nothing to choose, and no model was called. */
  readonly judgedBy: 'model' | 'only-choice';
  /** The call that made the choice; null when no model was called. */
  readonly callId: string | null;
}

/** What the agent's message had to comply with. */
export interface EngagementRecord {
  readonly state: StateName;
  readonly objective: string;
  readonly action: string;
  readonly guidelines: readonly string[];
  readonly boundaryConstraints: readonly string[];
}

/** What a check of the message against the guardrails of its state has found. */
export interface GuardrailBreach {
  readonly state: StateName;
  /** Its name. */
  readonly guardrail: string;
  /** `hard`: the sentences were not said, and something safe was in their place. `soft`: they were said. */
  readonly enforcement: 'hard' | 'soft';
  /** `unjudged`: no judgement could be had in time, which counts as a breach of what is hard. */
  readonly cause: 'judged' | 'unjudged';
  /** How many; at least 1. */
  readonly sentences: number;
  /** The call that judged or should have. */
  readonly callId: string | null;
}

/** A phrase that was said while the user waited. It belongs to no message. */
export interface SaidFiller {
  readonly text: string;
  /** Milliseconds since the Unix epoch. */
  readonly saidAtMs: number;
}

/** What a conversation begins to wait for with the end of a turn. */
export type NewWait =
  | { readonly kind: 'tool-approval'; readonly state: StateName; readonly call: ToolCall }
  /** `surfaceSpec`: of a surface submission; null where its author has written none. */
  | { readonly kind: WaitFor; readonly state: StateName; readonly surfaceSpec: JsonObject | null };

/** A form that a state asks for beside the conversation. */
export interface SurfaceRequest {
  readonly purpose: 'fallback';
  readonly state: StateName;
  readonly spec: JsonObject;
}

/** The agent asks for a person to join. */
export interface Escalation {
  /** `ai`: by the graph or the model; `guardrail`: the message would have broken one. */
  readonly trigger: 'ai' | 'guardrail';
  readonly state: StateName;
  readonly reason: string;
}

export interface TurnResult {
  /** The agent's whole message: the pieces joined. Never blank. */
  readonly message: string;
  /** True when the message was cut at its limit. */
  readonly isCut: boolean;
  /** Where the next turn begins. */
  readonly place: Place;
  /** Places to come back to from the graphs that are visited, the outermost first; absent where none is. */
  readonly returns?: readonly Place[];
  /** True when that is the terminal state. */
  readonly conversationCompleted: boolean;
  readonly transitions: readonly TransitionLog[];
  readonly innerThoughts: readonly string[];
  readonly decisions: readonly DecisionRecord[];
  /** Of the collection states that the turn was in, in their order; absent where there were none. */
  readonly collections?: readonly CollectionRecord[];
  readonly engagement: EngagementRecord;
  /** In the order of the checks; absent where there are none. */
  readonly breaches?: readonly GuardrailBreach[];
  /** In their order; absent where there are none. */
  readonly fillers?: readonly SaidFiller[];
  /** Absent where there are none. */
  readonly waits?: readonly NewWait[];
  /** Absent where there are none. */
  readonly surfaces?: readonly SurfaceRequest[];
  /** Absent where there are none. */
  readonly escalations?: readonly Escalation[];
  /** A tool goes on in the background or waits for a person, and its outcome comes later. */
  readonly backgroundPending?: true;
  /** Ids of calls of tools whose outcome came too late for the message; absent where there are none. */
  readonly unheardCalls?: readonly string[];
}
