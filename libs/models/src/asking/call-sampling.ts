import type { CallKind } from '@svc/engine';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelDefinition, Sampling, SamplingName } from '../definition/model-definition.js';

/** Calls that are sampled alike: a choice, the agent's message, what is drawn out of a transcript. */
export type CallClass = keyof ModelDefinition['calls'];

export function callClassOf(kind: CallKind): CallClass {
  switch (kind) {
    case 'engage':
      return 'message';
    case 'summarize':
      return 'extraction';
    case 'navigate':
    case 'decide':
    case 'select-action':
      return 'judgement';
  }
}

export type CallSampling = Readonly<Record<CallClass, Sampling>>;

/**
 * The same choice twice for the same words, and room for what some models think before it; of a message the tokens that the
 * engine keeps free for it.
 */
const defaults: CallSampling = {
  judgement: { temperature: 0, max_output_tokens: 2_048 },
  message: { max_output_tokens: 2_500 },
  extraction: { temperature: 0, max_output_tokens: 8_192 },
};

/** Of what a model can hold, an answer takes no more than this by default. */
const mostOfContext = 1 / 4;

/**
 * How a model is sampled: by what its definition says of a class of calls, else of all calls, else by default. The
 * offline model follows rules, which nothing is drawn for.
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

/** Nothing is sent: the provider's own defaults hold. */
export const unsampled: CallSampling = { judgement: {}, message: {}, extraction: {} };

/** @param sampled what is preferred for all of them */
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

/** In the words of the AI SDK. */
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
