import type { AgentProfile } from '../agent/agent-profile.js';
import type { GraphOutline, StateName } from '../graph/context-graph.js';
import type { TranscriptMessage } from '../input/transcript-message.js';
import type { InteractionInput, TurnUser } from '../input/turn-request.js';
import type { SceneTools, ToolOffer } from './tool-task.js';
import type { JsonObject } from '@svc/kernel';

/** The conversation as a task shows it: earlier messages, this turn's input, notes made since. */
export interface Scene {
  readonly agent: AgentProfile;
  readonly graph: GraphOutline;
  /** When the turn began: milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
  /** Of the user's zone at that time; absent where the zone is unknown. */
  readonly utcOffsetMinutes?: number | undefined;
  readonly user: TurnUser;
  /** A model's summary of the messages before `transcript`; absent where there is none. */
  readonly summary?: string;
  /** Newest messages that fit the limit, oldest first. */
  readonly transcript: readonly TranscriptMessage[];
  readonly input: InteractionInput;
  /** Inner thoughts of this turn. */
  readonly newThoughts: readonly string[];
  /** Absent where the conversation has nothing to do with tools. */
  readonly tools?: SceneTools;
}

export interface Choice {
  /** `exit_1`, `action_2`, `tool_1`, …: numbered from 1 in the author's order. */
  readonly id: string;
  readonly kind: 'exit' | 'action' | 'tool';
  /** The exit condition's description, the action, or the name of the tool. */
  readonly text: string;
  /** Of an exit: the objective of the state that it leads to. */
  readonly leadsTo?: string;
}

/** The state that a task is for. */
export interface TaskState {
  readonly name: StateName;
  readonly objective: string;
  /** Actions already taken in it since it was entered, oldest first. */
  readonly tried: readonly string[];
}

export interface JudgeTask extends Scene {
  readonly type: 'judge';
  readonly purpose: 'navigate' | 'decide' | 'select-action';
  /** The turn has just entered the state: no message belongs to it yet, only earlier ones. */
  readonly isEntered: boolean;
  readonly state: TaskState & { readonly guidelines: readonly string[] };
  /** At least two. */
  readonly choices: readonly Choice[];
}

export interface EngageTask extends Scene {
  readonly type: 'engage';
  readonly state: TaskState;
  /** What the message must achieve. */
  readonly action: string;
  readonly guidelines: readonly string[];
  readonly boundaryConstraints: readonly string[];
  /** True when this message is the last of the conversation. */
  readonly isFarewell: boolean;
}

/** Summarizes what the next prompts will not show: `transcript`, and the summary before it. */
export interface SummarizeTask extends Scene {
  readonly type: 'summarize';
  readonly state: TaskState;
}

/** Words the input of a tool's call. */
export interface ArgumentsTask extends Scene {
  readonly type: 'arguments';
  readonly state: TaskState;
  readonly tool: ToolOffer;
  /** Advice of the author; empty where there is none. */
  readonly guidelines: readonly string[];
  /** Values that are known already; empty where there are none. */
  readonly known: JsonObject;
  /** The input that the tool refused, and why; null at first. */
  readonly refused: { readonly input: JsonObject; readonly reason: string } | null;
}

/** Words a thought that only the agent sees. The objective of its state is the problem. */
export interface ReflectTask extends Scene {
  readonly type: 'reflect';
  readonly state: TaskState;
  readonly wordLimit: number;
}

/** A guardrail, numbered from 1 in the author's order: `rule_1`. */
export interface GuardRule {
  readonly id: string;
  readonly name: string;
  /** What must hold, in the author's words. */
  readonly description: string;
}

/** Judges which rules a part of the agent's message breaks, before it is heard or behind it. */
export interface GuardTask extends Scene {
  readonly type: 'guard';
  readonly state: TaskState;
  /** At least one. */
  readonly rules: readonly GuardRule[];
  /** The message before these sentences; empty at its begin. */
  readonly said: string;
  /** At least one. */
  readonly sentences: readonly string[];
}

/** Words one short phrase for a wait. */
export interface FillerTask extends Scene {
  readonly type: 'filler';
  readonly state: TaskState;
  /** What the phrase may say, in the author's words; at least one. */
  readonly hints: readonly string[];
  /** Phrases of this wait that were said already, oldest first. */
  readonly said: readonly string[];
}

/** Words what the user could say next, for whoever helps them; between two turns. Each suggestion is a line. */
export interface RecommendTask extends Scene {
  readonly type: 'recommend';
  /** Where the conversation stands. */
  readonly state: TaskState;
  /** Who the user is and what they want, in the words of whoever asks; empty: nobody said. */
  readonly context: string;
  readonly count: number;
  /** What beginnings of a conversation should be about; empty: what is said next is asked for. */
  readonly facets: readonly string[];
}

export type ModelTask =
  | JudgeTask
  | EngageTask
  | SummarizeTask
  | ArgumentsTask
  | ReflectTask
  | GuardTask
  | FillerTask
  | RecommendTask;

/**
 * What a call is for: a choice, the agent message, the summary of the conversation, the input of a tool, a thought, the check of
 * a message, a phrase for a wait, or what the user could say.
 */
export type CallKind = JudgeTask['purpose'] | Exclude<ModelTask['type'], 'judge'>;
