import type { JsonObject } from '@svc/kernel';
import type { AudioFillers } from './progress-hint.js';
import type { ChannelOverrides, Guardrail } from './speech-rules.js';
import type { PreloadSpec, ToolSpec } from './tool-spec.js';

/*
 * The context graph that the engine walks. It belongs to no interface: each has definitions of its own, with their rules, and a
 * compiler to this (`libs/definitions`). It holds what the engine acts on and nothing else.
 */

/** Any text; unique in its graph. */
export type StateName = string;

/** Identity of a published version on the wire: `[id, version number from 1]`. */
export type VersionInfo = readonly [id: string, version: number];

/** Where a conversation is: names of states are unique in their graph only. */
export interface Place {
  readonly graph: VersionInfo;
  readonly state: StateName;
}

/** Where a transition leads: to another state of this graph, or through another graph and back. */
export type NextState = StateName | Visit;

/** A walk through another graph. */
export interface Visit {
  /** That graph's name in `references`. */
  readonly reference: string;
  /** The state of that graph where the walk begins. */
  readonly state: StateName;
  /** The state of this graph where it goes on once that graph's terminal state is reached. */
  readonly backTo: StateName;
}

export interface ExitCondition {
  /** What must hold for the exit to be taken, in the author's words. */
  readonly description: string;
  readonly nextState: NextState;
  /** What to say while the way through it takes long, in the author's words. */
  readonly fillerHint: string | null;
}

/** Something that the agent may do in a state. */
export interface Action {
  /** In the author's words. */
  readonly description: string;
  /** What to say while its message takes long, in the author's words. */
  readonly fillerHint: string | null;
}

/** What a state waits for before an exit leads out of it. */
export type WaitFor = 'human-approval' | 'surface-submission';

/** Where the agent talks with the user, and a turn can end. */
export interface ActionState {
  readonly type: 'action';
  readonly name: StateName;
  readonly objective: string;
  /** At least one. */
  readonly actions: readonly Action[];
  /** Advice for choosing between exits and actions. */
  readonly navigationGuidelines: readonly string[];
  /** Advice for wording the message. */
  readonly actionGuidelines: readonly string[];
  /** What the message must never do. */
  readonly boundaryConstraints: readonly string[];
  /** None in the terminal state. */
  readonly exitConditions: readonly ExitCondition[];
  /** For use before a message. */
  readonly actionTools: readonly ToolSpec[];
  /** For use in judging the exits. */
  readonly exitTools: readonly ToolSpec[];
  /** All are called when the state is entered, side by side, before any model is. */
  readonly preloads: readonly PreloadSpec[];
  /** Whether interactions that begin here do without memories that their input asks for. */
  readonly skipsActiveMemory: boolean;
  readonly guardrails: readonly Guardrail[];
  readonly channelOverrides: ChannelOverrides;
  /** Null: for nothing. */
  readonly waitFor: WaitFor | null;
  /** What the surface that is waited for looks like. */
  readonly surfaceSpec: JsonObject | null;
}

/** Asks for fields, over several turns. A turn can end here. */
export interface CollectionState {
  readonly type: 'collection';
  readonly name: StateName;
  readonly objective: string;
  /** At least one; their keys are distinct. */
  readonly fields: readonly CollectionField[];
  /** The next state, once each required field has a value or `maxTurns` have passed. */
  readonly onComplete: NextState;
  /** Turns of the user in this state; at least 1. */
  readonly maxTurns: number;
  readonly actionGuidelines: readonly string[];
  readonly boundaryConstraints: readonly string[];
  readonly tools: readonly ToolSpec[];
  readonly guardrails: readonly Guardrail[];
  readonly channelOverrides: ChannelOverrides;
  /** Whether a form is offered once `surfaceFallbackAfterTurns` turns of the user have passed. */
  readonly surfaceFallback: boolean;
  readonly surfaceFallbackAfterTurns: number;
}

