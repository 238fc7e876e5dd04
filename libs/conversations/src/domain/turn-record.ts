import type { RecordedFact, TurnRecord } from '@svc/engine';
import type { ConversationEvent } from './conversation-event.js';
import { modelCallEvents } from './model-calls.js';

/** In JSON: well below what an event holds, also when nothing of it can be pressed out. */
const mostCharactersOfEvent = 32_000;

/** How a turn came to what it came to: its calls, and what came when. */
export function turnRecordEvents(
  interactionId: string,
  { calls, facts }: TurnRecord,
): readonly ConversationEvent[] {
  return [
    ...modelCallEvents(interactionId, calls),
    ...inEvents(facts).map((some): ConversationEvent => ({
      type: 'TurnFactsRecorded',
      data: { interactionId, facts: some },
    })),
  ];
}

function inEvents(facts: readonly RecordedFact[]): readonly (readonly RecordedFact[])[] {
  const events: RecordedFact[][] = [];
  let room = 0;
  for (const fact of facts) {
    const { length } = JSON.stringify(fact);
    if (length > room) {
      events.push([]);
      room = mostCharactersOfEvent;
    }
    events.at(-1)?.push(fact);
    room -= length;
  }
  return events;
}
