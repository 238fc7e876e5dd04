export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** http or https, without user and password. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** From the name lookup to the end of the response, in ms. */
  readonly timeoutMs: number;
  /** Most bytes read of the response's body. */
  readonly maxAnswerBytes: number;
  /**
   * Whether the receiver tolerates repeats. If so, a request on a kept connection that was just closing is sent once
   * more on a new one.
   */
  readonly isRepeatable: boolean;
  /**
   * For what must not be repeated: with a connection of its own, a request never meets a kept one that was just closing,
   * so it is rarely unclear whether it was read.
   */
  readonly takesOwnConnection?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}
