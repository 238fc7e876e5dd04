import type { PromptMessage } from '@svc/engine';
import { canonicalJson } from '@svc/kernel';
import type { Difference } from './difference.js';
import type { AnsweredCall } from './turn-otherwise.js';

/** Of what is shown of each prompt, in UTF-16 code units. */
const maxShown = 300;
/** Of that, what comes before the difference. */
const maxBefore = 60;

/** The prompts that are other than recorded, each with the place where it begins to differ. */
export function changedPrompts(answered: readonly AnsweredCall[]): readonly Difference[] {
  return answered.flatMap(({ recorded, replayed }): readonly Difference[] => {
    if (recorded.requestHash === replayed.requestHash) return [];
    const [one, other] = [linesOf(recorded.request.messages), linesOf(replayed.request.messages)];
    const place = firstDifference(one, other);
    const from = Math.max(0, place - maxBefore);
    const shown = (text: string) => `${replayed.kind}: ${text.slice(from, from + maxShown)}`;
    if (place < 0) {
      // The words are the same: what is asked for, or with which settings, is not.
      const rest = ({ schema, settings }: typeof recorded.request) => canonicalJson({ schema, settings });
      return [
        {
          kind: 'prompts',
          recorded: `${replayed.kind}: ${rest(recorded.request).slice(0, maxShown)}`,
          replayed: `${replayed.kind}: ${rest(replayed.request).slice(0, maxShown)}`,
        },
      ];
    }
    return [{ kind: 'prompts', recorded: shown(one), replayed: shown(other) }];
  });
}

function linesOf(messages: readonly PromptMessage[]): string {
  return messages.map(({ role, content }) => `[${role}] ${content}`).join('\n');
}

/** -1: there is none. */
function firstDifference(one: string, other: string): number {
  const least = Math.min(one.length, other.length);
  for (let place = 0; place < least; place += 1)
    if (one.charCodeAt(place) !== other.charCodeAt(place)) return place;
  return one.length === other.length ? -1 : least;
}
