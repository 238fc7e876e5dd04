import { Inject, Injectable } from '@nestjs/common';
import { organizationTenant, type Clock, type IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, IDS, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { queryDueWarnings } from '../projections/due-warnings-query.js';
import { ApiKeys } from './api-keys.js';

const everyMs = 60_000;
const keysAtOnce = 100;

/**
 * Looks once a minute for API keys that expire soon, and publishes it. Every process may look; the stream lets one
 * decide.
 */
@Injectable()
export class WarnOfExpiringApiKeys {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(
    private readonly apiKeys: ApiKeys,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running
        .then(() => this.execute())
        .catch((error: unknown) => this.logger.error('expiring API keys can not be looked for', { error }));
    }, everyMs).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** All that are due. */
  async execute(): Promise<void> {
    while (!this.#isStopped) {
      const due = await queryDueWarnings(this.database, this.clock.now(), keysAtOnce);
      for (const { orgId, apiKeyId } of due) await this.#warn(orgId, apiKeyId);
      if (due.length < keysAtOnce) return;
    }
  }

  async #warn(orgId: string, apiKeyId: string): Promise<void> {
    const correlationId = this.ids.uuid();
    const metadata = { actor: 'service:identity', correlationId, causationId: correlationId };
    const target = { tenantId: organizationTenant(orgId), id: apiKeyId, metadata };
    await this.apiKeys.change(target, ({ state }) =>
      // Deleted since the query.
      state && !state.isDeleted ? { type: 'WarnOfExpiration' } : { commands: [] },
    );
  }
}
