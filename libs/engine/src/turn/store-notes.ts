import { answerTo } from '../commands/ask.js';
import { notesCommit } from '../protocol/tool-note.js';
import type { Script } from '../runtime/script.js';
import { CommitRefused } from './commit-refused.js';
import type { Turn } from './turn.js';

/**
 * Stores what is noted of tools, and returns once it is stored.
 * @throws CommitRefused
 */
export function* storeNotes({ commands, recorder }: Turn): Script<void> {
  const notes = recorder.takeNotes();
  if (notes.length === 0) return;
  const commit = { contents: { type: 'tools' }, calls: [], facts: [], notes } as const;
  const answer = yield* answerTo(commands, { type: 'commit', id: commands.nextId(notesCommit), commit });
  if (answer.type === 'commit-refused') throw new CommitRefused(answer.failure);
  recorder.stored(notes);
}
