import { Inject, Injectable } from '@nestjs/common';
import {
  TurnRecorder,
  defaultTurnLimits,
  engineVersion,
  promptVersion,
  runTurn,
  sumUp,
  type ToolNote,
  type TurnPorts,
  type TurnRecord,
  type TurnResult,
  type TurnSignal,
} from '@svc/engine';
import { SubjectErasedError } from '@svc/errors';
import { canonicalJson, type Clock, type TenantId } from '@svc/kernel';
import type { SubjectKeys } from '@svc/sealing';
import { CLOCK, SUBJECT_KEYS } from '@svc/service-host';
import { MODELS, type Definition, type Models } from '../ports/ports.js';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';
import { subjectOf } from '../domain/conversation-identity.js';
import type { StartedConversation } from '../domain/conversation.js';
import type { TurnConditions } from '../domain/turn-conditions.js';
import type { Admission } from './admission.js';
import type { ToldTools } from './told-tools.js';
import { ToolCalls } from './tool-calls.js';
import { turnContext, turnInput } from './turn-input.js';

/** A running turn of the engine. */
export interface EngineTurn {
  readonly signals: AsyncGenerator<TurnSignal, TurnResult, void>;
  /** Its result so far, also when the turn has failed. */
  record(): TurnRecord;
  /** What is to be stored of tools and is not known to be. */
  notes(): readonly ToolNote[];
}

/** What a turn does besides. */
interface TurnHooks extends Required<Pick<TurnPorts, 'commit' | 'onToolTime'>> {
  /** Hears of each call of a tool; null: nobody does. */
  readonly told: ToldTools | null;
}

/** The engine with its model. */
@Injectable()
export class TurnEngine {
  /** The conditions of turns that begin here. */
  readonly conditions: TurnConditions;

  constructor(
    @Inject(MODELS) private readonly models: Models,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SCHEDULER) private readonly timers: Scheduler,
    private readonly toolCalls: ToolCalls,
  ) {
    const { transcriptCharacters = defaultTurnLimits.maxTranscriptCharacters } = models;
    this.conditions = {
      engineVersion,
      promptVersion,
      limits: { ...defaultTurnLimits, maxTranscriptCharacters: transcriptCharacters },
      model: models.identity.name,
      modelSettingsJson: canonicalJson(models.identity.settings),
    };
  }

  /** Runs a turn, with its key pinned, up to its commit. @throws SubjectErasedError */
  async begin(
    tenantId: TenantId,
    conversation: StartedConversation,
    {
      definition,
      isUserSpeaking,
      suppressesFillers = false,
    }: Pick<Admission, 'definition' | 'isUserSpeaking' | 'suppressesFillers'>,
    { commit, onToolTime, told }: TurnHooks,
    signal: AbortSignal,
  ): Promise<EngineTurn> {
    const input = turnInput(conversation, definition);
    const port = this.toolCalls.portOf(tenantId, conversation.identity, input.interactionId, isUserSpeaking);
    const tools = told === null ? port : told.listeningTo(port);
    const own = await this.#ports(tenantId, conversation);
    const toolTime = (ms: number): void => {
      own.model.onToolTime?.(ms);
      onToolTime(ms);
    };
    const ports = { ...own, tools, commit, onToolTime: toolTime, suppressesFillers };
    const { recorder } = ports;
    return {
      signals: runTurn(input, ports, signal),
      record: () => ({ calls: recorder.calls(), facts: recorder.facts() }),
      notes: () => recorder.notes(),
    };
  }

  /** Does what is left to do between two turns: sums up what is no longer shown. @throws SubjectErasedError */
  async sumUp(
    tenantId: TenantId,
    conversation: StartedConversation,
    definition: Definition,
    commit: TurnPorts['commit'],
    signal: AbortSignal,
  ): Promise<void> {
    const { lastInteractionId } = conversation;
    if (lastInteractionId === null) throw new TypeError('No turn of the conversation has completed.');
    const ports = { ...(await this.#ports(tenantId, conversation)), commit };
    await sumUp(turnContext(conversation, definition), lastInteractionId, ports, signal);
  }

  async #ports(tenantId: TenantId, { identity }: StartedConversation) {
    const subject = subjectOf(tenantId, identity);
    const key = await this.keys.get(subject);
    if (key === 'erased') throw new SubjectErasedError(subject);
    const { conversationId, pins } = identity;
    return {
      model: this.models.forTurn({ conversationId, preferences: pins.llmModelPreferences }),
      recorder: new TurnRecorder((use, text) => key.hash(use, text)),
      clock: this.clock,
      timers: this.timers,
    };
  }
}
