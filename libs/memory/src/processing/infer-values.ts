import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { TenantId } from '@svc/kernel';
import { METRICS } from '@svc/service-host';
import type { Counter, Metrics } from '@svc/telemetry';
import { inferValues } from '../extraction/inference/infer-values.js';
import type { InferredKey } from '../extraction/inference/inferred-key.js';
import { TRANSCRIPTS, WORLD_KEYS, type Transcripts, type WorldKeys } from '../ports/ports.js';

export interface InferredConversation {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  readonly entityId: string;
  readonly finishedAtMs: number;
}

/** What a finished conversation of a workspace says of its person, by the keys that the workspace has now. */
@Injectable()
export class InferValues {
  readonly #values: Counter;

  constructor(
    @Inject(WORLD_KEYS) private readonly world: WorldKeys,
    @Inject(TRANSCRIPTS) private readonly transcripts: Transcripts,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.#values = metrics.counter({
      name: 'inferred_values_total',
      description: 'Values that were inferred from conversations of workspaces, by what came of them.',
    });
  }

  /** Can be repeated. @throws DomainError `service_unavailable` */
  async execute({ tenantId, conversationId, entityId, finishedAtMs }: InferredConversation): Promise<void> {
    const { keys } = await this.world.listInferredKeys({ tenantId });
    if (keys.length === 0) return;
    const transcript = await this.transcripts.of(tenantId, { conversationId, finishedAtMs });
    if (transcript === null || transcript.isSimulated) return;
    const asked = keys.map(({ allowedValuesJson, valueType, ...key }) => ({
      ...key,
      valueType: valueType as InferredKey['valueType'],
      allowedValues: allowedValuesJson === undefined ? [] : (JSON.parse(allowedValuesJson) as unknown[]),
    }));
    const found = inferValues(asked, transcript.messages);
    const least = new Map(keys.map(({ key, minConfidence }) => [key, minConfidence]));
    const sure = found.filter(({ key, confidence }) => confidence >= (least.get(key) ?? 0));
    this.#values.add(found.length - sure.length, { outcome: 'unsure' });
    if (sure.length === 0) return;
    const inferences = sure.map(({ value, messageIds, ...rest }) => ({
      ...{ ...rest, messageIds: [...messageIds] },
      valueJson: JSON.stringify(value),
    }));
    try {
      const request = { tenantId, entityId, conversationId, inferences };
      const { recorded, leftOut } = await this.world.recordInferences(request);
      this.#values.add(recorded, { outcome: 'recorded' });
      this.#values.add(leftOut, { outcome: 'refused' });
    } catch (error) {
      // The person was erased since.
      if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    }
  }
}
