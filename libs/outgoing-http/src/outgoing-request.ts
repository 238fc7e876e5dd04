export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** http or https, without user and password. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** From the name lookup to the end of the answer, in ms. */
  readonly timeoutMs: number;
  /** What is read of the answer's body at most, in bytes. */
  readonly maxAnswerBytes: number;
  /**
   * Whether the receiver puts up with repeats. Then a request that met a kept connection in the moment of its closing is
   * sent once more on a new one.
   */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}
