import { isDeepStrictEqual } from 'node:util';
import { toStorableText } from '@svc/kernel';
import type {
  RecordedCall,
  RecordedFact,
  TimedFact,
  TurnCommand,
  Commit,
  TurnEnd,
  TurnFact,
  TurnRequest,
  TurnResult,
  TurnSignal,
} from '../../src/index.js';
import { isSpeaking, nextStates } from '../../src/index.js';
import { resultIn } from '../turns.js';
import { auditAhead } from './audit-ahead.js';
import { auditCalls } from './audit-calls.js';
import { auditChoices, choiceOf } from './audit-choices.js';
import { isLastAnswer, isOfMessage } from './answers.js';
import { auditGate, type EndOfMessage } from './audit-gate.js';
import { must } from './broken-rule.js';
import { asChosen, messagesAhead } from './messages-ahead.js';
import type { TurnStep } from './simulated-turn.js';

/** All that is known of a turn that has ended. */
export interface TurnTrace {
  readonly input: TurnRequest;
  readonly steps: readonly TurnStep[];
  readonly end: TurnEnd;
  readonly calls: readonly RecordedCall[];
  readonly facts: readonly RecordedFact[];
}

/** @throws BrokenRule */
export function auditTurn({ input: request, steps, end, calls }: TurnTrace): void {
  const facts = factsOf(steps);
  const commands = commandsOf(steps);
  must('nothing follows the end', commands.at(-1)?.type === 'end-turn', () => String(commands.at(-1)?.type));
  auditChoices(steps);
  const ahead = messagesAhead(steps);
  auditAhead(request, steps, ahead);
  auditCommit(steps, end, calls);
  auditLives(steps);
  auditCalls(request, facts, commands, calls, ahead);
  const signals = commands.flatMap((command) => (command.type === 'tell' ? [command.signal] : []));
  const told = auditPieces(signals, end.outcome === 'completed');
  const chosen = asChosen(steps, ahead);
  const isWithheld = auditGate(chosen, request.limits.maxMessageCharacters, endOfMessage(calls));
  auditEnd(end, steps, calls, isWithheld === true);
  if (end.outcome !== 'completed') return;
  auditResult(request, signals, told, end.result);
  if (isWithheld === null) auditMessage(request, factsOf(chosen), lastFailure(calls), end.result);
  auditDecisions(facts, commands, end.result);
}

export function factsOf(steps: readonly TurnStep[]): readonly TimedFact[] {
  return steps.flatMap((step) => ('fact' in step ? [step.fact] : []));
}

export function commandsOf(steps: readonly TurnStep[]): readonly TurnCommand[] {
  return steps.flatMap((step) => ('command' in step ? [step.command] : []));
}

/** Each command with an answer is open until that, or until it is cancelled. */
export function auditLives(steps: readonly TurnStep[]): void {
  const rule = 'a command is answered once or taken back once';
  const open = new Set<string>();
  for (const step of steps) {
    if ('fact' in step) {
      if (isLastAnswer(step.fact)) open.delete(step.fact.id);
      continue;
    }
    const { command } = step;
    if (command.type === 'end-turn') break;
    if (command.type === 'tell') continue;
    const isNew = command.type !== 'stop-model' && command.type !== 'cancel';
    if (isNew) open.add(command.id);
    else must(rule, open.has(command.id), () => `${command.type} ${command.id}, which is not open`);
    if (command.type === 'cancel') open.delete(command.id);
  }
  must(rule, open.size === 0, () => `${[...open].join()} left open`);
}

/** @returns the pieces of the message */
function auditPieces(signals: readonly TurnSignal[], isWhole: boolean): string {
  const rule = 'pieces come in order, and the last one is empty';
  const pieces = signals.filter((signal) => signal.type === 'message-piece');
  const fragments = signals.flatMap((signal) =>
    signal.type === 'current-agent-action' && signal.action.type === 'engage-user-message-fragment-generated'
      ? [{ index: signal.action.index, text: signal.action.fragment, isFinal: signal.action.is_final }]
      : [],
  );
  const plain = pieces.map(({ index, text, isFinal }) => ({ index, text, isFinal }));
  must(rule, isDeepStrictEqual(plain, fragments), () => 'pieces and fragments differ');
  for (const [place, { index, text, isFinal }] of plain.entries()) {
    must(rule, index === place, () => `${index} at ${place}`);
    must(rule, isFinal === (text === ''), () => `piece ${index} is "${text}"`);
    must(rule, !isFinal || place === plain.length - 1, () => `${plain.length - place - 1} behind the last`);
  }
  if (isWhole) must(rule, plain.at(-1)?.isFinal === true, () => 'there is no last piece');
  return plain.map(({ text }) => text).join('');
}

