import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { PromptMessage } from '@svc/engine';
import type { JsonObject } from '@svc/kernel';
import type { Sampling, SamplingName } from '../definition/model-definition.js';
import type { AttemptLog } from './attempt-log.js';
import { toPrompt } from './prompt.js';
import { withReconnect } from './reconnect.js';
import { failureKind } from './to-model-error.js';
import { callSettings, withoutParameters } from './call-sampling.js';
import type { Manner, ModelCapabilities, SentRequest } from './model-capabilities.js';

/** The JSON object that a response must be. */
export interface WantedObject {
  /** Name of the schema, for the provider: one word. */
  readonly name: string;
  /** JSON Schema of it. */
  readonly schema: JsonObject;
  /** The schema in words: for a provider that takes no schema, and a model that ignored it. */
  readonly form: string;
}

export interface Asked {
  readonly messages: readonly PromptMessage[];
  /** Sent after the messages. A request to repair a response already names the form. */
  readonly addedMessages: readonly PromptMessage[];
  /** Null where the response is free text. */
  readonly wanted: WantedObject | null;
  readonly sampling: Sampling;
}

type Options = Pick<LanguageModelV4CallOptions, 'prompt' | 'responseFormat'> &
  Partial<LanguageModelV4CallOptions>;

/**
 * Makes a request in a way that the model is known to accept. An option that the API refuses is left out or replaced by a
 * weaker form, one request after the other. Each is an attempt, and there are at most as many as there are options.
 */
export async function ask<Result>(
  capabilities: ModelCapabilities,
  asked: Asked,
  attempts: AttemptLog,
  call: (options: Options) => PromiseLike<Result>,
): Promise<Result> {
  let manner = capabilities.manner;
  for (;;) {
    const { sent, added, options } = request(asked, manner, capabilities.cacheMarks);
    try {
      const result = await withReconnect(attempts, added, () => call(options));
      capabilities.answered(sent);
      return result;
    } catch (error) {
      const next = capabilities.after(error, sent);
      if (next === null) throw error;
      attempts.end(failureKind(error));
      manner = next;
    }
  }
}

interface Request {
  readonly sent: SentRequest;
  /** What is sent after the messages, for the record. */
  readonly added: readonly PromptMessage[];
  readonly options: Options;
}

function request(
  { messages, addedMessages, wanted, sampling }: Asked,
  manner: Manner,
  cacheMarks: ModelCapabilities['cacheMarks'],
): Request {
  const sampled = withoutParameters(sampling, manner.leftOut);
  const parameters = Object.keys(sampled) as SamplingName[];
  const isInWords = wanted !== null && manner.form !== 'json_schema' && addedMessages.length === 0;
  const words = isInWords ? `Answer with a JSON object and nothing else: ${wanted.form}.` : null;
  return {
    sent: { manner, hasForm: wanted !== null, parameters },
    added: words === null ? addedMessages : [{ role: 'user', content: words }],
    options: {
      prompt: toPrompt(
        words === null ? [...messages, ...addedMessages] : followedBy(messages, words),
        cacheMarks,
      ),
      ...responseFormat(wanted, manner),
      ...callSettings(sampled),
    },
  };
}

function responseFormat(
  wanted: WantedObject | null,
  { form }: Manner,
): Pick<LanguageModelV4CallOptions, 'responseFormat'> {
  if (wanted === null || form === 'text') return {};
  const { name, schema } = wanted;
  return { responseFormat: form === 'json_schema' ? { type: 'json', name, schema } : { type: 'json' } };
}

/** Inside the last user message: some servers refuse two in a row. */
function followedBy(messages: readonly PromptMessage[], words: string): readonly PromptMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: words }];
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${words}` }];
}
