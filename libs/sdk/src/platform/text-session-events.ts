/** What comes over a text session. Pings are kept from it. */
export type TextSessionEvent =
  | { readonly type: 'session_started'; readonly session_id: string; readonly conversation_id: string }
  | { readonly type: 'typing' }
  | {
      readonly type: 'tool_call_started';
      readonly tool_name: string;
      readonly call_id: string;
      readonly input: unknown;
    }
  | {
      readonly type: 'tool_call_completed';
      readonly tool_name: string;
      readonly call_id: string;
      readonly result: string;
      readonly succeeded: boolean;
    }
  | { readonly type: 'message'; readonly role: string; readonly text: string }
  /** The next message may be sent. */
  | { readonly type: 'response_complete'; readonly duplicate: boolean }
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'session_ended'; readonly reason: string };

const known: ReadonlySet<string> = new Set<TextSessionEvent['type']>([
  ...(['session_started', 'typing', 'tool_call_started', 'tool_call_completed', 'message'] as const),
  ...(['response_complete', 'error', 'session_ended'] as const),
]);

/** Undefined: a ping, or what a later version of the service says. */
export function readTextSessionEvent(data: unknown): TextSessionEvent | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const value = JSON.parse(data) as { readonly type?: unknown } | null;
    return typeof value?.type === 'string' && known.has(value.type) ? (value as TextSessionEvent) : undefined;
  } catch {
    return undefined;
  }
}
