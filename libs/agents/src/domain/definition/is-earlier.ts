import type { DefinitionEvent } from './definition-event.js';
import type { EarlierEvent } from './earlier-event.js';

/** Whether a release before the generic events wrote it. */
export function isEarlier(event: DefinitionEvent): event is EarlierEvent {
  return !event.type.startsWith('Definition');
}
