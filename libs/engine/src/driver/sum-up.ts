import { ModelError } from '../model/model-error.js';
import type { ModelPort } from '../model/model-port.js';
import type { TurnRecorder } from '../recording/turn-recorder.js';
import { askForSummary } from '../turn/ask-for-summary.js';
import type { NewSummary, SummaryInput } from '../turn/conversation-summary.js';
import { MessageText } from '../turn/message-text.js';

export interface SummaryPorts {
  readonly model: ModelPort;
  /** Gets the call, also one that fails. */
  readonly recorder: TurnRecorder;
}

/**
 * Lets the model summarize what the next prompts will not show. No turn waits for it: it runs between two turns, or next to one
 * that does without it. The same input and response give the same summary.
 * @param signal cancels the call, which is no failure of the model
 * @returns null where there was nothing to summarize; without a text where the model failed, was cancelled, or makes no
 * summaries
 */
export async function sumUp(
  input: SummaryInput,
  { model, recorder }: SummaryPorts,
  signal: AbortSignal,
): Promise<NewSummary | null> {
  const asked = askForSummary(input, model, recorder);
  if (asked === null) return null;
  const { call, request, messages } = asked;
  const text = new MessageText(asked.maxCharacters);
  try {
    for await (const piece of model.generate(request, signal, call.attempted)) {
      text.push(piece);
      if (text.isCut) break;
    }
  } catch (error) {
    if (error instanceof ModelError) call.failed(error);
    else if (!signal.aborted) throw error;
    return { text: null, messages };
  }
  text.end();
  call.answered(null);
  const words = text.whole.trimEnd();
  return { text: words === '' ? null : words, messages };
}
