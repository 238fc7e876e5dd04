import { flag, milliseconds, text, url, wholeNumber } from '@svc/config';
import { z } from 'zod';
import { isPlainAddress, plainAddress } from './definition/plain-address.js';
import { defaultTimeLimits, type TimeLimits } from './timing/time-limits.js';

/** Variables that choose and limit the language model. A service spreads `.shape` into its own schema. */
export const modelConfig = z.object({
  SVC_MODELS: text()
    .optional()
    .describe(
      'several models by their names, instead of SVC_MODEL_BASE_URL and SVC_MODEL_NAME: JSON, or the path of a file of it (docs/guides/models.md)',
    ),
  SVC_MODEL_BASE_URL: url(['http:', 'https:'])
    .refine(isPlainAddress, plainAddress)
    .optional()
    .describe(
      'OpenAI-compatible API of the language model, for example http://127.0.0.1:11434/v1; unset: the offline model',
    ),
  SVC_MODEL_NAME: text().optional().describe('model to ask for at SVC_MODEL_BASE_URL'),
  SVC_MODEL_API_KEY: text().optional().describe('sent as bearer token to SVC_MODEL_BASE_URL (secret)'),
  SVC_MODEL_STRUCTURED_OUTPUTS: flag()
    .default(true)
    .describe('whether the API takes response_format json_schema; off: json_object'),
  SVC_MODEL_FIRST_PIECE_TIMEOUT_MS: milliseconds()
    .default(defaultTimeLimits.firstPieceMs)
    .describe('longest wait for the first piece of a message, in ms'),
  SVC_MODEL_MAX_TRANSCRIPT_CHARACTERS: wholeNumber({ min: 24_000, max: 1_000_000 })
    .default(96_000)
    .describe(
      'most of a conversation that prompts show and that is kept for them, in characters; models with a context below 131072 tokens are shown less',
    ),
  SVC_MODEL_FALLBACK_AFTER_MS: milliseconds()
    .default(defaultTimeLimits.fallbackAfterMs)
    .describe(
      'wait for the first piece of any response, in ms, before a fallback is called, where a model has one',
    ),
  SVC_MODEL_PIECE_TIMEOUT_MS: milliseconds()
    .default(defaultTimeLimits.betweenPiecesMs)
    .describe('longest wait from one piece of a message or judgement to the next, in ms'),
  SVC_MODEL_TIMEOUT_MS: milliseconds()
    .default(defaultTimeLimits.messageMs)
    .describe('longest time for a whole message, in ms'),
  SVC_MODEL_JUDGEMENT_TIMEOUT_MS: milliseconds()
    .default(defaultTimeLimits.judgementMs)
    .describe('longest time for a judgement, such as whether an exit condition holds, in ms'),
  SVC_MODEL_OFFLINE_PIECE_DELAY_MS: wholeNumber({ min: 0, max: 60_000 })
    .default(0)
    .describe('pause of the offline model before each piece but the first, in ms; for tests'),
});

export type ModelConfig = z.infer<typeof modelConfig>;

/** The time limits of models without their own. */
export function modelTimeLimits(config: ModelConfig): TimeLimits {
  return {
    firstPieceMs: config.SVC_MODEL_FIRST_PIECE_TIMEOUT_MS,
    fallbackAfterMs: config.SVC_MODEL_FALLBACK_AFTER_MS,
    betweenPiecesMs: config.SVC_MODEL_PIECE_TIMEOUT_MS,
    messageMs: config.SVC_MODEL_TIMEOUT_MS,
    judgementMs: config.SVC_MODEL_JUDGEMENT_TIMEOUT_MS,
  };
}
