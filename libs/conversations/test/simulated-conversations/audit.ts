import { isDeepStrictEqual } from 'node:util';
import {
  characters,
  transcriptWindow,
  turnBegan,
  type TranscriptMessage,
  type TurnCommand,
  type TurnRequest,
  type TurnRecord,
  type TurnSignal,
} from '@svc/engine';
import { auditTurn, commandsOf } from '@svc/engine/simulation';
import { canonicalJson } from '@svc/kernel';
import { noRecord } from '../../src/domain/conversation-command.js';
import type { ConversationEvent } from '../../src/domain/conversation-event.js';
import { conditionsOf } from '../../src/domain/conversation.js';
import {
  openHistory,
  stateOf,
  type OpenHistory,
  type RecordedHistory,
} from '../../src/replay/recorded-history.js';
import { recordedTurns, recordOf, type RecordedTurn } from '../../src/replay/recorded-turns.js';
import { recordedSummaries, replaySummary } from '../../src/replay/replay-summary.js';
import { replayTurn } from '../../src/replay/replay-turn.js';
import { takeAgain } from '../../src/replay/take-again.js';
import { turnInput } from '../../src/turn/turn-input.js';
import { recordedHistory } from './recorded-history.js';
import { holds } from './rules.js';
import { type SimulatedConversation, type SimulatedTurnRecord } from './simulated-conversation.js';

/** Compares what happened with the log, written down and read again. @throws BrokenRule */
export function audit(conversation: SimulatedConversation): void {
  if (conversation.log.length === 0) return;
  // Through a file, so that only stored data counts.
  const history = openHistory(JSON.parse(JSON.stringify(recordedHistory(conversation))) as RecordedHistory);
  const left = new Map(recordedTurns(history.log).map((turn) => [turn.interactionId, turn]));
  auditEnds(conversation.log);
  auditClients(conversation);
  auditInputs(conversation);
  holds(
    'the state is the fold of the log',
    canonicalJson(conversation.state) === canonicalJson(stateOf(history.log)),
    () => canonicalJson({ state: conversation.state, fold: stateOf(history.log) }),
  );
  for (const turn of conversation.turns) {
    if (turn.trace !== null) auditTurn(turn.trace);
    const recorded = left.get(turn.interactionId);
    if (turn.trace === null || recorded === undefined || !turn.isRecorded) continue;
    holds(
      'what came to a process that has not died is in the log, and each of its calls',
      isRecordedWhole(turn, recorded),
      () => canonicalJson(recorded.events.map(({ type }) => type)),
    );
    const replay = replayTurn(recorded, history);
    holds('a replay from the log leaves the same events', replay.outcome === 'identical', () =>
      JSON.stringify(replay),
    );
    const told = toldAgain(recorded, conversation.parts.recordOf(recorded) ?? noRecord, history);
    const live = signalsOf(commandsOf(turn.trace.steps));
    holds('a replay from the log tells the same', isDeepStrictEqual(told, live), () =>
      JSON.stringify({ told, live }),
    );
  }
  for (const summary of recordedSummaries(history.log)) {
    const replay = replaySummary(summary, history);
    holds('a replay from the log leaves the same events', replay.outcome === 'identical', () =>
      JSON.stringify(replay),
    );
  }
}

function auditEnds(log: readonly ConversationEvent[]): void {
  let running: string | null = null;
  for (const event of log) {
    if (event.type === 'InteractionStarted') {
      holds('a turn ends once', running === null, () => `${event.data.interactionId} begins in ${running}`);
      running = event.data.interactionId;
    } else if (event.type === 'InteractionCompleted' || event.type === 'InteractionVoided') {
      const { interactionId } = event.data;
      holds('a turn ends once', running === interactionId, () => `${interactionId} ends in ${running}`);
      running = null;
    }
  }
  holds('a turn ends once', running === null, () => `${running} has not ended`);
}

/** The messages of the completed turns, as lists show them. */
function auditClients({ log, turns }: SimulatedConversation): void {
  const rule = 'what a client was told is there, once, and nothing else';
  for (const { interactionId, clientHeard, trace } of turns) {
    const ends = log.filter(
      (event) => event.type === 'InteractionCompleted' && event.data.interactionId === interactionId,
    ).length;
    const said = log.flatMap((event) =>
      event.type === 'AgentMessageCompleted' && event.data.interactionId === interactionId
        ? [event.data.message.text]
        : [],
    );
    const message = trace?.end.outcome === 'completed' ? trace.end.result.message : null;
    if (clientHeard === 'complete') {
      holds(rule, ends === 1 && isDeepStrictEqual(said, [message]), () => canonicalJson({ said, message }));
    } else if (clientHeard === 'failed') {
      holds(rule, ends === 0 && said.length === 0, () => `${interactionId} is there ${ends} times`);
    }
  }
}

