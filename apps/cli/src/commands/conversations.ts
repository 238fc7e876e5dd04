import type { Command } from 'commander';
import { plain } from '../output/print.js';
import type { Session } from '../session.js';
import { limitOf, taken, wholeNumber } from './lists.js';

/** Conversations of the workspace: what was said, how it was decided, and whether it replays. */
export function addConversationCommands(program: Command, session: Session): void {
  const conversations = program.command('conversations').description('what was said');

  conversations
    .command('list')
    .description('the newest first')
    .option('--limit <count>', 'at most so many', '20')
    .action(async ({ limit }: { limit: string }) =>
      session.show(await taken(session.platform().conversations.listAutoPaging(), limitOf(limit)), [
        ['id', 'ID'],
        ['status', 'STATUS'],
        ['channel_kind', 'CHANNEL'],
        ['turn_count', 'TURNS'],
        ['updated_at', 'CHANGED'],
      ]),
    );

  conversations
    .command('show <id>')
    .description('what was said')
    .option('--tools', 'also the calls of tools')
    .action(async (id: string, { tools = false }: { tools?: boolean }) => {
      const read = await session.platform().conversations.get(id, { include_tool_calls: tools });
      if (session.isJson) return session.show(read);
      for (const { role, text, tool_calls: calls = [] } of read.turns ?? []) {
        for (const { tool_name: name, succeeded } of calls)
          session.say(`  (${name}${succeeded === false ? ', which failed' : ''})`);
        session.say(`${role}: ${text}`);
      }
      session.note(`${read.status}, ${read.turn_count ?? 0} turns of the user`);
    });

  conversations
    .command('close <id>')
    .description('end it')
    .action(async (id: string) => {
      await session.platform().conversations.close(id);
      session.note(`Closed ${id}.`);
    });

  conversations
    .command('decisions <id>')
    .description('what was considered in each turn, and why')
    .option('--limit <count>', 'at most so many turns', '100')
    .action(async (id: string, { limit }: { limit: string }) =>
      session.show(await taken(session.platform().conversations.listDecisionsAutoPaging(id), limitOf(limit))),
    );

  program
    .command('replay <id>')
    .description('run a stored conversation again without a call to the outside: is it the same?')
    .option('--agent-version <number>', 'on this version of the agent instead: what would be different?')
    .option('--graph-version <number>', 'on this version of the context graph instead')
    .option('--limit <count>', 'at most so many turns', '100')
    .action((id: string, options: ReplayOptions) => replay(session, id, options));
}

interface ReplayOptions {
  readonly agentVersion?: string;
  readonly graphVersion?: string;
  readonly limit: string;
}

async function replay(session: Session, id: string, { agentVersion, graphVersion, limit }: ReplayOptions) {
  const { conversations } = session.platform();
  if (agentVersion === undefined && graphVersion === undefined) {
    const verified = await conversations.verifyReplay(id, { limit: wholeNumber('--limit', limit) });
    if (session.isJson) return session.show(verified);
    for (const [place, { outcome }] of verified.items.entries()) session.say(`turn ${place}: ${outcome}`);
    return;
  }
  const { items, has_more } = await conversations.compareReplay(id, {
    limit: wholeNumber('--limit', limit),
    ...(agentVersion === undefined ? {} : { agent_version: wholeNumber('--agent-version', agentVersion) }),
    ...(graphVersion === undefined
      ? {}
      : { context_graph_version: wholeNumber('--graph-version', graphVersion) }),
  });
  if (session.isJson) return session.show({ items, has_more });
  for (const [place, { outcome, differences, first_unrecorded_call: call, failure }] of items.entries()) {
    session.say(`turn ${place}: ${outcome}${failure === null ? '' : ` (${failure})`}`);
    for (const { kind, recorded, replayed } of differences)
      session.say(`  ${kind}: ${differing(recorded, replayed).join(' → ')}`);
    if (call !== null) session.say(`  the record has no ${plain(call.kind)} ${plain(call.call_id)}`);
  }
  if (has_more) session.note('There are more turns: --limit');
}

const shown = 80;
const ahead = 40;

/** Prompts are long: both from a little before they differ. */
function differing(one: string | null, other: string | null): readonly string[] {
  const texts = [one, other].map((text) => (text === null ? 'nothing' : plain(text)));
  const [first = '', second = ''] = texts;
  const at = [...first].findIndex((letter, place) => second[place] !== letter);
  const from = Math.max(0, at - ahead);
  return texts.map((text) => {
    const part = text.slice(from, from + shown);
    return `${from > 0 ? '…' : ''}${part}${from + shown < text.length ? '…' : ''}`;
  });
}
