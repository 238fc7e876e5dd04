import { characterCount } from '@svc/kernel';

/** What the agent knows of its user. */
export interface KnownUser {
  readonly displayName: string;
  /** ISO 639-3 or two letters; null: use the agent's default language. */
  readonly preferredLanguage: string | null;
  /** An IANA name; null where none is set. */
  readonly timezone: string | null;
  /** Oldest first, within `maxNoteCharacters`. */
  readonly additionalContext: readonly string[];
}

/** Bound of all notes together, in code points: at most 32,000 bytes, so that they fit into an event and a prompt. */
const maxNoteCharacters = 8_000;

/** The newest notes that fit. Notes are only ever added, and the newest say most. */
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