/** The input of each turn must be the state after the completed turns before it, and its own new messages. */
function auditInputs({ log, turns, limits }: SimulatedConversation): void {
  const counted = new Set(
    log.flatMap((event) => (event.type === 'InteractionCompleted' ? [event.data.interactionId] : [])),
  );
  const transcript: TranscriptMessage[] = [];
  let place: string | null = null;
  let tried: readonly string[] = [];
  const window = characters(limits.maxTranscriptCharacters);
  for (const turn of turns) {
    const texts = textsOf(turn.input);
    const shown = transcriptWindow(transcript, window);
    const summary = latestSummary(log, turn.interactionId);
    const expected = { texts, transcript: shown, place, tried, summary };
    if (turn.trace !== null) auditInput(turn, turn.trace.input, expected);
    // This includes a turn whose process died before the response to its commit.
    if (turn.left === null || !counted.has(turn.interactionId)) continue;
    const { place: final, engagement } = turn.left;
    const finalState = final.state;
    const earlier = finalState === place ? tried.filter((action) => action !== engagement.action) : [];
    tried = [...earlier, engagement.action];
    place = finalState;
    transcript.push(
      ...texts.map((text, index): TranscriptMessage => ({
        type: index < texts.length - 1 ? 'external-event' : 'user-message',
        text,
      })),
      ...turn.left.innerThoughts.map((text) => ({ type: 'agent-inner-thought', text }) as const),
      { type: 'agent-message', text: turn.left.message },
    );
  }
}

/** The summary that covers the most, of those in the log when a turn began. On a tie the first. */
function latestSummary(log: readonly ConversationEvent[], interactionId: string): string | undefined {
  const begins = log.findIndex(
    (event) => event.type === 'InteractionStarted' && event.data.interactionId === interactionId,
  );
  let most = 0;
  let text: string | undefined;
  for (const event of log.slice(0, Math.max(0, begins))) {
    if (event.type !== 'ConversationSummarized' || event.data.text === null) continue;
    if (event.data.messages <= most) continue;
    most = event.data.messages;
    if (event.data.text !== '') text = event.data.text;
  }
  return text;
}

function textsOf(input: SimulatedTurnRecord['input']): readonly string[] {
  return 'text' in input ? [...input.externalEvents.map(({ content }) => content), input.text] : [];
}

interface ExpectedInput {
  readonly texts: readonly string[];
  readonly transcript: readonly TranscriptMessage[];
  readonly summary: string | undefined;
  readonly place: string | null;
  readonly tried: readonly string[];
}

function auditInput(
  { recalled }: SimulatedTurnRecord,
  { input, transcript: shown, summary: known, user, place: from, tried: told }: TurnRequest,
  { texts, transcript, place, tried, summary }: ExpectedInput,
): void {
  const rule = 'the model is shown what counts and was heard, and nothing else';
  const given = 'text' in input ? [...input.externalEvents, input.text] : [];
  holds(rule, isDeepStrictEqual(given, texts), () => canonicalJson({ given, texts }));
  holds(rule, isDeepStrictEqual(shown, transcript), () =>
    canonicalJson({ given: shown, expected: transcript }),
  );
  const shownSummary = known?.text || undefined;
  holds(rule, shownSummary === summary, () => canonicalJson({ given: known, expected: summary ?? null }));
  holds(rule, isDeepStrictEqual(told, tried), () => canonicalJson({ given: told, expected: tried }));
  holds(rule, isDeepStrictEqual(user.recollections, recalled), () =>
    canonicalJson({ given: user.recollections, recalled }),
  );
  holds('a turn goes on where the last one that counts has ended', (from?.state ?? null) === place, () =>
    canonicalJson({ given: from, place }),
  );
}

function isRecordedWhole({ trace }: SimulatedTurnRecord, recorded: RecordedTurn): boolean {
  const { calls = [], facts = [] } = trace ?? {};
  return canonicalJson(recordOf(recorded) ?? null) === canonicalJson({ calls, facts });
}

/** Replays a turn from its record. @returns what a client would get up to its end */
function toldAgain(
  { conversation }: RecordedTurn,
  record: TurnRecord,
  { definition, hash }: OpenHistory,
): readonly TurnSignal[] {
  const input = turnInput(conversation, definition);
  const conditions = conditionsOf(conversation);
  const { commands } = takeAgain({ context: input, first: turnBegan(input), conditions, hash }, record);
  return signalsOf(commands);
}

function signalsOf(commands: readonly TurnCommand[]): readonly TurnSignal[] {
  return commands.flatMap((command) => (command.type === 'tell' ? [command.signal] : []));
}
