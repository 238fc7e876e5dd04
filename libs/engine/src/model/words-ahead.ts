import type { ModelIdentity } from './model-port.js';

/**
 * Whether a message is worded while this model still judges its state. `words_ahead: false` in a model's settings saves the
 * cost of unused messages. As a setting, it is in each record of a judgement.
 */
export function wordsAhead({ settings }: Pick<ModelIdentity, 'settings'>): boolean {
  return settings['words_ahead'] !== false;
}
