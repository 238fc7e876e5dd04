export { createModel } from './create-model.js';
export type { ModelConfig } from './model-config.js';
export { modelConfig, modelSettings, modelTimeLimits } from './model-config.js';
export type { OfflineModelOptions } from './offline/offline-model.js';
export { createOfflineModel } from './offline/offline-model.js';
export type { ModelPortOptions } from './port/create-model-port.js';
export { createModelPort } from './port/create-model-port.js';
export type { TimeLimits } from './port/time-limits.js';
export type { Timers } from './port/timers.js';
