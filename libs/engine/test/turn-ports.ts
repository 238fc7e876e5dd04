import type { CallRecorder, ModelPort, TurnPorts } from '../src/index.js';

/** For turns in tests: time stands still. */
export function turnPorts(model: ModelPort, recorder: CallRecorder): TurnPorts {
  return { model, recorder, clock: { now: () => 0 } };
}
