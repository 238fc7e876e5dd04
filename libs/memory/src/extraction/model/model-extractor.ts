import type { AttemptListener } from '@svc/engine';
import type { ObjectModel } from '@svc/models';
import type { MemoryExtractor, ProposedMemory } from '../memory-extractor.js';
import type { TranscriptMessage } from '../transcript.js';
import { extractionForm, extractionSchema, readExtraction } from './extraction-answer.js';
import { extractionPrompt, shownIds } from './extraction-prompt.js';
import { transcriptWindows } from './transcript-windows.js';

/** Raised with the prompt, the schema and the way in which a transcript is parted. */
const version = 1;

/**
 * Memories by a language model, part by part of the transcript. An answer that has not the form is put right once, then
 * the whole extraction fails: half of a conversation is not taken for all of it.
 * @param onAttempt hears of each request to the provider, for tokens and durations; what it hears holds what was said
 */
export function createModelExtractor(
  model: ObjectModel,
  onAttempt: AttemptListener = () => undefined,
): MemoryExtractor {
  return {
    name: model.name,
    version,
    async extract({ messages }, signal) {
      signal.throwIfAborted();
      const proposals: ProposedMemory[] = [];
      for (const window of transcriptWindows(messages)) {
        proposals.push(...(await model.answer(extractionRequest(window), signal, onAttempt)));
      }
      return proposals;
    },
  };
}

function extractionRequest(window: readonly TranscriptMessage[]) {
  const messageIds = shownIds(window);
  return {
    messages: extractionPrompt(window),
    name: 'memories',
    schema: extractionSchema,
    read: (object: Readonly<Record<string, unknown>>) => readExtraction(object, messageIds),
    form: extractionForm,
  };
}
