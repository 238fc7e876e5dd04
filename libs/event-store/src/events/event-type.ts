import type { EventType } from './event-types.js';

/** A generated message with all of its keys: a forgotten field does not compile, even an optional one. */
export type Complete<Message> = { [Key in keyof Required<Message>]: Message[Key] };

export interface EventTypeOptions<Data, Message> extends Omit<EventType<Data>, 'message' | 'schemaVersion'> {
  /** The message of this event as ts-proto generates it. */
  readonly codec: { toJSON(message: Message): unknown; fromJSON(json: unknown): Message };
  readonly toProto: (data: Data) => Complete<Message>;
  readonly fromProto: (message: Message) => Data;
  /** Default: 1. */
  readonly schemaVersion?: number;
}

/** How one type of event is stored: as the canonical JSON of its proto message. */
export function eventType<Data, Message>(options: EventTypeOptions<Data, Message>): EventType<Data> {
  const { codec, toProto, fromProto, schemaVersion = 1, ...rest } = options;
  return {
    ...rest,
    schemaVersion,
    message: {
      toJSON: (data) => codec.toJSON(toProto(data)),
      fromJSON: (json) => fromProto(codec.fromJSON(json)),
    },
  };
}
