import { ModelError, type ModelPort, type RecommendRequest } from '@svc/engine';
import type { Scheduler } from '../lease/scheduler.js';
import { linkedSignal } from '../turn/linked-signal.js';

/** Of the whole text, in UTF-16 code units: the rest is not read. */
const maxTextCharacters = 10_000;
const maxWaitMs = 25_000;

/** What a model suggests, for whoever waits for it now. @throws ModelError, also after 25 s */
export async function textOf(
  model: ModelPort,
  request: RecommendRequest,
  scheduler: Scheduler,
  signal: AbortSignal,
): Promise<string> {
  const late = new AbortController();
  const cancel = scheduler.after(maxWaitMs, () => late.abort(new ModelError('timeout')));
  const linked = linkedSignal([signal, late.signal]);
  let text = '';
  try {
    for await (const piece of model.generate(request, linked.signal, () => undefined)) {
      text += piece;
      if (text.length > maxTextCharacters) break;
    }
    return text;
  } finally {
    linked.unlink();
    cancel();
  }
}
