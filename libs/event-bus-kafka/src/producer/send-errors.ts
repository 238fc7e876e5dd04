/** Ends an abandoned send; kafkajs does not retry it. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
  readonly retriable = false;
}

/** No response came: the records may still be stored. */
export class SendTimeoutError extends Error {
  override readonly name = 'SendTimeoutError';

  constructor(withinMs: number) {
    super(`The brokers have not answered within ${withinMs} ms.`);
  }
}

/** kafkajs silently skips partitions that it does not know, without asking a broker again. */
export class NothingSentError extends Error {
  override readonly name = 'NothingSentError';

  constructor(partitions: readonly string[]) {
    super(
      `The cluster has taken nothing for ${partitions.join(', ')}: has the topic fewer partitions than before?`,
    );
  }
}
