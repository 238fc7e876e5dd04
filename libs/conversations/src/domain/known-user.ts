import { characterCount } from '@svc/kernel';

/** What the agent knows of the user it talks with. */
export interface KnownUser {
  readonly displayName: string;
  /** ISO 639-3 or two letters; null leaves the choice to the agent's default language. */
  readonly preferredLanguage: string | null;
  /** An IANA name; null where none is set. */
  readonly timezone: string | null;
  /** Oldest first, within `maxNoteCharacters`. */
  readonly additionalContext: readonly string[];
}

/** Code points of all notes together: at most 32,000 bytes, which fit into an event, and a bounded part of each prompt. */
const maxNoteCharacters = 8_000;

/** The newest notes that fit: they only ever grow in number, and the newest tell most. */
export function newestNotes(notes: readonly string[]): readonly string[] {
  let first = notes.length;
  let characters = 0;
  while (first > 0) {
    characters += characterCount(notes[first - 1] ?? '');
    if (characters > maxNoteCharacters) break;
    first -= 1;
  }
  return notes.slice(first);
}
