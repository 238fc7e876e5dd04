import { Option, type Command } from 'commander';
import type { Definition } from '../definitions/definition.js';
import { readDefinitions } from '../definitions/files.js';
import type { Session } from '../session.js';

const forms = ['text', 'mermaid'] as const;

/** `svc graphs draw <file>`: the states and the ways between them. Added to the command that lists graphs. */
export function addGraphDrawing(program: Command, session: Session): void {
  program.commands
    .find((command) => command.name() === 'graphs')
    ?.command('draw <file>')
    .description('the states of a context graph in a file, and the ways between them')
    .addOption(
      new Option('--form <form>', 'mermaid is drawn by many editors and pages')
        .choices(forms)
        .default('text'),
    )
    .action((file: string, { form }: { form: (typeof forms)[number] }) => {
      const [graph] = readDefinitions('.', [file]);
      const version = (graph?.definition['version'] ?? {}) as Definition;
      session.say((form === 'text' ? asText : asMermaid)(waysOf(version), version));
    });
}

interface Way {
  readonly from: string;
  readonly to: string;
  readonly when: string;
}
interface State {
  readonly name: string;
  readonly ways: readonly Way[];
}

/** A state may name the next one in its exits, or in a field of its own. */
function waysOf(version: Definition): readonly State[] {
  const states = Array.isArray(version['states']) ? (version['states'] as readonly Definition[]) : [];
  return states.map((state) => {
    const from = String(state['name']);
    const exits = Array.isArray(state['exit_conditions'])
      ? (state['exit_conditions'] as readonly Definition[])
      : [];
    const named = ['next_state', 'on_complete'].flatMap((field) =>
      typeof state[field] === 'string'
        ? [{ from, to: state[field], when: field === 'next_state' ? '' : field }]
        : [],
    );
    const byExits = exits.map((exit) => ({
      from,
      to: String(exit['next_state']),
      when: String(exit['description']),
    }));
    return { name: from, ways: [...byExits, ...named] };
  });
}

function asText(states: readonly State[], version: Definition): string {
  const marks = (name: string) =>
    [
      ...(version['new_user_initial_state'] === name ? [' (a new user begins here)'] : []),
      ...(version['terminal_state'] === name ? [' (ends here)'] : []),
    ].join('');
  return states
    .flatMap(({ name, ways }) => [
      `${name}${marks(name)}`,
      ...ways.map(({ to, when }) => `  → ${to}${when === '' ? '' : `: ${when}`}`),
    ])
    .join('\n');
}

/** Mermaid's flowchart. Names stand as texts: as ids they could be words of its language. */
function asMermaid(states: readonly State[], version: Definition): string {
  const ids = new Map(states.map(({ name }, place) => [name, `s${place}`]));
  const quoted = (text: string) => `"${text.replaceAll('"', '#quot;').replaceAll(/\s+/g, ' ')}"`;
  const isEnd = (name: string) => version['terminal_state'] === name;
  return [
    'flowchart TD',
    ...states.map(
      ({ name }) => `  ${ids.get(name)}${isEnd(name) ? `([${quoted(name)}])` : `[${quoted(name)}]`}`,
    ),
    ...states
      .flatMap(({ ways }) => ways)
      .map(
        ({ from, to, when }) =>
          `  ${ids.get(from)} -->${when === '' ? '' : `|${quoted(when)}|`} ${ids.get(to) ?? quoted(to)}`,
      ),
  ].join('\n');
}
