import type { ToolCall } from '@svc/engine';
import type { StartedConversation } from './conversation.js';
import { outcomeEvent, type ToolEvent } from './tool-events.js';
import { approvedCallsOf, waitsOf } from './wait.js';

/** Calls that nobody makes any more, since the conversation ends: those that wait for a person, and those approved meanwhile. */
export function callsNeverMade(conversation: StartedConversation, endedAtMs: number): readonly ToolEvent[] {
  const ended = (call: ToolCall, reason: string): ToolEvent => {
    const outcome = { status: 'not-called', failure: null, reason, result: null, durationMs: 0 } as const;
    return outcomeEvent(conversation.identity, call, { ...outcome, endedAtMs }, null);
  };
  const parked = waitsOf(conversation).flatMap(({ call }) => (call === null ? [] : [call]));
  return [
    ...parked.map((call) => ended(call, 'The conversation ended before a person approved the call.')),
    ...approvedCallsOf(conversation).map((call) =>
      ended(call, 'The conversation ended before the approved call was made.'),
    ),
  ];
}
