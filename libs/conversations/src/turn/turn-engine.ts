import { Inject, Injectable } from '@nestjs/common';
import {
  CallRecorder,
  defaultTurnLimits,
  engineVersion,
  promptVersion,
  runTurn,
  type ModelPort,
  type RecordedCall,
  type TurnResult,
  type TurnSignal,
} from '@svc/engine';
import { DomainError } from '@svc/errors';
import { canonicalJson, userSubject, type TenantId } from '@svc/kernel';
import type { KeyRing } from '@svc/sealing';
import { SUBJECT_KEYS } from '@svc/service-host';
import { MODEL, type Definition } from '../application/ports.js';
import type { StartedConversation } from '../domain/conversation.js';
import type { TurnConditions } from '../domain/turn-conditions.js';
import { turnInput } from './turn-input.js';

/** A turn of the engine under way. */
export interface EngineTurn {
  readonly signals: AsyncGenerator<TurnSignal, TurnResult, void>;
  /** What was asked of the model so far, also when the turn has failed. */
  calls(): readonly RecordedCall[];
  /** The turn is over: the key of its subject is no longer held. */
  letGo(): void;
}

/** The engine, with the model that it asks. */
@Injectable()
export class TurnEngine {
  /** What turns that begin here are taken under. */
  readonly conditions: TurnConditions;

  constructor(
    @Inject(MODEL) private readonly model: ModelPort,
    @Inject(SUBJECT_KEYS) private readonly keys: Pick<KeyRing, 'get' | 'hold'>,
  ) {
    this.conditions = {
      engineVersion,
      promptVersion,
      limits: defaultTurnLimits,
      model: model.name,
      modelSettingsJson: canonicalJson(model.settings),
    };
  }

  /** Takes the running turn of a conversation. @throws DomainError `not_found` when its user is erased. */
  async begin(
    tenantId: TenantId,
    conversation: StartedConversation,
    definition: Definition,
    signal: AbortSignal,
  ): Promise<EngineTurn> {
    const subject = userSubject(tenantId, conversation.identity.userId);
    const key = await this.keys.get(subject);
    if (key === 'erased') throw new DomainError('not_found', 'This belongs to a person who was deleted.');
    const recorder = new CallRecorder((use, text) => key.hash(use, text));
    const ports = { model: this.model, recorder };
    return {
      signals: runTurn(turnInput(conversation, definition), ports, signal),
      calls: () => recorder.calls(),
      letGo: this.keys.hold(subject, key),
    };
  }
}
