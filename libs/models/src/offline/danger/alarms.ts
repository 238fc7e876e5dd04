import type { Choice } from '@svc/engine';
import { dangerIn } from './danger.js';

const life = /\b(?:life|lives|112|911|999|ambulance|suicid\w*)\b/i;
const emergency = /\b(?:emergenc\w+|danger\w*|crisis)\b/i;
/** Other trouble is called so too: a burst pipe, a broken tooth. */
const emergencies = new RegExp(emergency.source, 'gi');
const denied = /\b(?:no|not|without|isn't|rather than) (?:\S+ ){0,3}(?:emergenc\w+|danger\w*|crisis)\b/i;

/** Exits that only danger to life takes. */
export function isForDangerToLife({ text }: Choice): boolean {
  return !denied.test(text) && (life.test(text) || dangerIn(text.replaceAll(emergencies, '')) !== null);
}

/** Exits that danger to life takes, as far as their words say. */
export function isAlarm(choice: Choice): boolean {
  return isForDangerToLife(choice) || (emergency.test(choice.text) && !denied.test(choice.text));
}
