import type { AttemptListener, EngageRequest, Judgement, JudgeRequest, ModelPort } from '../src/index.js';
import { attempt } from './attempts.js';

export interface Script {
  /** Text of the choice for each judgement, in order. A choice that is not offered is returned unchanged. */
  readonly choices?: readonly string[];
  readonly pieces?: readonly string[];
}

/** A model with scripted responses. It keeps its requests. */
export class ScriptedModel implements ModelPort {
  readonly name = 'scripted/test';
  readonly settings = { temperature: 0 };
  readonly judged: JudgeRequest[] = [];
  readonly engaged: EngageRequest[] = [];
  readonly signals: AbortSignal[] = [];
  /** Pieces that the engine has asked for. */
  pulled = 0;
  isClosed = false;

  constructor(readonly script: Script = {}) {}

  async judge(request: JudgeRequest, signal: AbortSignal, onAttempt: AttemptListener): Promise<Judgement> {
    const text = this.script.choices?.[this.judged.length] ?? 'nothing scripted';
    this.judged.push(request);
    this.signals.push(signal);
    const choice = request.task.choices.find((offered) => offered.text === text);
    const judgement = { choice: choice?.id ?? text, reason: `scripted: ${text}` };
    onAttempt(attempt([JSON.stringify(judgement)]));
    return judgement;
  }

  async *generate(
    request: EngageRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
  ): AsyncIterable<string> {
    this.engaged.push(request);
    this.signals.push(signal);
    const taken: string[] = [];
    try {
      for (const piece of this.script.pieces ?? ['Hello', ' there.']) {
        this.pulled += 1;
        taken.push(piece);
        yield piece;
      }
    } finally {
      this.isClosed = true;
      onAttempt(attempt(taken));
    }
  }
}
