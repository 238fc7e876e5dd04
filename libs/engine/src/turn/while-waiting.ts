import type { Script } from '../runtime/script.js';
import type { ToolSpec } from '../graph/tool-spec.js';
import { planOfFillers, planOfHint, type FillerPlan } from '../speech/filler-plan.js';
import type { Turn } from './turn.js';

/** Does a work of which the user hears by this plan, if it takes long. */
export function* whileWaiting<T>(turn: Turn, plan: FillerPlan | null, work: Script<T>): Script<T> {
  if (plan === null) return yield* work;
  const wait = turn.waits.begins(plan, turn.nowMs);
  try {
    return yield* work;
  } finally {
    turn.waits.ends(wait);
  }
}

/** What is said while a tool runs. */
export function planOfTool(turn: Turn, spec: ToolSpec): FillerPlan | null {
  return spec.progress === null ? planOfFillers(spec) : planOfHint(spec.progress, turn.waits.languages);
}
