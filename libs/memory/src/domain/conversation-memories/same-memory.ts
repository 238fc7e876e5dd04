import { comparable } from '../text/comparable.js';
import type { Fact } from '../user-model/fact.js';
import { messagesOf, type Memory } from './memory.js';

/** The same sentence from the same messages is the same memory, whichever extractor makes it. */
export function isSameMemory(one: Memory, other: Memory): boolean {
  return comparable(one.content) === comparable(other.content) && restOnTheSame(one, other);
}

/** The same statement about the person from the same messages, perhaps in other words. */
export function tellsTheSame(one: Memory, other: Memory): boolean {
  const haveOneFact = one.fact !== null && other.fact !== null && keyOf(one.fact) === keyOf(other.fact);
  return isSameMemory(one, other) || (haveOneFact && restOnTheSame(one, other));
}

function restOnTheSame(one: Memory, other: Memory): boolean {
  return JSON.stringify([...messagesOf(one)].sort()) === JSON.stringify([...messagesOf(other)].sort());
}

function keyOf({ attribute, item, value }: Fact): string {
  return [attribute, item ?? '', value].map(comparable).join('\n');
}
