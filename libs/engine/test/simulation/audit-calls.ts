import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '@svc/kernel';
import type { RecordedCall, TurnCommand, TurnFact, TurnRequest } from '../../src/index.js';
import { isAnswer } from './answers.js';
import { choiceOf } from './audit-choices.js';
import { must } from './broken-rule.js';
import type { MessageAhead } from './messages-ahead.js';

type CallModel = Extract<TurnCommand, { readonly type: 'call-model' }>;

/**
 * Checks a turn's model calls and their records.
 * @param ahead an unwanted one is recorded as cancelled, with any ending
 * @throws BrokenRule
 */
export function auditCalls(
  turn: TurnRequest,
  facts: readonly TurnFact[],
  commands: readonly TurnCommand[],
  recorded: readonly RecordedCall[],
  ahead: readonly MessageAhead[],
): void {
  const requests = commands.filter((command) => command.type === 'call-model').map(({ request }) => request);
  auditNames(turn, requests);
  const thoughts = new ThoughtsAt(commands);
  for (const request of requests) {
    const { input, transcript, newThoughts } = request.task;
    const shown = { input, newThoughts, transcript };
    const expected = {
      input: turn.input,
      newThoughts: thoughts.before(request.callId),
      transcript: turn.transcript,
    };
    must('a call shows what was heard, and what was thought since', isDeepStrictEqual(shown, expected), () =>
      canonicalJson({ shown, expected }),
    );
  }

  const rule = 'a call is recorded with what was asked, tried and read';
  must(rule, recorded.length === requests.length, () => `${recorded.length} of ${requests.length}`);
  for (const [place, request] of requests.entries()) {
    const call = recorded[place];
    const asked = { id: request.callId, messages: request.messages };
    const kept = { id: call?.id, messages: call?.request.messages };
    must(rule, isDeepStrictEqual(asked, kept), () => canonicalJson({ asked, kept: kept.id ?? null }));
    const tried = facts.flatMap((fact) =>
      fact.type === 'model-attempted' && fact.id === request.callId ? [fact.attempt] : [],
    );
    const withoutEmpty = tried.map((each) => ({
      ...each,
      pieces: each.pieces.filter((text) => text !== ''),
    }));
    must(rule, isDeepStrictEqual(call?.attempts, withoutEmpty), () => `attempts of ${request.callId}`);
    const message = ahead.find(({ id }) => id === request.callId);
    auditAnswer(request, facts, commands, call, message);
  }
}

/** `<interaction>/m.<kind>.<state>.<n>`, counted from 1 for each subject. */
function auditNames({ interactionId }: TurnRequest, requests: readonly CallModel['request'][]): void {
  const counts = new Map<string, number>();
  for (const { callId, task } of requests) {
    const kind = task.type === 'judge' ? task.purpose : task.type;
    const subject = `${interactionId}/m.${kind}.${task.state.name}`;
    const count = (counts.get(subject) ?? 0) + 1;
    counts.set(subject, count);
    must(
      'a call is named by its subject, and no other has its name',
      callId === `${subject}.${count}`,
      () => callId,
    );
  }
}

/** The recorded outcome of a call is its first one. */
function auditAnswer(
  request: CallModel['request'],
  facts: readonly TurnFact[],
  commands: readonly TurnCommand[],
  call: RecordedCall | undefined,
  message: MessageAhead | undefined,
): void {
  const rule = 'a call is recorded with what was asked, tried and read';
  const { callId } = request;
  const isTakenBack = commands.some((command) => command.type === 'cancel' && command.id === callId);
  if (isTakenBack || message?.isWanted === false) {
    must(
      rule,
      call?.failure === 'cancelled' && call.judgement === null,
      () => `${callId}: ${String(call?.failure)}`,
    );
    return;
  }
  const answer = facts.find((fact) => isAnswer(fact) && fact.id === callId);
  // A message that is too long is not read to its end, even where the end had already come.
  const isStopped =
    commands.some((command) => command.type === 'stop-model' && command.id === callId) ||
    (message?.hadEnded === true && call?.failure === null);
  const choice = choiceOf(request, facts);
  if (choice !== null && call?.failure === null)
    must(rule, call.judgement?.choice === choice, () => `${callId}: ${String(call.judgement?.choice)}`);
  else if (answer?.type === 'model-failed' && !isStopped)
    must(rule, call?.failure === answer.failure.kind, () => `${callId}: ${String(call?.failure)}`);
  else
    must(
      rule,
      call?.failure === null || call?.failure === 'bad_output',
      () => `${callId}: ${String(call?.failure)}`,
    );
}

/** The thoughts that were sent before a call was made. */
class ThoughtsAt {
  constructor(readonly commands: readonly TurnCommand[]) {}

  before(callId: string): readonly string[] {
    const place = this.commands.findIndex(
      (command) => command.type === 'call-model' && command.request.callId === callId,
    );
    return this.commands
      .slice(0, place)
      .flatMap((command) =>
        command.type === 'tell' && command.signal.type === 'inner-thought' ? [command.signal.text] : [],
      );
  }
}
