import { LRUCache } from 'lru-cache';
import type { Choice } from '@svc/engine';
import { dangerIn } from './danger.js';

const life = /\b(?:life|lives|112|911|999|ambulance|suicid\w*)\b/i;
const emergency = /\b(?:emergenc\w+|danger\w*|crisis)\b/i;
/** Other trouble is called so too: a burst pipe, a broken tooth. */
const emergencies = new RegExp(emergency.source, 'gi');
const denied = /\b(?:no|not|without|isn't|rather than) (?:\S+ ){0,3}(?:emergenc\w+|danger\w*|crisis)\b/i;

/** By the text of an exit: graphs ask about the same few in each turn. */
const known = new LRUCache<string, boolean>({ max: 1_000 });

/** Exits that only danger to life takes. */
export function isForDangerToLife({ text }: Choice): boolean {
  let isFor = known.get(text);
  if (isFor === undefined) known.set(text, (isFor = namesDangerToLife(text)));
  return isFor;
}

function namesDangerToLife(text: string): boolean {
  return !denied.test(text) && (life.test(text) || dangerIn(text.replaceAll(emergencies, '')) !== null);
}

/** Exits that danger to life takes, as far as their words say. */
export function isAlarm(choice: Choice): boolean {
  return isForDangerToLife(choice) || (emergency.test(choice.text) && !denied.test(choice.text));
}
