import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, LOGGER, METRICS } from '@svc/service-host';
import { durationBuckets, type Counter, type Histogram, type Logger, type Metrics } from '@svc/telemetry';
import { limits } from '../domain/limits.js';
import { WEBHOOKS_OPTIONS, type WebhooksOptions } from '../webhooks-options.js';
import { claimsOf, claimStatement, type Claims } from './claim-statement.js';
import type { ClaimedDelivery, ClaimOutcome } from './claimed-delivery.js';
import { ClaimRecorder } from './claim-recorder.js';
import { isAcknowledged, type DeliveryAttempt } from './delivery-attempt.js';
import { DeliveryDays } from './delivery-days.js';
import { DeliverySender } from './delivery-sender.js';
import { lostAfterMs, unreadableAgainAfterMs, waitAfterMs } from './delivery-waits.js';
import { DestinationBook, type KnownDestination } from './destination-book.js';
import { DispatcherAlarm } from './dispatcher-alarm.js';
import { RequestWindows, type RequestCourse } from './request-windows.js';

/** The longest time until deliveries are found that other processes added, or that fell due unnoticed. */
const lookAgainAfterMs = 1_000;
/** An acknowledged request is slow if it took more than this share of the timeout: 1 s of 10 s. */
const slowShare = 0.1;

/**
 * Makes the attempts that are due: claims some, sends them concurrently and records the outcomes. Any number of
 * processes may do so on one database. What a killed process has claimed falls due again when its claim counts as
 * lost. It is then delivered a second time under the same key, if the first attempt had come through.
 */
@Injectable()
export class DeliveryDispatcher {
  readonly #windows: RequestWindows;
  readonly #recorder: ClaimRecorder;
  readonly #alarm = new DispatcherAlarm(lookAgainAfterMs);
  readonly #abort = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #attempts: Counter;
  readonly #unreadable: Counter;
  readonly #delay: Histogram;
  #after = '';
  #isClaiming = false;
  #running: Promise<void> | undefined;

