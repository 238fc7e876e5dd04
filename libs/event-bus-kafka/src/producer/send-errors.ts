/** Ends a send that nobody waits for any more; kafkajs does not try it again. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
  readonly retriable = false;
}

/** No answer came: what was sent may come yet. */
export class SendTimeoutError extends Error {
  override readonly name = 'SendTimeoutError';

  constructor(withinMs: number) {
    super(`The brokers have not answered within ${withinMs} ms.`);
  }
}

/** kafkajs passes by partitions that it knows nothing of, without a word and without asking a broker again. */
export class NothingSentError extends Error {
  override readonly name = 'NothingSentError';

  constructor(partitions: readonly string[]) {
    super(
      `The cluster has taken nothing for ${partitions.join(', ')}: has the topic fewer partitions than before?`,
    );
  }
}
