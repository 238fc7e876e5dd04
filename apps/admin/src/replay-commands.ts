import type { ReplayConversationResponse, ReplayVersions } from '@svc/contracts/conversations';
import { InvalidArgumentError, type Command } from 'commander';
import { withRunningServices } from './running-services.js';
import type { Session } from './session.js';

/** Turns that one call of the service replays. */
const turnsOfPage = 100;

interface CompareOptions {
  readonly agent?: string;
  readonly agentVersion?: number;
  readonly graph?: string;
  readonly graphVersion?: number;
}

/** Commands that run stored turns again. */
export function addReplayCommands(conversations: Command, session: Session): void {
  const replay = conversations
    .command('replay')
    .description('runs the turns of conversations again from what was recorded: nothing is called or stored');

  replay
    .command('verify <tenant> <conversation_id>')
    .description(
      'whether this release makes the same events of what the turns were given, a line of JSON for each turn; fails where it does not. `tenant`: org:<id> or ws:<id>. Calls the running services',
    )
    .action((tenantId: string, conversationId: string) =>
      eachPage(session, { tenantId, conversationId }, ({ verified }) => {
        for (const turn of verified) {
          session.tell(JSON.stringify(turn));
          if ([turn.outcome, turn.summaryOutcome].includes('diverged')) session.fail();
        }
        return verified.length;
      }),
    );

  replay
    .command('compare <tenant> <conversation_id>')
    .description(
      'what the turns would be on other versions, or on this release where another one recorded them, a line of JSON for each turn. Shows which kinds of things differ, and nothing of what was said. Calls the running services',
    )
    .option('--agent <id>', 'another agent')
    .option('--agent-version <number>', 'its version', positiveNumber)
    .option('--graph <id>', 'another context graph')
    .option('--graph-version <number>', 'its version', positiveNumber)
    .action((tenantId: string, conversationId: string, options: CompareOptions) => {
      const versions: ReplayVersions = {
        agentId: options.agent,
        agentVersionNumber: options.agentVersion,
        contextGraphId: options.graph,
        contextGraphVersionNumber: options.graphVersion,
      };
      return eachPage(session, { tenantId, conversationId, versions }, ({ compared }) => {
        for (const { differences, ...turn } of compared)
          session.tell(JSON.stringify({ ...turn, differences: differences.map(({ kind }) => kind) }));
        return compared.length;
      });
    });
}

interface Wanted {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly versions?: ReplayVersions;
}

/** @param show returns how many turns there were */
async function eachPage(
  session: Session,
  wanted: Wanted,
  show: (page: ReplayConversationResponse) => number,
): Promise<void> {
  await withRunningServices(session, async ({ conversationsAdmin }) => {
    for (let offset = 0, isMore = true; isMore;) {
      const page = await conversationsAdmin.replayConversation({ ...wanted, limit: turnsOfPage, offset });
      offset += show(page);
      isMore = page.hasMore;
    }
  });
}

function positiveNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0 && number <= 2_147_483_647) return number;
  throw new InvalidArgumentError('It must be a whole number from 1.');
}
