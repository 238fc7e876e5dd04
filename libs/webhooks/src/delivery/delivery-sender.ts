import { performance } from 'node:perf_hooks';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock, IdGenerator } from '@svc/kernel';
import { OutgoingError } from '@svc/outgoing-http';
import { CLOCK, IDS, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { WEBHOOKS_OPTIONS, type WebhooksOptions } from '../webhooks-options.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import type { DeliveryAttempt } from './delivery-attempt.js';
import type { DeliveryDestination } from './destination-book.js';
import { signedHeaders } from './signed-headers.js';

/** The maximum read of a response, so that its connection can be used again; it is discarded. */
const maxAnswerBytes = 16_384;

/** Makes one attempt of a delivery. */
@Injectable()
export class DeliverySender {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(WEBHOOKS_OPTIONS) private readonly options: WebhooksOptions,
  ) {}

  /**
   * Null: the signal ended it. Never rejects: an error here is a failed attempt too, so that retries are bounded.
   */
  async send(
    delivery: ClaimedDelivery,
    { url, secrets }: DeliveryDestination,
    signal: AbortSignal,
  ): Promise<DeliveryAttempt | null> {
    const { outgoing, headerWord: word, requestTimeoutMs: timeoutMs } = this.options;
    const atMs = this.clock.now();
    const requestId = this.ids.uuid();
    const startedAt = performance.now();
    const made = { atMs, requestId, isDualSigned: secrets.length > 1 };
    try {
      const { status, latencyMs } = await outgoing.send({
        method: 'POST',
        url,
        headers: signedHeaders(delivery, { word, atMs, secrets, requestId }),
        body: delivery.body,
        timeoutMs,
        maxAnswerBytes,
        isRepeatable: true,
        signal,
      });
      return { ...made, statusCode: status, latencyMs: Math.round(latencyMs), error: null };
    } catch (failure) {
      const error = failure instanceof OutgoingError ? failure.reason : 'internal_error';
      if (error === 'aborted') return null;
      if (error === 'internal_error')
        this.logger.error('a webhook request failed here', {
          error: failure,
          destinationId: delivery.destinationId,
        });
      const latencyMs = Math.round(performance.now() - startedAt);
      return { ...made, statusCode: 0, latencyMs, error };
    }
  }
}
