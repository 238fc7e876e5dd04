/** What ts-proto generates for a message, as far as it maps values. */
export interface MessageCodec<Message> {
  toJSON(message: Message): unknown;
  fromJSON(json: unknown): Message;
  fromPartial(values: never): Message;
}

/**
 * A generated message in the domain's types: an absent field is `null`, where messages have `undefined`. Only this file
 * converts between them.
 */
export type OfMessage<Message> = Message extends Uint8Array
  ? Message
  : Message extends readonly (infer Item)[]
    ? readonly OfMessage<Item>[]
    : Message extends object
      ? { readonly [Name in keyof Message]-?: OfField<Message[Name]> }
      : Message;
type OfField<Field> = undefined extends Field
  ? OfMessage<Exclude<Field, undefined>> | null
  : OfMessage<Field>;

/** The message with only its own fields of the value. A missing field does not compile. */
export function toProto<Message>(codec: MessageCodec<Message>, value: OfMessage<NoInfer<Message>>): Message {
  return codec.fromPartial(value as never);
}

/** The values of a message; every absent field is null. */
export function fromProto<Message>(codec: MessageCodec<Message>, message: Message): OfMessage<Message> {
  return withNulls(codec.fromPartial(message as never)) as OfMessage<Message>;
}

/** The values of a stored message. */
export function fromMessageJson<Message>(codec: MessageCodec<Message>, json: unknown): OfMessage<Message> {
  return withNulls(codec.fromJSON(json)) as OfMessage<Message>;
}

/** A change of an optional field (`svc.common.v1.TextChange`): without a value it clears the field. */
type Clearing<Value> = { readonly value?: Value | undefined };
type ChangeOf<Field> =
  Exclude<Field, undefined> extends infer Given
    ? [keyof Given] extends ['value']
      ? Given extends Clearing<infer Value>
        ? Exclude<Value, undefined> | null
        : never
      : OfMessage<Given>
    : never;

/** The changes in a request: a field that it does not name is left out, and `null` clears one. */
export type ChangesOf<Message> = { readonly [Name in keyof Message]?: ChangeOf<Message[Name]> };

export function changesOf<Message>(codec: MessageCodec<Message>, message: Message): ChangesOf<Message> {
  const named = Object.entries(fromProto(codec, message) as object).filter(([, field]) => field !== null);
  return Object.fromEntries(named.map(([name, field]) => [name, valueOf(field)])) as ChangesOf<Message>;
}

function valueOf(field: unknown): unknown {
  const isClearing = typeof field === 'object' && field !== null && Object.keys(field).join() === 'value';
  return isClearing ? (field as Clearing<unknown>).value : field;
}

/** In place: codecs create a new message each time. */
function withNulls(message: unknown): unknown {
  if (typeof message !== 'object' || message === null || message instanceof Uint8Array) return message;
  const fields = message as Record<string, unknown>;
  for (const name of Object.keys(fields)) fields[name] = withNulls(fields[name]) ?? null;
  return fields;
}
