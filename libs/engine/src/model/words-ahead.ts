import type { ModelIdentity } from './model-port.js';

/**
 * Whether a message is worded while this model still judges whether it is to be said. `words_ahead: false` of a model's
 * settings saves what messages cost that are not said; so each record of a judgement holds it.
 */
export function wordsAhead({ settings }: Pick<ModelIdentity, 'settings'>): boolean {
  return settings['words_ahead'] !== false;
}
