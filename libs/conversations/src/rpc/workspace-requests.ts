import {
  type ChannelKind as ChannelKindProto,
  WorkspaceConversationStatus as StatusProto,
  type ListWorkspaceConversationsRequest,
  type StartWorkspaceConversationRequest,
  type SwitchWorkspaceChannelRequest,
  type TakeWorkspaceTurnRequest,
} from '@svc/contracts/conversations';
import { FieldChecks, requireResourceId } from '@svc/errors';
import { hasVisibleText, isResourceId, type TenantId } from '@svc/kernel';
import type { NewWorkspaceConversation } from '../application/start-workspace-conversation.js';
import type { ChannelRequest } from '../application/switch-channel.js';
import type { WorkspaceTurnRequest } from '../application/take-workspace-turn.js';
import type { ChannelKind } from '../domain/workspace-conversation.js';
import type { WorkspaceListQuery } from '../projections/workspace-list-query.js';
import { channels, directions, statuses } from './workspace-enums.js';

const most = {
  instruction: 10_000,
  greeting: 2_000,
  canonicalId: 256,
  message: 20_000,
  context: 100_000,
  clientMessageId: 128,
  reason: 256,
} as const;

const canonicalForm = /^[^:\s][^:]*:[^:]+:[^:]+$/;
const numberForm = /^\+[1-9]\d{1,14}$/;

/** @throws DomainError `validation_failed`; `not_found` for a malformed id of a service. */
export function newConversationOf(
  tenantId: TenantId,
  request: StartWorkspaceConversationRequest,
): NewWorkspaceConversation {
  const { entityId = null, canonicalId = null, recipient = null, useCaseId = null } = request;
  const { instruction = null, greeting = null, isSession, greets, forceNew, omitsTurns } = request;
  const checks = new FieldChecks();
  const channel = channelOf(checks, request.channel);
  if (entityId !== null) checkId(checks, tenantId, 'entity_id', entityId);
  if (entityId !== null && canonicalId !== null)
    checks.refuse(['body', 'canonical_id'], 'must not be given together with entity_id', 'value_error');
  if (canonicalId !== null) {
    checks.text(['body', 'canonical_id'], canonicalId, most.canonicalId);
    checks.pattern(['body', 'canonical_id'], canonicalId, canonicalForm, 'must have the form a:b:c');
  }
  const direction = directions.fromProto(request.direction) ?? 'inbound';
  // Who writes first has come by some way, which is known.
  checkReach(checks, tenantId, channel, { recipient, useCaseId }, direction === 'outbound');
  if (forceNew && channel === 'web')
    checks.refuse(['body', 'force_new'], 'is for other channels than the web', 'value_error');
  checkText(checks, 'instruction', instruction, most.instruction);
  checkText(checks, 'greeting', greeting, most.greeting);
  checks.verify();
  return {
    serviceId: requireResourceId(tenantId, 'service', request.serviceId),
    ...{ entityId, canonicalId, forceNew, greets, omitsTurns },
    terms: { channel, direction, isSession, useCaseId },
    briefing: { instruction, recipient, greeting },
  };
}

/** @throws DomainError `validation_failed`; `not_found` for a malformed id. */
export function turnRequestOf(tenantId: TenantId, request: TakeWorkspaceTurnRequest): WorkspaceTurnRequest {
  const { message: text, context, clientMessageId = null, waitForFinal, includeToolCalls } = request;
  const { suppressFiller: suppressesFillers } = request;
  const checks = new FieldChecks();
  checkText(checks, 'message', text, most.message);
  checkText(checks, 'context', context, most.context);
  if (clientMessageId !== null)
    checks.text(['body', 'client_message_id'], clientMessageId, most.clientMessageId);
  if (text !== '' && !hasVisibleText(text))
    checks.refuse(['body', 'message'], 'must hold text, or be empty', 'string_too_short');
  checks.verify();
  return {
    conversationId: requireResourceId(tenantId, 'conversation', request.conversationId),
    input:
      text === ''
        ? { kind: 'greeting' }
        : { kind: 'user-message', text, context: hasVisibleText(context) ? context : '' },
    clientMessageId,
    waitsForFinal: waitForFinal,
    includeToolCalls,
    suppressesFillers,
  };
}

/** @throws DomainError `validation_failed`; `not_found` for a malformed id. */
export function channelRequestOf(tenantId: TenantId, request: SwitchWorkspaceChannelRequest): ChannelRequest {
  const { recipient = null, useCaseId = null, instruction = null, reason } = request;
  const checks = new FieldChecks();
  const channel = channelOf(checks, request.channel);
  checkReach(checks, tenantId, channel, { recipient, useCaseId });
  checkText(checks, 'instruction', instruction, most.instruction);
  checks.text(['body', 'reason'], reason, most.reason).verify();
  return {
    conversationId: requireResourceId(tenantId, 'conversation', request.conversationId),
    ...{ channel, useCaseId, reason, briefing: { instruction, recipient } },
    dispatchesOpener: request.dispatchOpener,
  };
}

/** @throws DomainError `validation_failed` */
export function listQueryOf(
  request: ListWorkspaceConversationsRequest,
): Omit<WorkspaceListQuery, 'tenantId'> | null {
  const { limit, offset } = request;
  const checks = new FieldChecks();
  if (limit < 1 || limit > 100) checks.refuse(['query', 'limit'], 'must be 1 to 100', 'value_error');
  if (offset < 0) checks.refuse(['query', 'offset'], 'must be at least 0', 'value_error');
  checks.verify();
  const status = statuses.fromProto(request.status) ?? null;
  // No conversation has another status yet.
  if (status === null && request.status !== StatusProto.WORKSPACE_CONVERSATION_STATUS_UNSPECIFIED)
    return null;
  return { channel: channels.fromProto(request.channel) ?? null, status, limit, offset };
}

function channelOf(checks: FieldChecks, message: ChannelKindProto): ChannelKind {
  const channel = channels.fromProto(message) ?? 'web';
  if (channel === 'voice')
    checks.refuse(['body', 'channel'], 'must not be voice, which is not built', 'value_error');
  return channel;
}

/** Other channels than the web have to reach somebody. */
function checkReach(
  checks: FieldChecks,
  tenantId: TenantId,
  channel: ChannelKind,
  { recipient, useCaseId }: { readonly recipient: string | null; readonly useCaseId: string | null },
  needsUseCase = true,
): void {
  const missing = `is required on ${channel}`;
  if (recipient !== null)
    checks.pattern(['body', 'recipient'], recipient, numberForm, 'must be a number such as +4930123456');
  else if (channel !== 'web') checks.refuse(['body', 'recipient'], missing, 'missing');
  if (useCaseId !== null) checkId(checks, tenantId, 'use_case_id', useCaseId);
  else if (needsUseCase && channel !== 'web') checks.refuse(['body', 'use_case_id'], missing, 'missing');
}

function checkId(checks: FieldChecks, tenantId: TenantId, name: string, id: string): void {
  if (!isResourceId(tenantId, id))
    checks.refuse(['body', name], 'must be a UUID in lower case', 'uuid_parsing');
}

function checkText(checks: FieldChecks, name: string, text: string | null, maximum: number): void {
  if (text !== null) checks.storable(['body', name], text).atMostCharacters(['body', name], text, maximum);
}
