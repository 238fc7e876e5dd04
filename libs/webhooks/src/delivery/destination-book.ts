import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { DestinationSecrets } from '../adapters/destination-secrets.js';

/** How long data of a destination is cached, in ms: the longest time until a change other than a rotation counts. */
const readAgainAfterMs = 1_000;
/** Beyond this the least recently used entries are removed. */
const maxEntries = 20_000;

/** Where deliveries go, and with which secrets they are signed. */
export interface DeliveryDestination {
  readonly url: URL;
  readonly retryAttempts: number;
  /** The newer one first. */
  readonly secrets: readonly [string, ...string[]];
}

/** `unreadable`: its secret does not open, which the installer has to repair. */
export type KnownDestination = DeliveryDestination | 'gone' | 'unreadable';

interface Entry {
  readonly readAtMs: number;
  readonly known: KnownDestination;
  /** The one that signs; null: the destination is gone. */
  readonly secretId: string | null;
  readonly formerSignsUntilMs: number;
}

interface DestinationRow {
  readonly destination_id: string;
  readonly url: string;
  readonly retry_attempts: number;
  readonly secret_id: string;
  readonly dual_signing_stops_at: Date | null;
  /** The one that signs, then its predecessor. */
  readonly secret_ids: readonly string[];
  readonly wrapped_secrets: readonly Buffer[];
}

/** What deliveries need to know of their destinations, read for many at once and cached for a second. */
@Injectable()
export class DestinationBook {
  readonly #entries = new Map<string, Entry>();

  constructor(
    private readonly secrets: DestinationSecrets,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Reads those that are missing or too old, or whose secret was rotated. */
  async read(claimed: readonly Pick<ClaimedDelivery, 'destinationId' | 'secretId'>[]): Promise<void> {
    const nowMs = this.clock.now();
    const isFresh = (id: string, secretId: string | null) => {
      const entry = this.#entries.get(id);
      const ageMs = nowMs - (entry?.readAtMs ?? -Infinity);
      // An entry from the future was read before the clock was set back, so its age is unknown.
      return ageMs >= 0 && ageMs < readAgainAfterMs && entry?.secretId === secretId;
    };
    const current = new Map(claimed.map(({ destinationId, secretId }) => [destinationId, secretId]));
    const missing = [...current].filter(([id, secretId]) => !isFresh(id, secretId)).map(([id]) => id);
    if (missing.length === 0) return;
    const { rows } = await this.database.query<DestinationRow>({
      name: 'webhooks.select_delivery_destinations',
      text: selection,
      values: [missing],
    });
    const found = new Map(rows.map((row) => [row.destination_id, row]));
    for (const id of missing) {
      const row = found.get(id);
      this.#entries.delete(id);
      const known = row ? this.#open(row) : 'gone';
      const formerSignsUntilMs = row?.dual_signing_stops_at?.getTime() ?? 0;
      this.#entries.set(id, { readAtMs: nowMs, known, secretId: row?.secret_id ?? null, formerSignsUntilMs });
    }
    for (const id of this.#entries.keys()) {
      if (this.#entries.size <= maxEntries) break;
      this.#entries.delete(id);
    }
  }

  /** Of one that `read` has loaded. */
  of(destinationId: string): KnownDestination {
    const { known = 'unreadable', formerSignsUntilMs = 0 } = this.#entries.get(destinationId) ?? {};
    if (typeof known === 'string' || this.clock.now() < formerSignsUntilMs) return known;
    return { ...known, secrets: [known.secrets[0]] };
  }

  /** One damaged row must not delay the others. Another master key would have refused the start. */
  #open(row: DestinationRow): KnownDestination {
    const { destination_id: destinationId, url, retry_attempts: retryAttempts } = row;
    try {
      const [present, ...former] = row.wrapped_secrets.map((wrapped, index) =>
        this.secrets.open(row.secret_ids[index] ?? '', wrapped),
      );
      if (present !== undefined) return { url: new URL(url), retryAttempts, secrets: [present, ...former] };
      this.logger.error('a webhook destination has no secret', { destinationId });
    } catch (error) {
      this.logger.error('the secret of a webhook destination does not open', { destinationId, error });
    }
    return 'unreadable';
  }
}

const selection = `
SELECT d.destination_id, d.url, d.retry_attempts, d.secret_id, d.dual_signing_stops_at,
       coalesce(array_agg(s.secret_id ORDER BY s.secret_id <> d.secret_id)
                  FILTER (WHERE s.secret_id IS NOT NULL), '{}') AS secret_ids,
       coalesce(array_agg(s.wrapped_secret ORDER BY s.secret_id <> d.secret_id)
                  FILTER (WHERE s.secret_id IS NOT NULL), '{}') AS wrapped_secrets
  FROM webhooks.destination AS d LEFT JOIN webhooks.destination_secret AS s USING (destination_id)
 WHERE d.destination_id = ANY($1::text[])
 GROUP BY d.tenant_id, d.destination_id`;
