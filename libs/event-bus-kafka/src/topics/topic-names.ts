const plain = /^[a-z][a-z0-9_-]{0,62}$/;
/** An installation's id: what `SVC_INSTALLATION` takes. */
export const installationPattern = /^[a-z0-9][a-z0-9-]{0,31}$/;

export interface TopicNamesOptions {
  /** Names the installation among those that use the cluster, and in each message. */
  readonly installation: string;
  /** Default: `svc-` and the installation. */
  readonly prefix?: string | undefined;
}

/**
 * Names of an installation's topics and groups; several installations may share a cluster. One topic for each context:
 * the events of a stream stay in order across types.
 */
export class TopicNames {
  readonly installation: string;
  readonly #prefix: string;

  /** @throws TypeError when prefix or installation is no plain name. */
  constructor({ installation, prefix = `svc-${installation}` }: TopicNamesOptions) {
    if (!installationPattern.test(installation))
      throw new TypeError('The id of an installation holds small letters, digits and -.');
    if (!plain.test(prefix))
      throw new TypeError(
        'The prefix of topics holds small letters, digits, _ and -, and begins with a letter.',
      );
    this.installation = installation;
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

  /** An empty topic that says whose the topics of this prefix are. */
  get marker(): string {
    return `${this.#prefix}.installation.${this.installation}`;
  }

  /** The installation that a topic of this prefix names as its owner; undefined: it is no marker. */
  installationOf(topic: string): string | undefined {
    const start = `${this.#prefix}.installation.`;
    return topic.startsWith(start) ? topic.slice(start.length) : undefined;
  }
}
