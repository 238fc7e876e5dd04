import type { TestDatabase } from '@svc/testing';

/** What the log says of a call with an effect. */
export interface LoggedCall {
  readonly conversationId: string;
  readonly callId: string;
  /** As its tool was given it. */
  readonly effectKey: string;
  /** Of all outcomes that were stored, in order. */
  readonly outcomes: readonly string[];
}

interface Row {
  readonly stream_id: string;
  readonly event_type: string;
  readonly payload: string;
}

interface Payload {
  readonly call: { readonly callId: string; readonly effectKey?: string };
  readonly status?: string;
}

/** The calls of all conversations whose intent is stored, from the table of events. */
export async function loggedCalls({ database }: TestDatabase): Promise<readonly LoggedCall[]> {
  const { rows } = await database.query<Row>({
    name: 'test_tool_events',
    text: `SELECT stream_id, event_type, payload FROM conversations.event
            WHERE event_type IN ('ToolIntentRecorded', 'ToolOutcomeRecorded') ORDER BY stream_id, stream_version`,
    values: [],
  });
  const calls = new Map<string, LoggedCall & { readonly outcomes: string[] }>();
  for (const { stream_id: streamId, event_type: type, payload } of rows) {
    const { call, status = '' } = JSON.parse(payload) as Payload;
    const conversationId = streamId.split('/').at(-1) ?? '';
    const effectKey = `${conversationId}/${call.effectKey}`;
    if (type === 'ToolIntentRecorded')
      calls.set(effectKey, { conversationId, callId: call.callId, effectKey, outcomes: [] });
    else calls.get(effectKey)?.outcomes.push(status);
  }
  return [...calls.values()];
}

/** Whether its outcome is not known. */
export function isOpen({ outcomes }: LoggedCall): boolean {
  return (outcomes.at(-1) ?? 'unknown') === 'unknown';
}
