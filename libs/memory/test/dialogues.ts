import { readFileSync } from 'node:fs';
import type { CheckedMemory } from '../src/extraction/checked-memories.js';
import type { Transcript } from '../src/extraction/transcript.js';
import { transcript } from './transcripts.js';

/** A memory that follows from a message of a dialogue. */
export interface ExpectedMemory {
  /** From 1; the first when left out. */
  readonly conversation?: number;
  readonly content: string;
  readonly message: string;
  /** Words of the message that the content follows from. */
  readonly from: string;
}

/** Short conversations of one person, and all expected memories. */
export interface Dialogue {
  readonly about: string;
  readonly conversations: readonly (readonly string[])[];
  readonly memories: readonly ExpectedMemory[];
  /** The expected user model at the end, if the table has one. */
  readonly userModel?: readonly string[];
}

/** The table that the offline extractor was written with. */
export const dialogues = tableIn('dialogues.json');

/** A table by an author who had not seen the extractor, nor the first table. */
export const heldOutDialogues = tableIn('held-out-dialogues.json');

function tableIn(file: string): readonly Dialogue[] {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as readonly Dialogue[];
}

export function transcriptsOf({ conversations }: Dialogue): readonly Transcript[] {
  return conversations.map((lines, index) => transcript(lines, `c${index + 1}`));
}

/** A memory made of a dialogue, and its conversation. */
export interface MadeMemory {
  readonly conversation: number;
  readonly memory: CheckedMemory;
}

/** Whether the table says that the memory follows from the words that it quotes. */
export function isExpected(expected: ExpectedMemory, { conversation, memory }: MadeMemory): boolean {
  const isQuoted = memory.spans.some(
    ({ messageId, text }) => messageId === expected.message && text.includes(expected.from),
  );
  return (expected.conversation ?? 1) === conversation && expected.content === memory.content && isQuoted;
}
