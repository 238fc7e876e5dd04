export type { EventControllerOptions } from './event-controller.js';
export { EventController } from './event-controller.js';
export { isEventMethod } from './event-extras.js';
export { On, OnBatch, OnResync, ReactTo } from './event-methods.js';
export type { EventStrategyOptions } from './event-strategy.js';
export { EventStrategy } from './event-strategy.js';
