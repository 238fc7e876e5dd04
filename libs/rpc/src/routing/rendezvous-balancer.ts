import { connectivityState, experimental, type ChannelOptions } from '@grpc/grpc-js';
import { placeOf } from './rendezvous.js';

/** Name of the policy in a service config. */
export const rendezvousPolicy = 'svc_rendezvous';

/** Metadata of a call: calls with the same value go to the same instance. */
export const routingKey = 'svc-routing-key';

const { READY, CONNECTING, IDLE, TRANSIENT_FAILURE } = connectivityState;
type Instance = InstanceType<typeof experimental.LeafLoadBalancer>;

/** Has no settings. */
class RendezvousConfig implements experimental.TypedLoadBalancingConfig {
  static createFromJson(): RendezvousConfig {
    return new RendezvousConfig();
  }

  getLoadBalancerName(): string {
    return rendezvousPolicy;
  }

  toJsonObject(): object {
    return { [rendezvousPolicy]: {} };
  }
}

/** Sends a call with a routing key to its instance among the reachable ones, all others in turn. */
class RendezvousPicker implements experimental.Picker {
  #next = 0;

  constructor(private readonly reachable: readonly Instance[]) {}

  pick(call: experimental.PickArgs): experimental.PickResult {
    const [key] = call.metadata.get(routingKey);
    const instance =
      typeof key === 'string' && key !== ''
        ? placeOf(key, this.reachable, (one) => experimental.endpointToString(one.getEndpoint()))
        : this.reachable[this.#next++ % this.reachable.length];
    if (!instance) throw new Error('a picker without instances');
    return instance.getPicker().pick(call);
  }
}

/**
 * A connection to each instance that the name of a service resolves to (in the shape of grpc-js's `round_robin`). An
 * unreachable instance is skipped until it is back.
 */
class RendezvousBalancer implements experimental.LoadBalancer {
  #instances: readonly Instance[] = [];
  #state: connectivityState = IDLE;
  #isUpdating = false;
  #lastError = 'no instance was found';
  readonly #ofInstances: experimental.ChannelControlHelper;

  constructor(private readonly channel: experimental.ChannelControlHelper) {
    this.#ofInstances = experimental.createChildChannelControlHelper(channel, {
      updateState: (state, _picker, error) => {
        // A lost instance may have been replaced by one with another address.
        if (this.#state === READY && state !== READY) channel.requestReresolution();
        if (error) this.#lastError = error;
        this.#update();
      },
    });
  }

  updateAddressList(
    resolved: experimental.StatusOr<experimental.Endpoint[]>,
    config: experimental.TypedLoadBalancingConfig,
    options: ChannelOptions,
    note: string,
  ): boolean {
    if (!(config instanceof RendezvousConfig)) return false;
    if (!resolved.ok) {
      if (this.#instances.length === 0) this.#fail(resolved.error.details ?? this.#lastError);
      return true;
    }
    const known = new Map(
      this.#instances.map((one) => [experimental.endpointToString(one.getEndpoint()), one]),
    );
    this.#isUpdating = true;
    this.#instances = resolved.value.map((endpoint) => {
      const name = experimental.endpointToString(endpoint);
      const kept = known.get(name);
      known.delete(name);
      return kept ?? this.#connect(endpoint, options, note);
    });
    for (const gone of known.values()) gone.destroy();
    this.#isUpdating = false;
    this.#update();
    return this.#instances.length > 0;
  }

  exitIdle(): void {
    for (const instance of this.#instances) if (instance.getConnectivityState() === IDLE) instance.exitIdle();
  }

  resetBackoff(): void {
    // Each instance has its own.
  }

  destroy(): void {
    for (const instance of this.#instances) instance.destroy();
    this.#instances = [];
  }

  getTypeName(): string {
    return rendezvousPolicy;
  }

  #connect(endpoint: experimental.Endpoint, options: ChannelOptions, note: string): Instance {
    const instance = new experimental.LeafLoadBalancer(endpoint, this.#ofInstances, options, note);
    instance.startConnecting();
    return instance;
  }

  #update(): void {
    if (this.#isUpdating) return;
    const reachable = this.#in(READY);
    if (reachable.length > 0) this.#become(READY, new RendezvousPicker(reachable), null);
    else if (this.#in(CONNECTING).length > 0)
      this.#become(CONNECTING, new experimental.QueuePicker(this), null);
    else if (this.#in(TRANSIENT_FAILURE).length > 0 || this.#instances.length === 0)
      this.#fail(this.#lastError);
    else this.#become(IDLE, new experimental.QueuePicker(this), null);
    // If no instance is left, the next call connects and waits for it. Earlier attempts would only lengthen the
    // backoff, and calls would fail during it although the service is back.
    if (reachable.length > 0) this.exitIdle();
  }

  #in(state: connectivityState): readonly Instance[] {
    return this.#instances.filter((instance) => instance.getConnectivityState() === state);
  }

  #fail(reason: string): void {
    this.#become(TRANSIENT_FAILURE, new experimental.UnavailablePicker({ details: reason }), reason);
  }

  #become(state: connectivityState, picker: experimental.Picker, error: string | null): void {
    this.#state = state;
    this.channel.updateState(state, picker, error);
  }
}

experimental.registerLoadBalancerType(rendezvousPolicy, RendezvousBalancer, RendezvousConfig);
