export { systemClock } from './system-clock.js';
export { createSystemIds, systemIds } from './system-ids.js';
export type { RandomSource } from './random-source.js';
export type {
  GracefulLifecycleOptions,
  LifecyclePart,
  LifecycleReport,
  SignalSource,
  StopOutcome,
} from './graceful-lifecycle.js';
export { GracefulLifecycle } from './graceful-lifecycle.js';
export { assertPortIsFree, findFreePorts, portError } from './free-port.js';
export { say, printError } from './say.js';
