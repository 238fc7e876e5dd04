import type { CallKind } from '@svc/engine';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelDefinition, Sampling, SamplingName } from '../definition/model-definition.js';

/** Calls with the same sampling: a choice, the agent's message, an extraction from a transcript. */
export type CallClass = keyof ModelDefinition['calls'];

export function callClassOf(kind: CallKind): CallClass {
  switch (kind) {
    case 'engage':
    case 'reflect':
    case 'filler':
    case 'recommend':
      return 'message';
    case 'summarize':
    case 'arguments':
      return 'extraction';
    case 'navigate':
    case 'decide':
    case 'select-action':
    case 'guard':
      return 'judgement';
  }
}

export type CallSampling = Readonly<Record<CallClass, Sampling>>;

/**
 * A choice is the same for the same prompt, with room for the reasoning of some models. A message gets the tokens that the
 * engine reserves for it.
 */
const defaults: CallSampling = {
  judgement: { temperature: 0, max_output_tokens: 2_048 },
  message: { max_output_tokens: 2_500 },
  extraction: { temperature: 0, max_output_tokens: 8_192 },
};

/** Default bound of a response, as a share of the model's context. */
const mostOfContext = 1 / 4;

/**
 * Sampling of a model: what its definition says for the class of calls, else for all calls, else the default. The offline model
 * follows rules and is not sampled.
 */
export function callSampling({ provider, sampling, calls, context_tokens }: ModelDefinition): CallSampling {
  const of = (name: CallClass): Sampling => {
    if (provider === 'offline') return {};
    const { max_output_tokens: most = context_tokens, ...rest } = defaults[name];
    const fitting = Math.max(1, Math.min(most, Math.floor(context_tokens * mostOfContext)));
    return { ...rest, max_output_tokens: fitting, ...sampling, ...calls[name] };
  };
  return { judgement: of('judgement'), message: of('message'), extraction: of('extraction') };
}

/** Nothing is sent: the provider's own defaults apply. */
export const unsampled: CallSampling = { judgement: {}, message: {}, extraction: {} };

/** @param sampled preferred for all classes */
export function sampledAs(sampling: CallSampling, sampled: Sampling): CallSampling {
  return {
    judgement: { ...sampling.judgement, ...sampled },
    message: { ...sampling.message, ...sampled },
    extraction: { ...sampling.extraction, ...sampled },
  };
}

export function withoutParameters<Sent extends object>(sent: Sent, leftOut: ReadonlySet<SamplingName>): Sent {
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => value !== undefined && !leftOut.has(name as SamplingName)),
  ) as Sent;
}

/** As settings of the AI SDK. */
export function callSettings(sampling: Sampling): Partial<LanguageModelV4CallOptions> {
  const { temperature, top_p, presence_penalty, frequency_penalty, seed, max_output_tokens, stop } = sampling;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(top_p === undefined ? {} : { topP: top_p }),
    ...(presence_penalty === undefined ? {} : { presencePenalty: presence_penalty }),
    ...(frequency_penalty === undefined ? {} : { frequencyPenalty: frequency_penalty }),
    ...(seed === undefined ? {} : { seed }),
    ...(max_output_tokens === undefined ? {} : { maxOutputTokens: max_output_tokens }),
    ...(stop === undefined ? {} : { stopSequences: [...stop] }),
  };
}
