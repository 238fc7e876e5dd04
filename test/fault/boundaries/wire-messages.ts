/** A message of PostgreSQL's protocol, whole; `type` is empty for the first one of a client. */
export interface WireMessage {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Cuts what arrives on one side of a connection into messages. */
export class WireMessages {
  #rest: Buffer = Buffer.alloc(0);

  /** @param isFirstUntyped of a client: the message that opens its session has no type */
  constructor(private isFirstUntyped: boolean) {}

  /** @returns those that have become whole */
  add(chunk: Buffer): readonly WireMessage[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: WireMessage[] = [];
    for (;;) {
      const typeLength = this.isFirstUntyped ? 0 : 1;
      if (this.#rest.length < typeLength + 4) return messages;
      const length = typeLength + this.#rest.readInt32BE(typeLength);
      if (this.#rest.length < length) return messages;
      const bytes = this.#rest.subarray(0, length);
      messages.push({ type: typeLength === 0 ? '' : String.fromCharCode(bytes[0] ?? 0), bytes });
      this.#rest = this.#rest.subarray(length);
      this.isFirstUntyped = false;
    }
  }
}

export interface BoundStatement {
  readonly name: string;
  /** As text; null where there is none. */
  readonly values: readonly (string | null)[];
}

/** What a `Bind` binds. */
export function boundStatement({ bytes }: WireMessage): BoundStatement {
  const afterPortal = bytes.indexOf(0, 5) + 1;
  const afterName = bytes.indexOf(0, afterPortal) + 1;
  let at = afterName;
  const int16 = (): number => bytes.readInt16BE((at += 2) - 2);
  const int32 = (): number => bytes.readInt32BE((at += 4) - 4);
  const formats = int16();
  at += 2 * formats;
  const values = Array.from({ length: int16() }, () => {
    const length = int32();
    if (length < 0) return null;
    return bytes.toString('utf8', at, (at += length));
  });
  return { name: bytes.toString('utf8', afterPortal, afterName - 1), values };
}
