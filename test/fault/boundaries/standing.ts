import type { ListedCall } from './gated-product.js';
import { completed, outcome, voided, type Scene } from './scenes.js';
import { isOpen, type LoggedCall } from './tool-log.js';
import type { Visitor } from './visitor.js';

/** A conversation that stands at a boundary while the product is killed. */
export interface Standing {
  readonly scene: Scene;
  readonly visitor: Visitor;
  /** The day that its user wants. */
  readonly day: string;
  readonly boundary: string;
  /** The boundaries before it. */
  readonly crossed: readonly string[];
  /** Whether its tool has done it. */
  readonly isDone: boolean;
  /** Whether an operator settles its call before the user says more, or after. */
  readonly isSettledFirst: boolean;
}

export function placeOf({ scene, boundary }: Standing): string {
  return `${scene.name}, ${boundary}`;
}

/** Right after a kill. @returns what the list of operators lacks, has too many, or says wrongly */
export function compareWithList(
  standing: readonly Standing[],
  logged: readonly LoggedCall[],
  listed: readonly ListedCall[],
): readonly string[] {
  const ids = listed.map(({ callId }) => callId);
  const open = logged.filter(isOpen).map(({ callId }) => callId);
  return [
    ...open.filter((id) => !ids.includes(id)).map((id) => `${id} is open in the log, and not listed`),
    ...ids.filter((id) => !open.includes(id)).map((id) => `${id} is listed, and not open in the log`),
    ...standing.flatMap((one) => {
      const state = listed.find(({ conversationId }) => conversationId === one.visitor.id)?.state ?? 'known';
      return state === stateAt(one) ? [] : [`${placeOf(one)}: its call is ${state}, not ${stateAt(one)}`];
    }),
  ];
}

/** How its call must be listed: `known` is not listed. What outlives its turn counts as running until its time is over. */
function stateAt({ crossed, boundary }: Standing): 'known' | 'unknown' | 'running' {
  const passed = [...crossed, boundary];
  const intended = passed.findIndex((one) => /^after .*ToolIntentRecorded/.test(one));
  const isStored = (events: RegExp): boolean => passed.slice(intended).some((one) => events.test(one));
  if (intended < 0 || isStored(outcome)) return 'known';
  return isStored(voided) || isStored(completed) ? 'running' : 'unknown';
}

/**
 * At the end, when the user has said it again and again: what was not intended before is booked now, and nothing twice.
 * @param effects of the conversation
 */
export function wrongEffects(one: Standing, effects: number): readonly string[] {
  const isIntended = one.crossed.some((boundary) => /^before .*ToolIntentRecorded/.test(boundary));
  const least = isIntended && !one.isDone ? 0 : 1;
  return effects >= least && effects <= 1 ? [] : [`${placeOf(one)}: ${effects} effects`];
}
