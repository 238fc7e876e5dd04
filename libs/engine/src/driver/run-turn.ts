import type { Clock } from '@svc/kernel';
import type { ModelPort } from '../model/model-port.js';
import type { TurnCommand, TurnCommit, TurnEnd } from '../protocol/turn-command.js';
import { turnBegan, type TurnFact } from '../protocol/turn-fact.js';
import { unusedMessages, type TurnOutcome } from '../recording/unused-messages.js';
import type { TurnRecorder } from '../recording/turn-recorder.js';
import type { TurnRequest } from '../turn/turn-request.js';
import { TurnMachine } from '../turn/turn-machine.js';
import { ruleByAll } from '../speech/rule-by-all.js';
import type { SpeechPolicy } from '../speech/speech-policy.js';
import type { TurnResult } from '../turn/turn-result.js';
import type { TurnSignal } from '../turn/turn-signal.js';
import { Incoming } from './incoming.js';
import { LiveCall, PortDefect } from './live-call.js';
import { RunningTimers, type TurnTimers } from './running-timers.js';

/** All side effects of a turn. */
export interface TurnPorts {
  readonly model: ModelPort;
  /** Gets every call, also those of a turn that fails. */
  readonly recorder: TurnRecorder;
  readonly clock: Clock;
  readonly timers: TurnTimers;
  /** Rule on the agent's text, in this order. Without policies each piece is sent as it comes. */
  readonly policies?: readonly SpeechPolicy[];
  /** `runTurn` rethrows what it throws. Nobody then knows whether the commit was stored. */
  readonly commit: (commit: TurnCommit) => Promise<CommitAnswer>;
}

/** `refused`: nothing is stored or ever will be, with the reason. */
export type CommitAnswer = 'acknowledged' | { readonly refused: Error };

/**
 * Runs one turn: carries out the machine's commands and feeds it their results. Yields signals as they happen and returns the
 * result once it is stored. Pure except for its ports: the same input and the same model responses give the same signals and
 * result.
 * @param signal cancels the turn: its model calls end, and the generator throws the reason. A commit in progress is awaited and
 * counts.
 * @throws ModelError when the model fails, TurnError when the turn can't be taken, the reason when its commit is refused
 */
export async function* runTurn(
  request: TurnRequest,
  { model, recorder, clock, timers: delays, commit, policies = [] }: TurnPorts,
  signal: AbortSignal,
): AsyncGenerator<TurnSignal, TurnResult, void> {
  signal.throwIfAborted();
  const machine = new TurnMachine(request, model, recorder);
  let atMs = -Infinity;
  const feed = (fact: TurnFact): readonly TurnCommand[] => {
    atMs = Math.max(atMs, clock.now());
    return machine.feed({ ...fact, atMs });
  };
  const facts: TurnFact[] = [];
  const timers = new RunningTimers(delays, signal);
  const incoming = new Incoming(timers);
  let settled: TurnFact | undefined;
  // Ending the iteration cancels it.
  let outcome: TurnOutcome = 'cancelled';
  const next = async (): Promise<TurnFact> => {
    // What is stored stays stored, even if the caller has left.
    if (settled !== undefined) return settled;
    if (facts.length === 0 && !signal.aborted) facts.push(...(await incoming.next()));
    const fact: TurnFact | undefined = signal.aborted ? { type: 'cancelled' } : facts.shift();
    if (fact === undefined) throw new TypeError('The turn waits for nothing that can come.');
    return fact;
  };

  try {
    for (let commands = feed(turnBegan(request, policies.length > 0)); ; commands = feed(await next())) {
      for (const command of commands) {
        switch (command.type) {
          case 'tell':
            yield command.signal;
            break;
          case 'call-model':
            incoming.begin(command.request.callId, new LiveCall(model, command.request, signal));
            break;
          case 'stop-model':
            facts.push(...(await incoming.end(command.id)), { type: 'model-ended', id: command.id });
            break;
          case 'cancel-model':
            incoming.cancel(command.id);
            break;
          case 'set-timer':
            timers.set(command.id, command.afterMs);
            break;
          case 'cancel-timer':
            timers.cancel(command.id);
            break;
          case 'rule':
            facts.unshift({
              type: 'ruled',
              id: command.id,
              ...ruleByAll(policies, command.unsaid, command.message),
            });
            break;
          case 'commit':
            outcome = 'unknown';
            settled = commitFact(command.id, await unlessAborted(signal, () => commit(command.commit)));
            break;
          case 'end-turn':
            outcome = outcomeOf(command.end, signal);
            return resultOf(command.end, signal);
        }
      }
    }
  } finally {
    // The cost of abandoned calls is still recorded.
    timers.cancelAll();
    for (const fact of [...facts, ...(await incoming.endAll())]) feed(fact);
    for (const message of unusedMessages(recorder.calls(), outcome)) model.onUnusedMessage?.(message);
  }
}

/** An abandoned turn is not stored. */
async function unlessAborted(
  signal: AbortSignal,
  commit: () => Promise<CommitAnswer>,
): Promise<CommitAnswer> {
  return signal.aborted ? { refused: signal.reason as Error } : commit();
}

function commitFact(id: string, answer: CommitAnswer): TurnFact {
  return answer === 'acknowledged'
    ? { type: 'commit-acknowledged', id }
    : { type: 'commit-refused', id, failure: answer.refused };
}

function outcomeOf({ outcome }: TurnEnd, { aborted }: AbortSignal): TurnOutcome {
  if (outcome !== 'refused') return outcome;
  return aborted ? 'cancelled' : 'failed';
}

function resultOf(end: TurnEnd, signal: AbortSignal): TurnResult {
  switch (end.outcome) {
    case 'completed':
      return end.result;
    case 'refused':
      throw end.failure;
    case 'failed':
      throw end.failure instanceof PortDefect ? end.failure.cause : end.failure;
    case 'cancelled':
      throw signal.reason;
  }
}
