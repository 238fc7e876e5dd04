import type {
  ModelAttempt as AttemptMessage,
  ModelCallRecorded as ModelCallMessage,
  ModelExchangesRecorded as ExchangesMessage,
  ModelUsage as UsageMessage,
} from '@svc/contracts/conversations';
import type { CallFailure, CallKind, FinishReason, ModelUsage } from '@svc/engine';
import type { Complete } from '@svc/event-store';
import type { ModelCallRecorded, ModelExchangesRecorded } from '../domain/model-call-record.js';
import { packJson, unpackJson } from './packed-json.js';
import { stored } from './stored-value.js';

type Attempt = ModelCallRecorded['attempts'][number];

export function modelCallToMessage(call: ModelCallRecorded): Complete<ModelCallMessage> {
  return { ...call, attempts: call.attempts.map(attemptToMessage), failure: call.failure ?? undefined };
}

/** Kinds, reasons and failures are written by the engine alone. */
export function modelCallFromMessage(message: ModelCallMessage): ModelCallRecorded {
  return {
    ...message,
    kind: message.kind as CallKind,
    attempts: message.attempts.map(attemptFromMessage),
    failure: (message.failure as CallFailure | undefined) ?? null,
  };
}

export function exchangesToMessage(data: ModelExchangesRecorded): Complete<ExchangesMessage> {
  return { interactionId: data.interactionId, exchanges: packJson(data.exchanges) };
}

/** Of an erased subject the exchanges are absent. */
export function exchangesFromMessage(message: ExchangesMessage): ModelExchangesRecorded {
  return { interactionId: message.interactionId, exchanges: unpackJson(message.exchanges) };
}

function attemptToMessage(attempt: Attempt): Complete<AttemptMessage> {
  return {
    finishReason: attempt.finishReason ?? undefined,
    rawFinishReason: attempt.rawFinishReason ?? undefined,
    providerModel: attempt.providerModel ?? undefined,
    usage: usageToMessage(attempt.usage),
    durationMs: attempt.durationMs,
    failure: attempt.failure ?? undefined,
    model: attempt.model,
  };
}

function attemptFromMessage(message: AttemptMessage): Attempt {
  return {
    finishReason: (message.finishReason as FinishReason | undefined) ?? null,
    rawFinishReason: message.rawFinishReason ?? null,
    providerModel: message.providerModel ?? null,
    usage: usageFromMessage(stored(message.usage, 'usage')),
    durationMs: message.durationMs,
    failure: (message.failure as CallFailure | undefined) ?? null,
    ...(message.model === undefined ? {} : { model: message.model }),
  };
}

function usageToMessage(usage: ModelUsage): Complete<UsageMessage> {
  return {
    inputTokens: usage.inputTokens ?? undefined,
    cachedInputTokens: usage.cachedInputTokens ?? undefined,
    cacheWriteTokens: usage.cacheWriteTokens ?? undefined,
    outputTokens: usage.outputTokens ?? undefined,
    reasoningTokens: usage.reasoningTokens ?? undefined,
  };
}

function usageFromMessage(message: UsageMessage): ModelUsage {
  return {
    inputTokens: message.inputTokens ?? null,
    cachedInputTokens: message.cachedInputTokens ?? null,
    cacheWriteTokens: message.cacheWriteTokens ?? null,
    outputTokens: message.outputTokens ?? null,
    reasoningTokens: message.reasoningTokens ?? null,
  };
}
