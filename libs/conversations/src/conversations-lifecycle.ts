import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { DatabaseUnavailableError } from '@svc/postgres';
import { ContextLifecycle, LOGGER, SubjectErasure } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { LeaseTimers } from './lease/lease-timers.js';
import { Leftovers } from './lease/leftovers.js';
import { SurfaceFollowUp } from './surfaces/surface-follow-up.js';
import { OwnTurns } from './turn/own-turns.js';
import { RunningTurns } from './turn/running-turns.js';
import { Summaries } from './turn/summaries.js';
import { ToolCalls } from './turn/tool-calls.js';
import { UnheardAnswers } from './turn/unheard-answers.js';

@Injectable()
export class ConversationsLifecycle extends ContextLifecycle {
  constructor(
    private readonly leftovers: Leftovers,
    private readonly timers: LeaseTimers,
    private readonly turns: RunningTurns,
    private readonly ownTurns: OwnTurns,
    private readonly summaries: Summaries,
    private readonly toolCalls: ToolCalls,
    private readonly unheard: UnheardAnswers,
    private readonly surfaces: SurfaceFollowUp,
    private readonly erasures: SubjectErasure,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  /** Before serving, voids the turns that an earlier run of this instance left. */
  override async start(): Promise<void> {
    await this.#resumeErasures();
    await this.#voidOwn();
    this.timers.start();
    this.ownTurns.start();
    this.surfaces.start();
  }

  /** Running turns end with their last event; their leases are renewed until then. Summaries wait for the next turn. */
  override async drain(graceMs: number): Promise<void> {
    await this.surfaces.stop();
    const ended = this.ownTurns.stop();
    await this.turns.drain(graceMs);
    await ended;
    await this.summaries.stop();
    await this.toolCalls.drain(graceMs);
    await this.unheard.drain();
  }

  /** Without keys no turn can be read. Then its lease expires, and the sweep voids it. */
  async #voidOwn(): Promise<void> {
    try {
      await this.leftovers.voidOwn();
    } catch (error) {
      const isForWantOfKeys =
        error instanceof DomainError &&
        error.code === 'service_unavailable' &&
        !(error instanceof DatabaseUnavailableError);
      if (!isForWantOfKeys) throw error;
      this.logger.warn('turns of an earlier life could not be voided yet', { error });
    }
  }

  /** An erasure that can't end now does not stop the start: personal data of its subject is refused either way. */
  async #resumeErasures(): Promise<void> {
    try {
      await this.erasures.resume();
    } catch (error) {
      this.logger.warn('erasures could not be brought to their end', { error });
    }
  }

  override stop(): Promise<void> {
    this.timers.stop();
    return Promise.resolve();
  }
}
