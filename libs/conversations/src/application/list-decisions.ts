import { Inject, Injectable } from '@nestjs/common';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { decisionsOf } from '../decisions/turn-decisions.js';
import { toolCallsByTurn } from '../decisions/turn-tool-calls.js';
import type { TurnDecisions } from '../decisions/decision-record.js';
import { existing } from '../domain/conversation-decider.js';
import { Conversations } from '../log/conversations.js';
import { TurnLogs, type ChooseTurns } from './turn-logs.js';
import { DEFINITIONS, type Definitions } from '../ports/ports.js';
import { recordedTurns } from '../replay/recorded-turns.js';
import { ofWorkspace, requireEither, requireOn } from './workspace-access.js';

export interface DecisionQuery {
  readonly conversationId: string;
  /** At least 1. */
  readonly limit: number;
  /** Turns to skip. */
  readonly offset: number;
}

export interface DecisionPage {
  readonly turns: readonly TurnDecisions[];
  readonly hasMore: boolean;
  readonly total: number;
}

/** What the turns of a workspace's conversation have decided, and why. Errors: see the RPC. */
@Injectable()
export class ListDecisions {
  constructor(
    private readonly conversations: Conversations,
    private readonly turnLogs: TurnLogs,
    @Inject(DEFINITIONS) private readonly definitions: Definitions,
  ) {}

  async execute(
    { tenantId, caller }: WorkspaceRequestContext,
    { conversationId, limit, offset }: DecisionQuery,
  ): Promise<DecisionPage> {
    requireEither(caller, 'Conversation.view');
    const { state, streamId } = await this.conversations.load(tenantId, conversationId);
    const { identity } = existing(state);
    requireOn(caller, 'Conversation.view', ofWorkspace(identity.workspace).direction);
    const definition = await this.definitions.get(tenantId, identity.pins);
    const end = offset + limit;
    const choose: ChooseTurns = (turns) => turns.slice(offset, end);
    return this.turnLogs.read(streamId, choose, ({ log, later, begin, total }) => {
      const calls = toolCallsByTurn([...log, ...later]);
      const turns = recordedTurns(log, begin).map((turn) =>
        decisionsOf(turn, calls.get(turn.interactionId) ?? [], definition),
      );
      return { turns, hasMore: total > end, total };
    });
  }
}