/** The turn ends with the outcome of its commit, whatever comes before that. */
function auditCommit(steps: readonly TurnStep[], end: TurnEnd, calls: readonly RecordedCall[]): void {
  const rule = 'a turn completes with its one commit, once that is acknowledged';
  const asked = placeOf(steps, (step) => 'command' in step && step.command.type === 'commit');
  const ended = placeOf(steps, (step) => 'command' in step && step.command.type === 'end-turn');
  const commits = commandsOf(steps).flatMap((command) => (command.type === 'commit' ? [command] : []));
  const [commit] = commits;
  if (commit === undefined) {
    must(rule, end.outcome === 'failed' || end.outcome === 'cancelled', () => `no commit: ${end.outcome}`);
    return;
  }
  must(rule, commits.length === 1, () => `${commits.length} commits`);
  const answer = factsOf(steps.slice(asked, ended)).find(
    (fact) => isCommitFact(fact) && fact.id === commit.id,
  );
  const expected = answer?.type === 'commit-acknowledged' ? 'completed' : 'refused';
  must(rule, answer !== undefined && end.outcome === expected, () => `${answer?.type}: ${end.outcome}`);
  const result = end.outcome === 'completed' ? end.result : resultIn(commit.commit);
  must(
    rule,
    isDeepStrictEqual(withoutFacts(commit.commit), { contents: { type: 'turn', result }, calls }),
    () => 'something else was committed',
  );
  const looked = commandsOf(steps).flatMap((command) => (command.type === 'call-tool' ? [command.id] : []));
  const noted = commit.commit.notes.map(({ type, call }) => (type === 'outcome' ? call.id : type));
  must(rule, isDeepStrictEqual(noted, looked), () => `outcomes of ${noted.join()}, not of ${looked.join()}`);
  const told = commandsOf(steps.slice(asked)).filter(({ type }) => type === 'tell');
  must(rule, told.length === 0, () => `${told.length} signals behind the commit`);
}

function withoutFacts({ contents, calls }: Commit): Omit<Commit, 'facts' | 'notes'> {
  return { contents, calls };
}

function isCommitFact(fact: TimedFact): fact is Extract<TimedFact, { readonly type: `commit-${string}` }> {
  return fact.type === 'commit-acknowledged' || fact.type === 'commit-refused';
}

/** The index after the last one where there is none. */
function placeOf(steps: readonly TurnStep[], is: (step: TurnStep) => boolean): number {
  const place = steps.findIndex(is);
  return place < 0 ? steps.length : place;
}

/** An unusable response is a failure of the model. A stop counts until the commit. */
function auditEnd(
  end: TurnEnd,
  steps: readonly TurnStep[],
  calls: readonly RecordedCall[],
  isWithheld: boolean,
): void {
  const rule = 'a turn fails with the model or for want of words alone, and is cancelled by a stop alone';
  if (end.outcome === 'refused') return;
  const asked = placeOf(steps, (step) => 'command' in step && step.command.type === 'commit');
  const isStopped = factsOf(steps.slice(0, asked)).some(({ type }) => type === 'cancelled');
  // A turn goes on without an input that could not be worded.
  const hasFailed = calls.some(
    ({ kind, failure }) =>
      failure !== null && failure !== 'cancelled' && !(kind === 'arguments' && failure === 'bad_output'),
  );
  const expected = hasFailed ? 'failed' : isStopped ? 'cancelled' : isWithheld ? 'failed' : 'completed';
  must(rule, end.outcome === expected, () =>
    end.outcome === 'failed' ? `${end.failure.message} (${String(end.failure.privateDetail)})` : end.outcome,
  );
}

function endOfMessage(calls: readonly RecordedCall[]): EndOfMessage {
  const last = calls.at(-1);
  // A turn that is stopped after it was still waiting for a reason.
  const isWorded = last?.kind === 'engage' && last.failure === null;
  if (!isWorded) return 'under-way';
  return lastFailure(calls) === null ? 'whole' : 'broken-off';
}

/** Of the last attempt: the message broke off with it, and was not completed. */
function lastFailure(calls: readonly RecordedCall[]): string | null {
  return calls.at(-1)?.attempts.at(-1)?.failure ?? null;
}

