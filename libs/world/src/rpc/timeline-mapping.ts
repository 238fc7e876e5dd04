import type { TimelineEntry as TimelineEntryMessage } from '@svc/contracts/world';
import type { Complete } from '@svc/event-store';
import type { TimelineEntry } from '../application/read-timeline.js';
import { timelineDomains, type TimelineDomain } from '../projections/timeline-query.js';
import { entryToProto } from './enrichment-mapping.js';

/** Undefined: there is no such domain. */
export function timelineDomain(text: string): TimelineDomain | undefined {
  return timelineDomains.find((domain) => domain === text);
}

export function timelineEntryToProto(entry: TimelineEntry): Complete<TimelineEntryMessage> {
  const { domain, id, entityId, entityType, source, happenedAtMs, value } = entry;
  return {
    ...{ domain, id, entityId, entityType, source, happenedAtMs },
    sourceSystem: entry.sourceSystem ?? undefined,
    channel: entry.channel ?? undefined,
    direction: entry.direction ?? undefined,
    status: entry.status ?? undefined,
    value: value ? entryToProto(value) : undefined,
  };
}
