import { stem } from './stem.js';

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

function stems(text: string): ReadonlySet<string> {
  return new Set([...words(text)].map(stem));
}

/** Words without content. */
export const stopWords = words(`
  a about all already also am an and any are as at be been being but by can could did do does doing for from get gets
  got had has have having he her here hers him his how i i'd i'll i'm i've if in into is it it's its just let let's
  may me might more must my now of off on once one ones only or other our ours out over own please s shall she should
  so some such t than thank thanks that that's the their theirs them then there these they they're this those to too
  up us very was we we'd we'll we're were what what's when where whether which while who whom whose why will with would you
  you'd you'll you're your yours yourself
`);

/** The people that conditions are about, and verbs like want, say and do: part of every condition. */
export const framingStems = stems(`
  agent assistant bot caller client conversation customer person patient guest visitor member user
  want wants wish wishes would like need needs intend ask asks request requests say says state states tell mention
  indicate express show shows seem seems appear make give provide share answer reply respond
`);

/** Words by which a condition requires a piece of information. */
export const givingStems = stems(`
  given provided told shared stated said mentioned named answered known clear understood collected specified described
  chosen picked selected supplied entered explained identified
`);

export const affirmingStems = stems(`
  yes agree confirm accept approve consent affirm ready willing happy satisfied interested correct right fine okay ok
  continue proceed
`);

export const refusingStems = stems(
  'decline refuse reject disagree deny object dissatisfied unhappy unwilling',
);

/** Actions that the words of `reversingStems` undo. */
export const undoneStems = stems('book buy order schedule arrange make reserve subscribe join');
export const reversingStems = stems('cancel return revoke undo unsubscribe');

export const negators = words('not no never none neither nor nothing nobody without cannot hardly unless');

/** Words that end the scope of a negation. */
export const clauseBreaks = words('but however instead although though because rather just');

/** Words that mark the fallback branch. */
export const otherwiseWords = words(
  'otherwise else other any anything none no not never neither nothing unclear unknown default',
);

/** A condition that is nothing but a fallback. */
export const otherwiseCondition =
  /^(?:otherwise|else|default|in (?:all|any) other|all other|any other|everything else|anything else|none of)\b|\b(?:unclear|unknown)\b/i;
