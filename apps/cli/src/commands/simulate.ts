import type { Command } from 'commander';
import { messagesOf } from '../input/messages.js';
import type { Session } from '../session.js';
import { chosenService } from './service-choice.js';

/** A conversation that stands in no list and in no figure, to try an agent; it is destroyed at the end. */
export function addSimulateCommand(program: Command, session: Session): void {
  program
    .command('simulate')
    .description('try an agent: each line is a message; shows states and tools, and leaves nothing behind')
    .option('--service <name>', 'the name or id of a service; not needed where there is one alone')
    .action(async ({ service }: { service?: string }) => {
      const client = session.platform();
      const begun = await client.simulations.createSession({
        service_id: await chosenService(client, service),
      });
      const steps: object[] = [begun];
      try {
        tell(session, begun.snapshot.current_state.name, begun.greeting);
        if (!begun.is_terminal) await simulate(session, begun.session_id, steps);
      } finally {
        // It ends by itself after a while: what went wrong before counts.
        await client.simulations.destroySession(begun.session_id).catch(() => undefined);
      }
      if (session.isJson) session.show(steps);
    });
}

async function simulate(session: Session, sessionId: string, steps: object[]): Promise<void> {
  for await (const message of messagesOf(session)) {
    const step = await session.platform().simulations.step({ session_id: sessionId, caller_text: message });
    steps.push(step);
    const { observation } = step;
    for (const { tool_name: name, succeeded } of observation.tool_call_details)
      session.note(`  (${name}${succeeded ? '' : ', which failed'})`);
    tell(session, observation.state_after, observation.agent_text);
    if (observation.is_terminal) return;
  }
}

function tell(session: Session, state: string, text: string): void {
  session.note(`  [${state}]`);
  if (!session.isJson && text !== '') session.say(text);
}
