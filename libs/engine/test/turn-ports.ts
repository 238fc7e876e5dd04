import type { TurnRecorder, ModelPort, TurnPorts } from '../src/index.js';

/** For turns in tests: time stands still, no timer fires, and each commit succeeds. */
export function turnPorts(
  model: ModelPort,
  recorder: TurnRecorder,
  changes: Partial<TurnPorts> = {},
): TurnPorts {
  return {
    model,
    recorder,
    clock: { now: () => 0 },
    timers: { after: () => () => {} },
    commit: () => Promise.resolve('acknowledged'),
    ...changes,
  };
}
