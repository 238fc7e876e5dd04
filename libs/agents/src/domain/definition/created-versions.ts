import type { DefinitionEvent } from './definition-event.js';
import type { GenericEvent } from './generic-event.js';
import { genericEventOf } from './earlier-event.js';
import { isEarlier } from './is-earlier.js';

/** A version as its event says it. */
export type CreatedVersion = Extract<GenericEvent, { type: 'DefinitionVersionCreated' }>['data'];

/** The versions that came to be with these events, of whichever release. */
export function createdVersions(events: readonly DefinitionEvent[]): readonly CreatedVersion[] {
  return events.flatMap((event) => {
    const generic = isEarlier(event) ? genericEventOf(event, null) : event;
    return generic.type === 'DefinitionVersionCreated' ? [generic.data] : [];
  });
}
