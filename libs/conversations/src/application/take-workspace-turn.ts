import { Inject, Injectable } from '@nestjs/common';
import { userSubject, type IdGenerator } from '@svc/kernel';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { IDS } from '@svc/service-host';
import type { NewInput } from '../domain/conversation-command.js';
import type { StartedConversation } from '../domain/conversation.js';
import { noDetails, turnDetails, type ToldMessage, type ToldToolCall } from '../domain/told-message.js';
import { isAnswerPending } from '../domain/own-turn.js';
import { currentIndex, DuplicateMessageError, type ChannelKind } from '../domain/workspace-conversation.js';
import { identityOf } from '../log/conversation-base.js';
import { Conversations } from '../log/conversations.js';
import { DEFINITIONS, ENTITIES, type Definitions, type Entities } from '../ports/ports.js';
import type { Admission } from '../turn/admission.js';
import { BeginTurn } from '../turn/begin-turn.js';
import { DescribedTools } from '../turn/described-tools.js';
import { DetachedTurn, type CompletedTurn } from '../turn/detached-turn.js';
import type { TurnEvent } from '../turn/turn-event.js';
import { Turns } from '../turn/turns.js';
import { UnheardAnswers } from '../turn/unheard-answers.js';
import { CollectTurns, waitMs, type CollectedAnswers } from './collect-turns.js';
import { ofWorkspace, requireEither, requireOn } from './workspace-access.js';
import { listedAs, type WorkspaceTurnOutcome } from './workspace-conversation-view.js';

export interface WorkspaceTurnRequest {
  readonly conversationId: string;
  readonly input:
    | { readonly kind: 'greeting' }
    /** `context`: what the agent is told before it; empty: nothing. */
    | { readonly kind: 'user-message' | 'external-event'; readonly text: string; readonly context: string };
  /** Null: a message is taken as often as it comes. */
  readonly clientMessageId: string | null;
  readonly waitsForFinal: boolean;
  readonly includeToolCalls: boolean;
  /** Nothing is said before the message. */
  readonly suppressesFillers: boolean;
}

export type WorkspaceTurnEvent =
  | TurnEvent
  /** First, if there are any: answers that nobody was there to hear. */
  | {
      readonly type: 'earlier-answers';
      readonly channel: ChannelKind;
      readonly answers: readonly ToldMessage[];
    }
  | { readonly type: 'outcome'; readonly outcome: WorkspaceTurnOutcome };

/** A turn, which goes on whatever happens to its reader. */
export interface TurnUnderWay {
  /** To be read once. Without an outcome at the end it was not known in time whether the turn is stored. */
  readonly events: AsyncGenerator<WorkspaceTurnEvent, void, void>;
  /** To be called once: whether the outcome has gone out. Otherwise what was said is kept for whoever comes back. Never fails. */
  end(isDelivered: boolean): Promise<void>;
}

interface Telling {
  readonly turn: DetachedTurn;
  readonly said: Said;
  /** The turns whose answers are among those that are told. */
  readonly told: string[];
}

/** How long a caller has to hear the answer once it is stored. */
const heardWithinMs = 10_000;

/** What the turn began with. */
interface Said {
  input: ToldMessage | null;
  channel: ChannelKind;
}

