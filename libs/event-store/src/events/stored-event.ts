import { fromMessageJson, toProto as messageOf, type MessageCodec, type OfMessage } from '@svc/kernel';
import type { EventType } from './event-types.js';

/** Content of a stored message, with the parts that events of this type always have. */
type Stored<Message, Part extends keyof Message> = OfMessage<Message> & {
  readonly [Name in Part]: NonNullable<
    OfMessage<Pick<Message, Name>>[Name & keyof OfMessage<Pick<Message, Name>>]
  >;
};

interface Mapping<Data, Message, Part extends keyof Message> {
  readonly toProto: (data: Data) => OfMessage<Message>;
  readonly fromProto: (message: Stored<Message, Part>) => Data;
}

/** Values of a closed list are stored as text; only this code writes them. */
type Text<Data> = Data extends string
  ? string
  : Data extends readonly (infer Item)[]
    ? readonly Text<Item>[]
    : Data extends object
      ? { readonly [Name in keyof Data]: Text<Data[Name]> }
      : Data;

/** Left out where data and message have the same fields. */
type MappingOf<Data, Message, Part extends keyof Message> = [Data, Stored<Message, Part>] extends [
  OfMessage<Message>,
  Text<Data>,
]
  ? Partial<Mapping<Data, Message, Part>>
  : Mapping<Data, Message, Part>;

export type StoredEventOptions<Data, Message, Part extends keyof Message> = Omit<
  EventType<Data>,
  'message' | 'schemaVersion'
> & {
  /** The message of this event as ts-proto generates it. */
  readonly codec: MessageCodec<Message>;
  /** Parts that every event of this type has: protobuf can't express that. */
  readonly parts?: readonly Part[];
  /** Default: 1. */
  readonly schemaVersion?: number;
} & MappingOf<Data, Message, Part>;

/**
 * How one type of event is stored: as the canonical JSON of its proto message. Fields of the same name are mapped
 * automatically, and `null` is an absent field.
 */
export function storedEvent<Data, Message, const Part extends keyof Message = never>(
  options: StoredEventOptions<Data, Message, Part>,
): EventType<Data> {
  const {
    codec,
    parts = [],
    schemaVersion = 1,
    toProto,
    fromProto,
    ...rest
  } = options as unknown as Omit<EventType<Data>, 'message'> & {
    readonly codec: MessageCodec<Message>;
    readonly parts?: readonly (Part & string)[];
  } & Partial<Mapping<Data, Message, Part>>;
  return {
    ...rest,
    schemaVersion,
    message: {
      toJSON: (data) => codec.toJSON(messageOf(codec, toProto ? toProto(data) : (data as never))),
      fromJSON(json) {
        const message = fromMessageJson(codec, json) as Stored<Message, Part>;
        for (const part of parts)
          if (message[part] === null) throw new TypeError(`A stored event has no ${part}.`);
        return fromProto ? fromProto(message) : (message as Data);
      },
    },
  };
}
