import { Inject, Injectable } from '@nestjs/common';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { existing } from '../domain/conversation-decider.js';
import type { SwitchChannel as SwitchChannelCommand } from '../domain/conversation-command.js';
import { identityOf } from '../log/conversation-base.js';
import { Conversations } from '../log/conversations.js';
import type { ListedWorkspaceConversation } from '../projections/workspace-list-query.js';
import { TakeWorkspaceTurn, type WorkspaceTurnRequest } from './take-workspace-turn.js';
import { ofWorkspace, requireEither, requireOn } from './workspace-access.js';
import { listedAs } from './workspace-conversation-view.js';

export interface ChannelRequest extends Omit<SwitchChannelCommand, 'type'> {
  readonly conversationId: string;
  /** The agent speaks there at once. */
  readonly dispatchesOpener: boolean;
}

/** Lets a conversation go on by another channel. Errors: see the RPC. */
@Injectable()
export class SwitchChannel {
  constructor(
    private readonly conversations: Conversations,
    private readonly turns: TakeWorkspaceTurn,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(
    context: WorkspaceRequestContext,
    { conversationId, dispatchesOpener, ...asked }: ChannelRequest,
  ): Promise<ListedWorkspaceConversation> {
    const { tenantId, caller, metadata } = context;
    requireEither(caller, 'Conversation.update');
    if (dispatchesOpener) requireEither(caller, 'Conversation.turn');
    const base = await this.conversations.load(tenantId, conversationId);
    const { direction } = ofWorkspace(identityOf(base).workspace);
    requireOn(caller, 'Conversation.update', direction);
    if (dispatchesOpener) requireOn(caller, 'Conversation.turn', direction);
    const { state } = await this.conversations.change(
      { tenantId, id: conversationId, metadata },
      () => ({ type: 'SwitchChannel', ...asked }),
      { base },
    );
    if (!dispatchesOpener) return listedAs(existing(state));
    return this.#open(context, conversationId, asked);
  }

  /** Nobody hears the opener here: it is collected, or read. The conversation has moved, whatever comes of it. */
  async #open(
    context: WorkspaceRequestContext,
    conversationId: string,
    { channel, reason }: Omit<SwitchChannelCommand, 'type'>,
  ): Promise<ListedWorkspaceConversation> {
    const text = `The conversation goes on by ${channel}: ${reason}`;
    const opener: WorkspaceTurnRequest = {
      conversationId,
      input: { kind: 'external-event', text, context: '' },
      ...{ clientMessageId: null, waitsForFinal: false, includeToolCalls: false, suppressesFillers: true },
    };
    const turn = this.turns.execute(context, opener, AbortSignal.abort());
    try {
      for await (const event of turn.events) if (event.type === 'outcome') return event.outcome.conversation;
    } catch (error) {
      this.logger.warn('an opener came to nothing', { conversation_id: conversationId, error });
    } finally {
      await turn.end(false);
    }
    const { state } = await this.conversations.load(context.tenantId, conversationId);
    return listedAs(existing(state));
  }
}
