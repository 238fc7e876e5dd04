/** The lines of the NDJSON streams of create and interact. */
export type StreamEvent =
  | { readonly type: 'conversation-created'; readonly conversation_id: string }
  | { readonly type: 'user-message-available'; readonly message_id: string; readonly user_message: string }
  | {
      readonly type: 'current-agent-action';
      readonly action: { readonly type: string } & Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: 'new-message';
      readonly message: string;
      readonly transcript_alignment: null;
      readonly stop: boolean;
      readonly sequence_number: number;
      readonly message_id: string;
    }
  | {
      readonly type: 'interaction-complete';
      readonly message_id: string;
      readonly interaction_id: string;
      readonly full_message: string;
      readonly conversation_completed: boolean;
    }
  | { readonly type: 'error'; readonly http_error_code: number; readonly error_description: string };

export type StreamEventOf<Type extends StreamEvent['type']> = Extract<StreamEvent, { type: Type }>;

/** Yields each line of the body as soon as it is whole. Leaving the loop early closes the connection. */
export async function* readStreamEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamEvent, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as StreamEvent;
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield JSON.parse(rest) as StreamEvent;
}

/** Reads to the end. */
export async function collect(events: AsyncIterable<StreamEvent>): Promise<readonly StreamEvent[]> {
  const all: StreamEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The only event of that type. @throws Error when there is none or more than one. */
export function only<Type extends StreamEvent['type']>(
  events: readonly StreamEvent[],
  type: Type,
): StreamEventOf<Type> {
  const found = events.filter((event): event is StreamEventOf<Type> => event.type === type);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  throw new Error(`Expected one ${type} in ${JSON.stringify(events)}`);
}