export const collectionFieldTypes = [
  'text',
  'number',
  'date',
  'phone',
  'email',
  'boolean',
  'select',
  'multiselect',
] as const;
export type CollectionFieldType = (typeof collectionFieldTypes)[number];

export interface CollectionField {
  readonly key: string;
  readonly type: CollectionFieldType;
  /** What the user is asked for. */
  readonly label: string;
  readonly isRequired: boolean;
  /** The values to choose from; empty where any is. */
  readonly options: readonly string[];
  /** What a value must comply with, in the author's words; a regular expression where it is written as `/…/` or `^…$`. */
  readonly validation: string | null;
  /** How to ask for it. */
  readonly askPrompt: string | null;
}

/** Picks one of its exits at once, without talking to the user. */
export interface DecisionState extends AudioFillers {
  readonly type: 'decision';
  readonly name: StateName;
  readonly objective: string;
  /** At least one. */
  readonly exitConditions: readonly ExitCondition[];
  /** Advice for the choice. */
  readonly navigationGuidelines: readonly string[];
  readonly tools: readonly ToolSpec[];
  readonly channelOverrides: ChannelOverrides;
  /** Null: for nothing. */
  readonly waitFor: WaitFor | null;
}

/** Adds a note that only the agent sees, and passes on. */
export interface AnnotationState {
  readonly type: 'annotation';
  readonly name: StateName;
  readonly innerThought: string;
  readonly nextState: NextState;
}

/** Looks up what is remembered of the user, and passes on. */
export interface RecallState {
  readonly type: 'recall';
  readonly name: StateName;
  readonly wanted: Wanted;
  readonly nextState: NextState;
}

/** What a recall looks for: queries of the author, at least one, or those that a model makes of what the author wants to know. */
export type Wanted =
  | { readonly type: 'queries'; readonly queries: readonly string[] }
  | { readonly type: 'information'; readonly information: string };

/** Thinks about a problem, adds the thought as a note that only the agent sees, and passes on. */
export interface ReflectionState extends AudioFillers {
  readonly type: 'reflection';
  readonly name: StateName;
  readonly problem: string;
  /** Bound of the thought; at least 1. */
  readonly wordLimit: number;
  readonly tools: readonly ToolSpec[];
  readonly nextState: NextState;
}

/** Calls one tool, and passes on. */
export interface ToolCallState extends AudioFillers {
  readonly type: 'tool-call';
  readonly name: StateName;
  /** What the call is for. */
  readonly objective: string;
  /** What to know in wording its arguments. */
  readonly context: string;
  readonly guidances: readonly string[];
  /** What its arguments must comply with. */
  readonly validations: readonly string[];
  readonly designatedTool: ToolSpec;
  /** For use in wording the arguments. */
  readonly tools: readonly ToolSpec[];
  readonly nextState: NextState;
}

/** States that a turn can end in. */
export type SpeakingState = ActionState | CollectionState;

/** States that a turn passes through; it never ends in one. */
export type PassthroughState =
  DecisionState | AnnotationState | RecallState | ReflectionState | ToolCallState;

/** Closed union: each member has one step in `turn/`, which the compiler enforces. */
export type GraphState = SpeakingState | PassthroughState;

/** What a graph says about itself, and what holds in each of its speaking states. */
export interface GraphOutline {
  readonly description: string;
  readonly navigationGuidelines: readonly string[];
  readonly actionGuidelines: readonly string[];
  readonly boundaryConstraints: readonly string[];
}

/**
 * One version of a context graph. Each state that is named is there, and each state leads to one that speaks. The three lists
 * hold in every speaking state, before its own.
 */
export interface ContextGraph extends GraphOutline {
  readonly states: readonly GraphState[];
  /** Where users begin who never used this service. */
  readonly newUserInitialState: StateName;
  /** Where all other users begin. */
  readonly returningUserInitialState: StateName;
  /** Action state whose message ends the conversation. Where another graph is visited, reaching it leads back. */
  readonly terminalState: StateName;
  /** Other graphs that visits lead to, by local name. None of them leads here. */
  readonly references: Readonly<Record<string, VersionInfo>>;
}