  constructor(
    private readonly book: DestinationBook,
    private readonly sender: DeliverySender,
    days: DeliveryDays,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
    @Inject(WEBHOOKS_OPTIONS) private readonly options: WebhooksOptions,
  ) {
    this.#windows = new RequestWindows(options.requestsPerDestination);
    this.#recorder = new ClaimRecorder(days, database, clock, logger);
    this.#attempts = metrics.counter({
      name: 'webhook_attempts_total',
      description: 'Requests to webhook destinations, by what came of them.',
    });
    this.#unreadable = metrics.counter({
      name: 'webhook_unreadable_secrets_total',
      description:
        'Deliveries put off, or given up after 30 days, because the secret of their destination does not open.',
    });
    this.#delay = metrics.histogram({
      name: 'webhook_delivery_seconds',
      description: 'From the event here to the outcome of its delivery.',
      buckets: durationBuckets,
    });
  }

  start(): void {
    this.#isClaiming = true;
    this.#running = this.#run();
  }

  /** Something may be due. */
  wake(): void {
    this.#alarm.ring();
  }

  /**
   * Claims nothing more and waits for requests under way. After `graceMs` it ends the rest, which are due again.
   */
  async drain(graceMs: number): Promise<void> {
    this.#isClaiming = false;
    this.#alarm.ring();
    await this.#running;
    const timer = setTimeout(() => this.#abort.abort(), graceMs);
    await Promise.all(this.#underWay);
    clearTimeout(timer);
  }

  async stop(): Promise<void> {
    const drained = this.drain(0);
    await this.#recorder.stop();
    await drained;
    this.#alarm.stop();
  }

  async #run(): Promise<void> {
    while (this.#isClaiming) {
      const foundAny = await this.#round().catch((error: unknown) => {
        this.logger.error('webhook deliveries can not be claimed', { error });
        return false;
      });
      if (!foundAny) await this.#alarm.wait();
    }
  }

  /** Whether anything was claimed, so that more may be due. */
  async #round(): Promise<boolean> {
    const room = this.#room();
    if (room <= 0) return false;
    const { deliveries, after } = await this.#claim(room);
    const goesRound = this.#after !== '';
    this.#after = after;
    await this.book.read(deliveries);
    for (const delivery of deliveries) {
      const work = this.#handle(delivery).finally(() => this.#underWay.delete(work));
      this.#underWay.add(work);
    }
    return deliveries.length > 0 || goesRound || after !== '';
  }

  #room(): number {
    return this.options.requestsInFlight - this.#windows.inFlight;
  }

  async #claim(room: number): Promise<Claims> {
    const nowMs = this.clock.now();
    const { rows } = await this.database.query(
      claimStatement({
        after: this.#after,
        rooms: this.#windows.rooms(),
        firstRoom: this.#windows.firstRoom,
        maxRoom: this.#windows.most,
        room,
        nowMs,
        lostAtMs: nowMs + lostAfterMs(this.options.requestTimeoutMs),
      }),
    );
    return claimsOf(rows, room);
  }

  /** Never rejects. */
  async #handle(delivery: ClaimedDelivery): Promise<void> {
    const { destinationId, createdAtMs } = delivery;
    this.#windows.enter(destinationId);
    const startedAt = performance.now();
    const destination = this.book.of(destinationId);
    const outcome = await this.#attempt(delivery, destination);
    const tookMs = performance.now() - startedAt;
    await this.#recorder.record({ delivery, outcome });
    const wasWaitedFor = this.#windows.isFull(destinationId) || this.#room() <= 0;
    this.#windows.leave(destinationId, this.#courseOf(outcome, tookMs));
    if (outcome.kind === 'success' || outcome.kind === 'failed')
      this.#delay.record((this.clock.now() - createdAtMs) / 1_000, { outcome: outcome.kind });
    if ('dueAtMs' in outcome) this.#alarm.ringIn(outcome.dueAtMs - this.clock.now());
    // Its place is free, and the next delivery of its conversation may go.
    if (wasWaitedFor || delivery.sequenceNumber !== null || outcome.kind === 'dropped') this.#alarm.ring();
  }

  #courseOf({ kind }: ClaimOutcome, tookMs: number): RequestCourse {
    if (kind !== 'success' && kind !== 'dropped') return 'failed';
    return tookMs > this.options.requestTimeoutMs * slowShare ? 'slow' : 'quick';
  }

  async #attempt(delivery: ClaimedDelivery, destination: KnownDestination): Promise<ClaimOutcome> {
    if (destination === 'gone') return { kind: 'dropped' };
    if (destination === 'unreadable') return this.#putOff(delivery);
    const made = await this.sender.send(delivery, destination, this.#abort.signal);
    if (!made) return { kind: 'released', dueAtMs: this.clock.now() };
    this.#attempts.add(1, { outcome: outcomeLabel(made) });
    const attempts = [...delivery.attempts, made];
    if (isAcknowledged(made)) return { kind: 'success', attempts };
    if (attempts.length >= destination.retryAttempts) return { kind: 'failed', attempts };
    return { kind: 'retry', attempts, dueAtMs: this.clock.now() + waitAfterMs(attempts.length) };
  }

  /**
   * It waits until the installer repairs it, but not longer than the history goes back, where it would have no
   * partition.
   */
  #putOff({ createdAtMs, destinationId }: ClaimedDelivery): ClaimOutcome {
    const nowMs = this.clock.now();
    const isGivenUp = createdAtMs < nowMs - limits.historyMs;
    this.#unreadable.add(1, { outcome: isGivenUp ? 'given_up' : 'put_off' });
    if (!isGivenUp) return { kind: 'released', dueAtMs: nowMs + unreadableAgainAfterMs };
    this.logger.error('a webhook delivery is given up: no secret of its destination opens', {
      destinationId,
    });
    return { kind: 'dropped' };
  }
}

/** `2xx`, `5xx`, or the reason for no response: few distinct values. */
function outcomeLabel({ statusCode, error }: DeliveryAttempt): string {
  return error ?? `${Math.floor(statusCode / 100)}xx`;
}
