import type { EarlierEvent } from './earlier-event.js';
import type { GenericEvent } from './generic-event.js';

/** What a stream of a definition holds. Only generic ones are written. */
export type DefinitionEvent = GenericEvent | EarlierEvent;
