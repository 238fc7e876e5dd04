import type { Stretch } from '@svc/event-store';
import type { BatchHandling } from '../event-bus.js';
import type { Applied } from '../inbox/judge-event.js';
import { streamKey, type StreamState } from '../inbox/inbox-table.js';
import type { PublicEvent } from '../public-event.js';

/**
 * Links the events of a batch to those before them where the bus left out the ones between: each then follows the
 * latest event of its stream that the group handles. Where more is missing the event stays as it is, and the inbox sees
 * a gap.
 */
export async function closeStretches(
  batch: readonly PublicEvent[],
  states: ReadonlyMap<string, StreamState>,
  areLeftOut: NonNullable<BatchHandling['areLeftOut']>,
): Promise<readonly PublicEvent[]> {
  const stretches = stretchesOf(batch, states);
  if (stretches.size === 0) return batch;
  const answers = await areLeftOut([...stretches.values()]);
  const closed = new Map([...stretches].filter((_, place) => answers[place] === true));
  return batch.map((event) => {
    const after = closed.get(event)?.after;
    return after ? { ...event, previousVersion: after.version, previousHash: after.hash } : event;
  });
}

/** Keyed by the event after each stretch. */
function stretchesOf(
  batch: readonly PublicEvent[],
  states: ReadonlyMap<string, StreamState>,
): ReadonlyMap<PublicEvent, Stretch> {
  const stretches = new Map<PublicEvent, Stretch>();
  const reached = new Map<string, Applied>();
  for (const event of batch) {
    const key = streamKey(event);
    const after = reached.get(key) ?? states.get(key)?.applied;
    if (!after) throw new TypeError('The inbox knows each stream of a batch.');
    const { streamId, streamVersion, previousVersion, hash } = event;
    if (streamVersion <= after.version) continue;
    if (previousVersion > after.version) stretches.set(event, { streamId, after, before: streamVersion });
    reached.set(key, { version: streamVersion, hash });
  }
  return stretches;
}
