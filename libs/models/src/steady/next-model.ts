import { ModelError } from '@svc/engine';
import { pause } from '../timing/pause.js';
import type { Timers } from '../timing/timers.js';
import type { AskedModel, TryPlan } from './try-plan.js';

/**
 * The model to call after a failure, once its wait is over. Null when nothing is left to try.
 * @throws any error that is no model failure: the reason of the signal, a defect
 */
export async function nextModel<Port>(
  error: unknown,
  plan: TryPlan<Port>,
  timers: Timers,
  signal: AbortSignal,
): Promise<AskedModel<Port> | null> {
  if (!isOfModel(error, signal)) {
    plan.cancelled();
    throw error;
  }
  const next = plan.failed(error);
  if (next === null || next.waitMs === 0) return next?.model ?? null;
  try {
    await pause(next.waitMs, timers, signal);
  } catch (gone) {
    // It may have been waiting to probe.
    plan.cancelled();
    throw gone;
  }
  return plan.resumed();
}

export function isOfModel(error: unknown, signal: AbortSignal): error is ModelError {
  return !signal.aborted && error instanceof ModelError;
}
