import { writeHistory, type RecordedHistory } from '../../src/replay/recorded-history.js';
import { secret, type SimulatedConversation } from './simulated-conversation.js';

/** The conversation in the form of a file. */
export function recordedHistory({ log, definition }: SimulatedConversation): RecordedHistory {
  return writeHistory(
    'org:demo/conversation/c1',
    log.map((event) => ({ event, isErased: false })),
    definition,
    secret,
  );
}