/** Takes one turn of a conversation in a workspace. It goes on when its caller leaves. Errors: see the RPC. */
@Injectable()
export class TakeWorkspaceTurn {
  constructor(
    private readonly turns: Turns,
    private readonly beginTurn: BeginTurn,
    private readonly conversations: Conversations,
    private readonly describedTools: DescribedTools,
    private readonly unheard: UnheardAnswers,
    private readonly collecting: CollectTurns,
    @Inject(DEFINITIONS) private readonly definitions: Definitions,
    @Inject(ENTITIES) private readonly entities: Entities,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /** @param caller aborts when the caller leaves */
  execute(
    context: WorkspaceRequestContext,
    request: WorkspaceTurnRequest,
    caller: AbortSignal,
  ): TurnUnderWay {
    const said: Said = { input: null, channel: 'web' };
    const forNobody = new AbortController();
    const heldMs = heardWithinMs + (request.waitsForFinal ? waitMs : 0);
    const answerHeldMs = (): number => (caller.aborted ? 0 : heldMs);
    const turn = new DetachedTurn(
      this.turns.take(
        async () => ({ ...(await this.#admit(context, request, said)), answerHeldMs }),
        forNobody.signal,
      ),
    );
    const told: string[] = [];
    const end = async (isDelivered: boolean): Promise<void> => {
      const conversation = { tenantId: context.tenantId, conversationId: request.conversationId };
      if (isDelivered) return this.unheard.heard(conversation, told);
      await this.unheard.release(conversation, told);
      const completed = await turn.completed;
      if (completed !== null) await this.unheard.release(conversation, [completed.interactionId]);
    };
    return { events: this.#tell(context, request, { turn, said, told }), end };
  }

  async *#tell(
    context: WorkspaceRequestContext,
    request: WorkspaceTurnRequest,
    { turn, said, told }: Telling,
  ): AsyncGenerator<WorkspaceTurnEvent, void, void> {
    try {
      let completed: CompletedTurn | undefined;
      let earlier: Omit<CollectedAnswers, 'areOthersHeld'> = { answers: [], told: [], areOthersLeft: false };
      const toolCalls: ToldToolCall[] = [];
      for await (const event of turn.read()) {
        if (event.type === 'turn-begun') {
          // The turn that runs is this one.
          earlier = await this.collecting.answers(context, request, false);
          told.push(...earlier.told);
          const { answers } = earlier;
          if (answers.length > 0) yield { type: 'earlier-answers', channel: said.channel, answers };
        }
        if (event.type === 'tool-call-told' && event.call.durationMs !== null) toolCalls.push(event.call);
        if (event.type === 'interaction-complete') completed = event;
        yield event;
      }
      if (completed === undefined) return;
      const own = answerOf(completed, toolCalls);
      told.push(completed.interactionId);
      const late = request.waitsForFinal
        ? await this.collecting.wait(context, request, completed.after)
        : null;
      told.push(...(late?.told ?? []));
      const after = late?.conversation ?? completed.after;
      const outcome: WorkspaceTurnOutcome = {
        input: said.input && { ...said.input, turnIndex: currentIndex(completed.after.workspace) },
        output: [...earlier.answers, own, ...(late?.answers ?? [])],
        conversation: listedAs(after),
        backgroundPending: (late ?? earlier).areOthersLeft || isAnswerPending(after),
        isDuplicate: false,
      };
      yield { type: 'outcome', outcome };
    } catch (error) {
      if (!(error instanceof DuplicateMessageError)) throw error;
      const outcome = await this.collecting.duplicate(context, request, error.interactionId);
      if (outcome.output.length > 0) told.push(error.interactionId);
      yield { type: 'outcome', outcome };
    }
  }

  async #admit(
    { tenantId, caller, metadata }: WorkspaceRequestContext,
    { conversationId, input, clientMessageId, includeToolCalls, suppressesFillers }: WorkspaceTurnRequest,
    said: Said,
  ): Promise<Admission> {
    requireEither(caller, 'Conversation.turn');
    const base =
      this.conversations.recall(tenantId, conversationId) ??
      (await this.conversations.load(tenantId, conversationId));
    const identity = identityOf(base);
    requireOn(caller, 'Conversation.turn', ofWorkspace(identity.workspace).direction);
    const [definition, user] = await Promise.all([
      this.definitions.get(tenantId, identity.pins),
      this.entities.profile(tenantId, identity.userId),
    ]);
    const tools = await this.describedTools.of(tenantId, definition);
    const interactionId = this.ids.resourceId(tenantId);
    const interaction = {
      ...{ interactionId, input: this.#heard(tenantId, input), user, tools },
      ...(clientMessageId !== null && { clientMessageId }),
    };
    return {
      subject: userSubject(tenantId, identity.userId),
      definition,
      isUserSpeaking: true,
      showsActions: false,
      showsToolCalls: includeToolCalls,
      suppressesFillers,
      begin: () => this.beginTurn.begin(base, interaction, metadata),
      announce: (begun) => {
        said.input = inputOf(begun);
        said.channel = ofWorkspace(begun.workspace).channel;
        return [{ type: 'turn-begun' }];
      },
    };
  }

  #heard(tenantId: WorkspaceRequestContext['tenantId'], input: WorkspaceTurnRequest['input']): NewInput {
    if (input.kind === 'greeting') return input;
    const newId = (): string => this.ids.resourceId(tenantId);
    const { kind, text, context } = input;
    // It happens when the turn begins, by whichever clock.
    const now = { timestampMs: Infinity, aheadMs: 0 };
    const externalEvents = context === '' ? [] : [{ messageId: newId(), content: context, ...now }];
    return { kind, messageId: newId(), text, externalEvents };
  }
}

function inputOf({ running }: StartedConversation): ToldMessage | null {
  const message = running?.messages.findLast(({ type }) => type === 'user-message');
  if (!running || !message) return null;
  const { messageId, text, createdAtMs } = message;
  const { interactionId } = running;
  return { ...noDetails, messageId, interactionId, turnIndex: null, role: 'user', text, createdAtMs };
}

function answerOf(completed: CompletedTurn, toolCalls: readonly ToldToolCall[]): ToldMessage {
  const { interactionId, messageId, fullMessage: text, after, events } = completed;
  const details = turnDetails(events).get(interactionId) ?? noDetails;
  return {
    ...{ ...details, toolCalls, messageId, interactionId, role: 'agent', text },
    turnIndex: currentIndex(after.workspace),
    createdAtMs: after.lastMessageAtMs ?? after.identity.startedAtMs,
  };
}
