import type { AttemptListener } from '@svc/engine';
import type { ObjectModel } from '@svc/models';
import type { MemoryExtractor, ProposedMemory } from '../memory-extractor.js';
import type { TranscriptMessage } from '../transcript.js';
import { extractionForm, extractionSchema, readExtraction } from './extraction-answer.js';
import { extractionPrompt, shownIds } from './extraction-prompt.js';
import { transcriptWindows } from './transcript-windows.js';

/** Raised with each change of the prompt, the schema or the split of a transcript. */
const version = 2;

/**
 * Memories by a language model, for one part of the transcript after the other. A response of the wrong form gets one
 * correction; then the whole extraction fails, as half a conversation must not count as all of it.
 * @param onAttempt gets each request to the provider, for tokens and durations; it contains personal data
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
      for (const window of transcriptWindows(messages, model.contextTokens)) {
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
