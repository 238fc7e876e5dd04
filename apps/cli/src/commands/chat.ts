import type { Command } from 'commander';
import { messagesOf } from '../input/messages.js';
import { asJson, withoutControls } from '../output/print.js';
import type { Session } from '../session.js';
import { chosenService } from './service-choice.js';

interface ChatOptions {
  readonly service?: string;
  readonly conversation?: string;
  readonly tools?: boolean;
  readonly states?: boolean;
}

/** A conversation with an agent. What is read from a pipe is said line by line. */
export function addChatCommand(program: Command, session: Session): void {
  program
    .command('chat')
    .description('talk with an agent: each line is a message, Ctrl-D ends; with --json an event per line')
    .option('--service <name>', 'the name or id of a service; not needed where there is one alone')
    .option('--conversation <id>', 'go on with this one')
    .option('--tools', 'show the calls of tools')
    .option('--states', 'show the states after each turn')
    .action((options: ChatOptions) => chat(session, options));
}

async function chat(session: Session, options: ChatOptions): Promise<void> {
  const id = options.conversation ?? (await begin(session, options.service));
  for await (const message of messagesOf(session))
    if (!(await takeTurn(session, id, message, options))) break;
  session.note(`Read it again: svc conversations show ${id}`);
}

/** @returns whether the conversation goes on */
async function takeTurn(session: Session, id: string, message: string, { tools, states }: ChatOptions) {
  const client = session.platform();
  let isSpeaking = false;
  const query = { include_tool_calls: tools === true };
  for await (const frame of await client.conversations.streamTurn(id, message, { query })) {
    if (session.isJson) session.say(asJson(frame, 0));
    else if (frame.event === 'token') {
      session.io.stdout.write(withoutControls(frame.text));
      isSpeaking = true;
    } else if (frame.event === 'message') {
      // Its words have come as tokens. Those of a filler have not.
      session.say(isSpeaking ? '' : frame.text);
      isSpeaking = false;
    } else if (frame.event === 'tool_call_started') session.note(`  (${frame.tool_name} ${frame.input})`);
    else if (frame.event === 'tool_call_completed')
      session.note(`  (${frame.tool_name}: ${frame.succeeded ? 'done' : 'failed'})`);
    if (frame.event === 'error') throw new Error(frame.message);
    if (frame.event === 'done') {
      if (frame.background_pending) session.note('(More is to come: say something, or read it later.)');
      if (states) session.note(`  [${await statesOf(client, id)}]`);
      return frame.status === 'active' || frame.status === 'paused';
    }
  }
  return true;
}

/** Of the last turn. */
async function statesOf(client: ReturnType<Session['platform']>, id: string): Promise<string> {
  const { turns = [] } = await client.conversations.get(id);
  const ways = turns.at(-1)?.state_transitions ?? [];
  return ways.length === 0 ? 'the same state' : ways.map(({ to }) => to).join(' → ');
}

/** @returns the id of a new conversation, whose greeting has been said */
async function begin(session: Session, wanted: string | undefined): Promise<string> {
  const client = session.platform();
  const service_id = await chosenService(client, wanted);
  const { id, turns = [] } = await client.conversations.create({ service_id });
  for (const { text } of turns)
    session.say(session.isJson ? asJson({ event: 'message', role: 'agent', text }, 0) : text);
  return id;
}