function auditResult(
  request: TurnRequest,
  signals: readonly TurnSignal[],
  told: string,
  result: TurnResult,
): void {
  const left = 'what is told is what is left';
  const transitions = signals.flatMap((signal) =>
    signal.type === 'state-transitioned' ? [signal.transition] : [],
  );
  const thoughts = signals.flatMap((signal) => (signal.type === 'inner-thought' ? [signal.text] : []));
  must(left, told === result.message, () => `"${told}" and "${result.message}"`);
  must(left, isDeepStrictEqual(transitions, result.transitions), () => 'transitions');
  must(left, isDeepStrictEqual(thoughts, result.innerThoughts), () => 'thoughts');
  auditWalk(request, result);
  auditJudgedExits(request, result);
}

function auditJudgedExits({ input, limits }: TurnRequest, { decisions, transitions }: TurnResult): void {
  const rule = 'each state is left once, and few that the turn has entered';
  const judged = decisions.filter(({ purpose }) => purpose === 'navigate').map(({ state }) => state);
  const left = transitions.filter(({ type }) => type === 'action').map(({ previousState }) => previousState);
  must(rule, new Set(judged).size === judged.length, () => `judged: ${judged.join()}`);
  must(rule, new Set(left).size === left.length, () => `left: ${left.join()}`);
  const most = input.kind === 'greeting' ? 0 : 1 + (input.kind === 'skip' ? 0 : limits.maxJudgedEntries);
  must(rule, judged.length <= most, () => `${judged.length} of ${most}`);
}

/** Each choice of the model is in a decision, as the option of that name. */
function auditDecisions(
  facts: readonly TurnFact[],
  commands: readonly TurnCommand[],
  { decisions }: TurnResult,
): void {
  const chosen = commands.flatMap((command) => {
    if (command.type !== 'call-model' || command.request.task.type !== 'judge') return [];
    const { callId, task } = command.request;
    const choice = choiceOf(command.request, facts);
    return [{ callId, text: task.choices.find(({ id }) => id === choice)?.text }];
  });
  const decided = decisions
    .filter(({ judgedBy }) => judgedBy === 'model')
    .map(({ callId, verdict }) => ({
      callId,
      text:
        verdict.kind === 'exit'
          ? verdict.exitCondition
          : verdict.kind === 'tool'
            ? verdict.tool
            : verdict.action,
    }));
  must('choices are those of the model', isDeepStrictEqual(decided, chosen), () =>
    JSON.stringify({ decided, chosen }),
  );
}

/** @param failure of the last attempt: the message broke off with it, and was not completed */
function auditMessage(
  { limits: { maxMessageCharacters: room } }: TurnRequest,
  facts: readonly TurnFact[],
  failure: string | null,
  { message, isCut }: TurnResult,
): void {
  const rule = 'the message is what the model said';
  const said = facts.flatMap((fact) => (isOfMessage(fact) ? [fact.text] : []));
  const words = toStorableText(said.join('')).trimStart();
  const hasBrokenOff = failure !== null;
  const whole = hasBrokenOff && !words.trimEnd().endsWith('.') ? `${words}…` : words;
  if (hasBrokenOff) must(rule, isCut, () => `"${message}" broke off, and counts as whole`);
  const isWhole = message === whole;
  if (!isCut) must(rule, isWhole, () => `"${message}" of "${whole}"`);
  must(rule, whole.startsWith(message), () => `"${message}" of "${whole}"`);
  must(
    rule,
    message.length <= room && (!isCut || message.length >= room - 1 || (hasBrokenOff && isWhole)),
    () => `${message.length} characters`,
  );
}

function auditWalk({ place: from, graph, user }: TurnRequest, result: TurnResult): void {
  const rule = 'the walk leads along the graph';
  const initial = user.isReturning ? graph.returningUserInitialState : graph.newUserInitialState;
  let place = from?.state ?? initial;
  for (const transition of result.transitions) {
    must(rule, transition.previousState === place, () => `${transition.previousState} at ${place}`);
    const state = graph.states.find(({ name }) => name === place);
    const isExit =
      state?.type === transition.type &&
      ('exitCondition' in transition && 'exitConditions' in state
        ? state.exitConditions.some(
            (exit) =>
              exit.description === transition.exitCondition && exit.nextState === transition.nextState,
          )
        : nextStates(state).includes(transition.nextState));
    must(rule, isExit, () => `${place} to ${transition.nextState}`);
    place = transition.nextState;
  }
  const final = graph.states.find(({ name }) => name === result.place.state);
  must(
    rule,
    place === result.place.state && final !== undefined && isSpeaking(final),
    () => `it ends in ${result.place.state}`,
  );
  must(rule, result.conversationCompleted === (place === graph.terminalState), () => 'completed');
}
