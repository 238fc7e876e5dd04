import { answerTo } from '../commands/ask.js';
import type { CommitContents } from '../protocol/turn-command.js';
import type { AnswerTo } from '../protocol/turn-fact.js';
import type { Script } from '../runtime/script.js';
import type { Turn } from './turn.js';

/** Stores contents with what was recorded. It ignores stops, since a commit may be stored already. */
export function commit({ commands, recorder }: Turn, contents: CommitContents): Script<AnswerTo<'commit'>> {
  const stored = { contents, calls: recorder.calls(), facts: recorder.facts(), notes: recorder.notes() };
  return answerTo(commands, { type: 'commit', id: commands.nextId('c'), commit: stored });
}
