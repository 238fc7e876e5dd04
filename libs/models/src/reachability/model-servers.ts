import type { CallFailure } from '@svc/engine';
import type { Logger } from '@svc/telemetry';
import type { ConfiguredModel } from '../catalogue/model-catalogue.js';
import type { Timers } from '../timing/timers.js';
import { providerAddress } from '../providers/provider-address.js';
import { connects } from './connects.js';
import { ServerWatch } from './server-watch.js';

type WatchedModel = Pick<ConfiguredModel, 'name' | 'definition'>;

export interface ModelServersOptions {
  readonly timers: Timers;
  readonly logger: Logger;
  /** @returns null when it could connect, else the reason */
  readonly probe?: (address: URL) => Promise<string | null>;
}

/** A model with a server that can't be reached, or was not yet. */
export interface ModelOutOfReach {
  /** In the configuration. */
  readonly name: string;
  /** Scheme, host and port: the rest of an address may contain a secret. */
  readonly origin: string;
  /** False before the end of its first probe. */
  readonly isKnown: boolean;
}

/** Time limit of a probe's connection, in ms. */
const probeMs = 2_000;

/** Which models can be reached. The offline one always can, and is not probed. */
export class ModelServers {
  readonly #watches: ReadonlyMap<string, { readonly origin: string; readonly watch: ServerWatch }>;

  constructor(models: readonly WatchedModel[], options: ModelServersOptions) {
    this.#watches = new Map(
      models.flatMap((model) => {
        const address = URL.parse(providerAddress(model.definition) ?? '');
        return address === null ? [] : [[model.name, watched(model, address, options)]];
      }),
    );
  }

  start(): void {
    for (const { watch } of this.#watches.values()) watch.start();
  }

  stop(): void {
    for (const { watch } of this.#watches.values()) watch.stop();
  }

  called(name: string, failure: CallFailure | null): void {
    this.#watches.get(name)?.watch.called(failure);
  }

  isUnreachable(name: string): boolean {
    return this.#watches.get(name)?.watch.reachability === 'unreachable';
  }

  get outOfReach(): readonly ModelOutOfReach[] {
    return [...this.#watches].flatMap(
      ([
        name,
        {
          origin,
          watch: { reachability },
        },
      ]) => (reachability === 'reachable' ? [] : [{ name, origin, isKnown: reachability === 'unreachable' }]),
    );
  }
}

function watched(
  { name, definition: { fallbacks } }: WatchedModel,
  address: URL,
  { timers, logger, probe = (of) => connects(of, probeMs) }: ModelServersOptions,
) {
  const { origin } = address;
  const until = fallbacks.length === 0 ? 'turns that ask it fail' : 'its fallbacks are asked instead';
  const onChange = (reachability: 'reachable' | 'unreachable', code: string): void => {
    if (reachability === 'reachable')
      return logger.info('a model can be reached again', { model: name, origin });
    logger.error(
      `The model "${name}" can not be reached at ${origin} (${code}), so ${until} until it can: see whether its server runs, whether its base_url is right, and whether this host may connect there.`,
      { model: name, origin, code },
    );
  };
  return { origin, watch: new ServerWatch({ timers, probe: () => probe(address), onChange }) };
}
