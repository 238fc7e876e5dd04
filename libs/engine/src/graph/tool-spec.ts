import type { JsonObject } from '@svc/kernel';
import type { AudioFillers, ProgressHint } from './progress-hint.js';

/** Why a call of a tool came to nothing. */
export type FailureClass = 'timeout' | 'input_rejected' | 'rounds_exhausted' | 'generic';

/**
 * When a result is taken up that its turn has not waited for: before the first word of that turn's message if it comes in time, or with
 * the next turn. After the first word there is no difference (ADR 49).
 */
export type Delivery = 'interrupt' | 'queue';

/**
 * What later model calls see of a result:
 * - `accumulate`: this one and all earlier ones of the tool; `override`: only the latest;
 * - `ephemeral`: only the model call that follows it;
 * - `persisted`: this one and all earlier ones, each up to 5,000 characters, a longer one is an error; `persisted-preferred`: those
 *   that are shorter.
 */
export type ResultPersistence = 'accumulate' | 'override' | 'ephemeral' | 'persisted' | 'persisted-preferred';

/** A tool that a state may call, and how. */
export interface ToolSpec extends AudioFillers {
  readonly toolId: string;
  /** Which versions of it may be called, as a package-style specifier; null: the latest. */
  readonly versionConstraint: string | null;
  /** Beside the tool's own description; may be empty. */
  readonly additionalInstruction: string;
  /** The state's exits are judged again once the call has ended. */
  readonly navigateOnCompletion: boolean;
  readonly resultPersistence: ResultPersistence;
  readonly delivery: Delivery;
  /** Of failures; null: as of results. */
  readonly failureDelivery: Delivery | null;
  /** Comes before `failureDelivery`. */
  readonly failureDeliveryByClass: Readonly<Partial<Record<FailureClass, Delivery>>> | null;
  /** Whether a turn waits for its end. */
  readonly execution: 'blocking' | 'background';
  /** `coupled`: it ends when its state is left. */
  readonly lifecycle: 'coupled' | 'independent';
  /** Names of values of the session that code puts into the input. */
  readonly contextBindings: readonly string[];
  /** What is said while it runs; comes before `audioFillers`. */
  readonly progress: ProgressHint | null;
}

/** A call that is made when a state is entered. */
export interface PreloadSpec {
  readonly toolId: string;
  /** May hold `{caller_mrn}` and `{entity_id}`. */
  readonly params: JsonObject;
}
