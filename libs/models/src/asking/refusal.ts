import { APICallError, UnsupportedFunctionalityError } from '@ai-sdk/provider';
import type { SamplingName } from '../definition/model-definition.js';
import { failureKind } from './to-model-error.js';

/** Which options of a request a provider refused. */
export interface Refusal {
  /** Whether it names the form of the response. */
  readonly namesForm: boolean;
  /** The parameters that it names. */
  readonly parameters: readonly SamplingName[];
}

/** A request that is not understood, or asks for something that does not exist. */
const statuses = new Set([400, 415, 422, 501]);

/** Of an error message: later parts may quote the prompt. */
const maxCharactersRead = 400;

const formNames =
  /response_?format|json_schema|json_object|json[ _]mode|structured[ _]?output|output_(?:format|config)|guided|grammar/i;

const parameterNames: Readonly<Record<SamplingName, RegExp>> = {
  temperature: /temperature/i,
  top_p: /\btop_?p\b/i,
  presence_penalty: /presence_?penalty/i,
  frequency_penalty: /frequency_?penalty/i,
  seed: /\bseed\b/i,
  max_output_tokens: /max_?(?:completion_?|output_?|new_?)?tokens/i,
  stop: /\bstop(?:_?sequences?)?\b/i,
};

/** Null when `failure` is no refusal of options. A prompt that is too long is not one. */
export function refusalIn(error: unknown): Refusal | null {
  if (UnsupportedFunctionalityError.isInstance(error)) return named(error.functionality);
  if (!APICallError.isInstance(error) || !statuses.has(error.statusCode ?? 0)) return null;
  if (failureKind(error) === 'context_overflow') return null;
  return named(complaintOf(error).slice(0, maxCharactersRead));
}

function named(words: string): Refusal {
  const parameters = Object.entries(parameterNames).filter(([, pattern]) => pattern.test(words));
  return { namesForm: formNames.test(words), parameters: parameters.map(([name]) => name as SamplingName) };
}

/** The parameter in an error of OpenAI's form, else its message, else the message of the call. */
function complaintOf({ data, message }: APICallError): string {
  const error: unknown = isObject(data) && 'error' in data ? data['error'] : data;
  if (!isObject(error)) return message;
  const { param, message: words } = error;
  if (typeof param === 'string' && param.trim() !== '') return param;
  return typeof words === 'string' ? words : message;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
