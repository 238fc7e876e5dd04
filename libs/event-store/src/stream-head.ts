/** The latest event of a stream, as the next append needs to know it. */
export interface StreamHead {
  /** 0: no stream yet. */
  readonly version: number;
  /** Hash of the latest event; 32 zero bytes when there is no stream yet. */
  readonly hash: Buffer;
  /** Version of the latest public event, 0 when there is none. */
  readonly publicVersion: number;
  /** Hash of the latest public event, 32 zero bytes when there is none. */
  readonly publicHash: Buffer;
  /** Whose record the stream is, from its first event on; null: nobody's. */
  readonly subject: string | null;
}

const noHash = Buffer.alloc(32);

/** The head of a stream that doesn't exist yet. */
export const emptyStreamHead: StreamHead = {
  version: 0,
  hash: noHash,
  publicVersion: 0,
  publicHash: noHash,
  subject: null,
};
