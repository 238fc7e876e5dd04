import { toStorableText } from '@svc/kernel';
import { inPlaceOf } from './in-place-of.js';
import {
  maxReplacement,
  type FinalRuling,
  type MessageUnderWay,
  type Ruling,
  type SpeechPolicy,
  type UnsaidText,
} from '../protocol/speech-policy.js';

/** A ruling, and the policies that did not simply allow the text. */
export interface JointRuling {
  readonly ruling: Ruling;
  readonly policies: readonly string[];
}

/**
 * Combines several policies: each sees what the previous ones leave of the text, so nothing is sent that one of them has not
 * seen. The text is held when one of them holds it.
 */
export function ruleByAll(
  policies: readonly SpeechPolicy[],
  unsaid: UnsaidText,
  message: MessageUnderWay,
): JointRuling {
  const named: string[] = [];
  let final: FinalRuling = { type: 'say' };
  let isHeld = false;
  let { text } = unsaid;
  const { begun = '' } = unsaid;
  for (const policy of policies) {
    const ruling = policy.rule({ ...unsaid, text }, message);
    if (ruling.type !== 'say' || ruling.endsMessage) named.push(policy.name);
    isHeld ||= ruling.type === 'hold';
    final = joined(final, ruling.type === 'hold' ? ruling.otherwise : ruling);
    if (final.type === 'drop') break;
    if (final.type === 'replace') text = begun + inPlaceOf(unsaid.text.slice(begun.length), final.by);
  }
  return { ruling: isHeld ? { type: 'hold', otherwise: final } : final, policies: named };
}

function joined(before: FinalRuling, ruling: FinalRuling): FinalRuling {
  const end = before.endsMessage || ruling.endsMessage ? ({ endsMessage: true } as const) : {};
  if (ruling.type === 'say') return { ...before, ...end };
  if (ruling.type === 'drop') return { type: 'drop', ...end };
  return { type: 'replace', by: toStorableText(ruling.by.slice(0, maxReplacement)), ...end };
}
