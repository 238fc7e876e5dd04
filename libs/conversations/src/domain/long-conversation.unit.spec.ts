import { compileGraph } from '@svc/definitions/classic';
import {
  ModelError,
  TurnRecorder,
  defaultTurnLimits,
  engineVersion,
  promptVersion,
  runTurn,
  type AttemptListener,
  type Judgement,
  type JudgeRequest,
  type ModelPort,
  type PromptMessage,
  type Commit,
  type WordsRequest,
} from '@svc/engine';
import { attempt } from '@svc/engine/attempts';
import { summedUp, turnPorts } from '@svc/engine/turn-ports';
import { DataKey } from '@svc/sealing';
import { testGraph, testProfile } from '../../test/definitions.js';
import { ada, identity, startedAtMs, userSays, type TimedCommand } from '../../test/histories.js';
import { recordedTurns } from '../replay/recorded-turns.js';
import { recordedSummaries, replaySummary } from '../replay/replay-summary.js';
import { replayTurn } from '../replay/replay-turn.js';
import { turnContext, turnInput } from '../turn/turn-input.js';
import { conversationDecider, existing } from './conversation-decider.js';
import type { ConversationEvent } from './conversation-event.js';
import { absentConversation, type Conversation } from './conversation.js';
import type { TurnConditions } from './turn-conditions.js';

const told = 'allergic to penicillin';
const maxTokens = 4_096;
const never = new AbortController().signal;
const definition = { agent: testProfile, graph: compileGraph(testGraph) };
const key = new DataKey('0190f3a0-1111-7222-8333-444455556666', Buffer.alloc(32, 7));
const hash = (use: 'model-call' | 'model-request', text: string) => key.hash(use, text);

/**
 * A model that takes in 4,096 tokens of three characters each, and knows only its prompt. Its summary keeps one thing
 * of it.
 */
class SmallModel implements ModelPort {
  readonly name = 'small/test';
  readonly settings = { context_tokens: maxTokens };
  latest: readonly PromptMessage[] = [];
  summaries = 0;

  async judge(request: JudgeRequest, _signal: AbortSignal, onAttempt: AttemptListener): Promise<Judgement> {
    this.#read(request.messages);
    const action = request.task.choices.find(({ kind }) => kind === 'action');
    const judgement = { choice: action?.id ?? '', reason: 'It goes on.' };
    onAttempt(attempt([JSON.stringify(judgement)]));
    return judgement;
  }

  async *generate({ task, messages }: WordsRequest, _signal: AbortSignal, onAttempt: AttemptListener) {
    this.#read(messages);
    const words = task.type === 'summarize' ? this.#sumUp() : 'I see. Tell me more about it, please.';
    yield words;
    onAttempt(attempt([words]));
  }

  get knows(): boolean {
    return JSON.stringify(this.latest).includes(told);
  }

  #sumUp(): string {
    this.summaries += 1;
    return this.knows ? `They are ${told}.` : 'They talk about their garden.';
  }

  #read(messages: readonly PromptMessage[]): void {
    this.latest = messages;
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
    if (characters / 3 > maxTokens) throw new ModelError('context_overflow');
  }
}

it('given a model of 4,096 tokens, then it knows in turn 200 of a conversation what was said in turn 2', async () => {
  const log: ConversationEvent[] = [];
  let state: Conversation = absentConversation;
  const take = (command: TimedCommand): void => {
    for (const event of conversationDecider.decide(state, command)) {
      log.push(event);
      state = conversationDecider.evolve(state, event);
    }
  };
  const model = new SmallModel();
  const conditions: TurnConditions = {
    engineVersion,
    promptVersion,
    limits: defaultTurnLimits,
    model: model.name,
    modelSettingsJson: JSON.stringify(model.settings),
  };
  for (let turn = 1; turn <= 200; turn += 1) {
    const id = `i${turn}`;
    const atMs = startedAtMs + turn * 1_000;
    const said =
      turn === 2
        ? `Please note that I am ${told}.`
        : `In bed ${turn} of my garden grow beans and peas, and behind it stands a tree that bears apples.`;
    if (turn === 1) {
      const { startedAtMs: _at, ...fresh } = identity;
      const interaction = { interactionId: id, input: { kind: 'greeting' }, user: ada } as const;
      take({ type: 'StartConversation', identity: fresh, interaction, conditions, atMs });
    } else {
      take({ type: 'StartInteraction', interaction: userSays(said, id), conditions, atMs });
    }
    const commit = async ({ contents, ...record }: Commit) => {
      if (contents.type !== 'turn') throw new TypeError('A turn was to be committed.');
      const { result } = contents;
      const agent = { agentName: 'Lin', messageId: `${id}-agent`, innerThoughtIds: [] };
      take({ type: 'CompleteInteraction', turn: { ...record, result, ...agent, interactionId: id }, atMs });
      return 'acknowledged' as const;
    };
    const ports = turnPorts(model, new TurnRecorder(hash), { commit });
    for await (const _signal of runTurn(turnInput(existing(state), definition), ports, never));
    const recorder = new TurnRecorder(hash);
    const behind = turnPorts(model, recorder);
    const summary = await summedUp(turnContext(existing(state), definition), id, behind, never);
    const record = { calls: recorder.calls(), facts: recorder.facts() };
    if (summary !== null)
      take({ type: 'SummarizeConversation', interactionId: id, ...record, summary, atMs });
  }

  expect(model.summaries).toBeGreaterThan(5);
  expect(model.knows).toBe(true);
  expect(existing(state)).toMatchObject({
    completedInteractions: 200,
    summary: { text: `They are ${told}.` },
  });
  const logged = log.map((event) => ({ event, isErased: false }));
  const summaries = recordedSummaries(logged);
  expect(summaries).toHaveLength(model.summaries);
  for (const recorded of summaries.slice(0, 3))
    expect(replaySummary(recorded, { definition, hash })).toEqual({ outcome: 'identical' });
  for (const turn of recordedTurns(logged).slice(-2))
    expect(replayTurn(turn, { definition, hash })).toEqual({ outcome: 'identical' });
});
