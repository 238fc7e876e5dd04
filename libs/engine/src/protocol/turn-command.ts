import type { DomainError } from '@svc/errors';
import type { NewSummary } from '../input/carried.js';
import type { ToolCall } from '../input/tool-call.js';
import type { ModelRequest } from '../model/model-port.js';
import type { RecordedCall } from './recorded-call.js';
import type { RecordedFact } from './recorded-fact.js';
import type { ToolNote } from './tool-note.js';
import type { MessageUnderWay, UnsaidText } from './speech-policy.js';
import type { TurnResult } from './turn-result.js';
import type { TurnSignal } from './turn-signal.js';

/** What the driver must do, in this order. */
export type TurnCommand =
  | AskingCommand
  /** No more text is needed. The turn still waits for `model-ended`, since the cost of the call belongs to it. */
  | { readonly type: 'stop-model'; readonly id: string }
  /** Nobody waits for the answer. Of a tool, the call is cut. Of a model, `model-ended` or `model-failed` still comes, after its cost. */
  | { readonly type: 'cancel'; readonly id: string }
  | { readonly type: 'tell'; readonly signal: TurnSignal }
  /** The last one. */
  | { readonly type: 'end-turn'; readonly end: TurnEnd };

/** A command that facts with its `id` answer. */
export type AskingCommand =
  | { readonly type: 'call-model'; readonly id: string; readonly request: ModelRequest }
  /**
   * A call with an effect key is never cut, and one in the background goes on when the turn ends: whoever drives the turn stores
   * what comes of it later.
   */
  | { readonly type: 'call-tool'; readonly id: string; readonly call: ToolCall }
  /** `timer-fired` follows after this many ms. */
  | { readonly type: 'set-timer'; readonly id: string; readonly afterMs: number }
  /** Policies rule on a text, at once: `ruled` comes before any other fact. */
  | {
      readonly type: 'rule';
      readonly id: string;
      readonly unsaid: UnsaidText;
      readonly message: MessageUnderWay;
    }
  /**
   * Store this, all of it or nothing. It can't be cancelled: the turn waits for `commit-acknowledged` or `commit-refused`.
   * If neither is known, the turn gets no more facts.
   */
  | { readonly type: 'commit'; readonly id: string; readonly commit: Commit };

/** How a turn reached its result. */
export interface TurnRecord {
  /** The model calls, in the order in which they were made. */
  readonly calls: readonly RecordedCall[];
  /** The facts, in order. */
  readonly facts: readonly RecordedFact[];
}

/** What is stored, with its record. The port that stores it adds ids of messages, times and form. */
export interface Commit extends TurnRecord {
  readonly contents: CommitContents;
  /** What is to be stored of tools and is not yet, in order. One whose commit was given up may be stored already. */
  readonly notes: readonly ToolNote[];
}

export type CommitContents =
  /** The result of the turn. Only this commit ends it, and with it the right to run it. */
  | { readonly type: 'turn'; readonly result: TurnResult }
  /** In the middle of a turn, which goes on once it is stored: notes, and neither calls nor facts. */
  | { readonly type: 'tools' }
  /** Made behind a turn, whether another one runs by now or not. */
  | { readonly type: 'summary'; readonly summary: NewSummary };

export type TurnEnd =
  /** What was committed. */
  | { readonly outcome: 'completed'; readonly result: TurnResult }
  /** ModelError or TurnError. */
  | { readonly outcome: 'failed'; readonly failure: DomainError }
  /** Between turns: nothing is left to do. */
  | { readonly outcome: 'settled' }
  /** Its commit was refused. */
  | { readonly outcome: 'refused'; readonly failure: Error }
  | { readonly outcome: 'cancelled' };
