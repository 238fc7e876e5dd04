import { UseGuards } from '@nestjs/common';
import {
  InferenceServiceService,
  type ListInferredKeysRequest,
  type ListInferredKeysResponse,
  type RecordInferencesRequest,
  type RecordInferencesResponse,
} from '@svc/contracts/world';
import { DomainError, requireResourceId } from '@svc/errors';
import { canonicalJson, isTenantId, requestMetadata, type JsonValue, type TenantId } from '@svc/kernel';
import type { RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { RecordInferences } from '../application/record-inferences.js';
import { InferrersGuard } from './inferrers.guard.js';

/** InferenceService (proto/svc/world/v1/inference_service.proto): maps, and calls the use case. */
@RpcController(InferenceServiceService)
@UseGuards(InferrersGuard)
export class InferenceController {
  constructor(private readonly inferences: RecordInferences) {}

  async listInferredKeys({ tenantId }: ListInferredKeysRequest): Promise<ListInferredKeysResponse> {
    const keys = await this.inferences.keys(tenantOf(tenantId));
    return {
      keys: keys.map(({ key, valueType, allowedValues, description, sourceHint, minConfidence }) => ({
        ...{ key, valueType, minConfidence },
        allowedValuesJson: allowedValues === null ? undefined : canonicalJson(allowedValues),
        description: description ?? '',
        sourceHint: sourceHint ?? undefined,
      })),
    };
  }

  async recordInferences(
    { tenantId, entityId, conversationId, inferences }: RecordInferencesRequest,
    call: RpcCall,
  ): Promise<RecordInferencesResponse> {
    const tenant = tenantOf(tenantId);
    const metadata = requestMetadata('service:memory', call);
    const conversation = requireResourceId(tenant, 'conversation', conversationId);
    return this.inferences.record(
      { tenantId: tenant, metadata },
      { entityId: requireResourceId(tenant, 'entity', entityId), conversationId: conversation },
      inferences.map(({ valueJson, ...rest }) => ({ ...rest, value: JSON.parse(valueJson) as JsonValue })),
    );
  }
}

function tenantOf(tenantId: string): TenantId {
  if (isTenantId(tenantId)) return tenantId;
  throw new DomainError('not_found', 'There is no such tenant.');
}
