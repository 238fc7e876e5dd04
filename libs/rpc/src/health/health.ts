import {
  HealthCheckResponse_ServingStatus as Status,
  type HealthCheckRequest,
  type HealthCheckResponse,
} from '@svc/contracts/grpc/health/v1/health';
import { DomainError } from '@svc/errors';

/** gRPC's own health protocol (grpc.health.v1), for the services of one server: they serve until it stops. */
export class Health {
  readonly #services: ReadonlySet<string>;
  readonly #ended = new AbortController();

  /** @param paths of the served methods */
  constructor(paths: readonly string[]) {
    // The empty name is the server as a whole.
    this.#services = new Set(['', ...paths.map((path) => path.split('/')[1] ?? '')]);
  }

  /** From now on nothing is served: watchers get the change, and their streams end. */
  end(): void {
    this.#ended.abort();
  }

  /** @throws DomainError not_found, as the protocol demands for a service that this server does not have. */
  check({ service }: HealthCheckRequest): HealthCheckResponse {
    const status = this.#statusOf(service);
    if (status !== Status.SERVICE_UNKNOWN) return { status };
    throw new DomainError('not_found', 'This server has no such service.');
  }

  /** The status now, and each change. An unknown service may come with a later release, so its stream stays open. */
  async *watch({ service }: HealthCheckRequest, signal: AbortSignal): AsyncGenerator<HealthCheckResponse> {
    yield { status: this.#statusOf(service) };
    if (this.#ended.signal.aborted) return;
    await aborted(AbortSignal.any([signal, this.#ended.signal]));
    if (!signal.aborted) yield { status: this.#statusOf(service) };
  }

  #statusOf(service: string): Status {
    if (!this.#services.has(service)) return Status.SERVICE_UNKNOWN;
    return this.#ended.signal.aborted ? Status.NOT_SERVING : Status.SERVING;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
