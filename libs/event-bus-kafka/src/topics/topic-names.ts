const plain = /^[a-z][a-z0-9_-]{0,62}$/;

/**
 * How topics and groups of one installation are called, so that several may share a cluster. One topic for each context:
 * what a stream publishes stays in order, whatever its types.
 */
export class TopicNames {
  readonly #prefix: string;

  /** @throws TypeError when the prefix is no plain name. */
  constructor(prefix: string = 'svc') {
    if (!plain.test(prefix))
      throw new TypeError(
        'The prefix of topics holds small letters, digits, _ and -, and begins with a letter.',
      );
    this.#prefix = prefix;
  }

  topicOf(source: string): string {
    return `${this.#prefix}.${source}.events`;
  }

  /** The context whose topic it is; undefined: it is none of ours. */
  sourceOf(topic: string): string | undefined {
    const [prefix, source, kind, ...rest] = topic.split('.');
    return prefix === this.#prefix && kind === 'events' && rest.length === 0 ? source : undefined;
  }

  groupOf(group: string): string {
    return `${this.#prefix}.${group}`;
  }
}
