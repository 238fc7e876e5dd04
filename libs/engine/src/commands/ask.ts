import type { AskingCommand } from '../protocol/turn-command.js';
import type { AnswerTo } from '../protocol/turn-fact.js';
import type { Channel } from '../runtime/channel.js';
import type { Script } from '../runtime/script.js';
import type { Commands } from './commands.js';

/** Gives a command and lets `read` take its answers. Ending it early cancels the command. */
export function* ask<Asked extends AskingCommand, T, Beside = never>(
  commands: Commands,
  command: Asked,
  read: (answers: Channel<AnswerTo<Asked['type']> | Beside>) => Script<T>,
): Script<T> {
  const answers = commands.open<Asked, Beside>(command);
  try {
    return yield* read(answers);
  } finally {
    commands.close(command.id);
  }
}

/** For a command with one answer. */
export function answerTo<Asked extends AskingCommand>(
  commands: Commands,
  command: Asked,
): Script<AnswerTo<Asked['type']>> {
  return ask(commands, command, (answers) => answers.take());
}
