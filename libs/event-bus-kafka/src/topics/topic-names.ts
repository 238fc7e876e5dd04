const plain = /^[a-z][a-z0-9_-]{0,62}$/;

/**
 * Names of an installation's topics and groups; several installations may share a cluster. One topic for each context:
 * the events of a stream stay in order across types.
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

  /** The context of the topic; undefined: not one of ours. */
  sourceOf(topic: string): string | undefined {
    const [prefix, source, kind, ...rest] = topic.split('.');
    return prefix === this.#prefix && kind === 'events' && rest.length === 0 ? source : undefined;
  }

  groupOf(group: string): string {
    return `${this.#prefix}.${group}`;
  }
}
