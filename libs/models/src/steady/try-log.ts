import type { CallFailure } from '@svc/engine';
import { silentLogger, type Logger } from '@svc/telemetry';

/** Logs calls that do not succeed at once, for the installer: which model, in which conversation, and never any text. */
export class TryLog {
  /** @param conversationId null outside of conversations */
  constructor(
    private readonly logger: Logger,
    private readonly conversationId: string | null,
  ) {}

  askedAgain(model: string, failure: CallFailure, waitMs: number): void {
    this.logger.warn('a model is asked again', this.#fields({ model, failure, wait_ms: waitMs }));
  }

  /** @param failure null when its circuit was open, and it was not called */
  fellBack(model: string, fallback: string, failure: CallFailure | null): void {
    const why = failure === null ? {} : { failure };
    this.logger.warn('another model is asked instead', this.#fields({ model, fallback, ...why }));
  }

  /** @param failure null when all circuits were open, and no model was called */
  noneLeft(model: string, failure: CallFailure | null): void {
    const why = failure === null ? {} : { failure };
    // A retry does not help: the installer must act.
    if (failure === 'refused')
      this.logger.error(
        'a model refuses what it is asked, and no other is left to ask: see whether its key and its name are right',
        this.#fields({ model, ...why }),
      );
    else this.logger.warn('a call fails, for no model is left to ask', this.#fields({ model, ...why }));
  }

  cutShort(model: string, failure: CallFailure): void {
    this.logger.warn('a message ends where its model broke off', this.#fields({ model, failure }));
  }

  leftAlone(model: string, failure: CallFailure, restMs: number): void {
    this.logger.error(
      'a model goes on failing and is left alone',
      this.#fields({ model, failure, rest_ms: restMs }),
    );
  }

  probed(model: string): void {
    this.logger.info('a model that was left alone is tried', this.#fields({ model }));
  }

  answersAgain(model: string): void {
    this.logger.info('a model answers again', this.#fields({ model }));
  }

  #fields(fields: Readonly<Record<string, unknown>>) {
    return this.conversationId === null ? fields : { conversation_id: this.conversationId, ...fields };
  }
}

export const silentTryLog = new TryLog(silentLogger, null);
