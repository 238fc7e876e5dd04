import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelDefinition, Sampling } from '../catalogue/model-definition.js';

type AnswerForm = ModelDefinition['capabilities']['structured_output'];

/** A model that is always asked with this sampling, and for the form of answer that its API takes. */
export function withSampling(
  model: LanguageModelV4,
  sampling: Sampling,
  form: AnswerForm = 'json_schema',
): LanguageModelV4 {
  const settings = callSettings(sampling);
  const changed = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const { responseFormat, ...rest } = options;
    const wanted = formOf(responseFormat, form);
    return { ...rest, ...settings, ...(wanted === undefined ? {} : { responseFormat: wanted }) };
  };
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(changed(options)),
    doStream: (options) => model.doStream(changed(options)),
  };
}

function callSettings(sampling: Sampling): Partial<LanguageModelV4CallOptions> {
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

function formOf(
  asked: LanguageModelV4CallOptions['responseFormat'],
  form: AnswerForm,
): LanguageModelV4CallOptions['responseFormat'] {
  if (asked?.type !== 'json' || form === 'json_schema') return asked;
  return form === 'json_object' ? { type: 'json' } : undefined;
}
