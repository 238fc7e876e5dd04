import { Argument, type Command } from 'commander';
import type { Session } from '../session.js';

/** What a shell reads: each asks the hidden command for the words that may come next. */
const scripts = {
  bash: `_svc() { mapfile -t COMPREPLY < <(compgen -W "$(svc __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"); }
complete -o default -F _svc svc`,
  zsh: `#compdef svc
_svc() { compadd -- \${(f)"$(svc __complete -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)"} || _files; }
compdef _svc svc`,
  fish: `complete -c svc -a '(svc __complete -- (commandline -opc)[2..-1] 2>/dev/null)'`,
} as const;

export function addCompletionCommands(program: Command, session: Session): void {
  program
    .command('completion')
    .description(
      'completion of words for a shell: source <(svc completion bash), or for fish: svc completion fish | source',
    )
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .action((shell: keyof typeof scripts) => session.say(scripts[shell]));
  program
    .command('__complete [words...]', { hidden: true })
    .action((words: string[]) => session.say(nextWords(program, words).join('\n')));
}

/** Commands and options that may stand behind these words. Values of options are not known. */
function nextWords(program: Command, words: readonly string[]): readonly string[] {
  const command = words.reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program);
  const commands = command.commands.map((one) => one.name()).filter((name) => !name.startsWith('__'));
  const options = [...command.options, ...program.options].flatMap(({ long }) => (long ? [long] : []));
  return [...commands, ...new Set(options)];
}
