import type { OutlinedEvent } from '@svc/event-store';

/** Where an ended turn stands in the log, by versions of the stream. */
export interface OutlinedTurn {
  readonly interactionId: string;
  readonly first: number;
  /** The one after its end belongs to it too where that ends the conversation. */
  readonly last: number;
}

/** The ended turns of a log, in their order: those of `recordedTurns`. @param outline with ids of interactions */
export function outlinedTurns(outline: readonly OutlinedEvent[]): readonly OutlinedTurn[] {
  const turns: OutlinedTurn[] = [];
  let begun: OutlinedEvent[] = [];
  for (const [place, event] of outline.entries()) {
    if (event.type === 'InteractionStarted') begun.push(event);
    if (event.type !== 'InteractionCompleted' && event.type !== 'InteractionVoided') continue;
    const next = outline[place + 1]?.type;
    const isBehind = next === 'ConversationDiscarded' || next === 'ConversationFinished';
    const last = isBehind ? event.version + 1 : event.version;
    for (const { text, version: first } of begun) turns.push({ interactionId: text ?? '', first, last });
    begun = [];
  }
  return turns;
}

/** Of a log, what turns that follow each other are made from. */
export interface PartsOfLog {
  /** What the conversation was before is folded from these. */
  readonly before: readonly OutlinedEvent[];
  /** All from the begin of the first turn to the end of the last one. */
  readonly turns: readonly OutlinedEvent[];
  /** What came of them after that. */
  readonly later: readonly OutlinedEvent[];
}

/** @param turns at least one */
export function partsOf(outline: readonly OutlinedEvent[], turns: readonly OutlinedTurn[]): PartsOfLog {
  const first = turns[0]?.first ?? Infinity;
  const last = turns.at(-1)?.last ?? Infinity;
  const ids = new Set<string | null>(turns.map(({ interactionId }) => interactionId));
  return {
    // The state of a conversation holds nothing of these, and they are the largest.
    before: outline.filter(({ version, type }) => version < first && type !== 'TurnRecorded'),
    turns: outline.filter(({ version }) => version >= first && version <= last),
    later: outline.filter(
      ({ version, type, text }) => version > last && (type === 'WaitEnded' || ids.has(text)),
    ),
  };
}

/** Runs of at most so many bytes, or of one event. */
export function inRuns(
  events: readonly OutlinedEvent[],
  maxBytes: number,
): readonly (readonly OutlinedEvent[])[] {
  const runs: OutlinedEvent[][] = [];
  let bytes = Infinity;
  for (const event of events) {
    if (bytes + event.bytes > maxBytes) {
      runs.push([]);
      bytes = 0;
    }
    runs.at(-1)?.push(event);
    bytes += event.bytes;
  }
  return runs;
}

export function bytesOf(events: readonly OutlinedEvent[]): number {
  return events.reduce((sum, { bytes }) => sum + bytes, 0);
}
