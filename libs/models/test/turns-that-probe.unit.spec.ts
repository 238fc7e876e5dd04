import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type { CallKind, ModelPort } from '@svc/engine';
import { noMetrics } from '@svc/telemetry';
import { modelDefinition } from '../src/definition/model-definition.js';
import { createModelPort } from '../src/port/create-model-port.js';
import { Circuit } from '../src/steady/circuit.js';
import { SteadyPort } from '../src/steady/steady-port.js';
import { TryBudget } from '../src/steady/try-budget.js';
import { ModelMetrics } from '../src/telemetry/model-metrics.js';
import { ModelObserver } from '../src/telemetry/model-observer.js';
import { ObservedPort } from '../src/telemetry/observed-port.js';
import { TurnPort } from '../src/turn-port.js';
import { asksForChoice } from './asked-for.js';
import { Conversation } from './conversation.js';
import { action, graph } from './graphs/builders.js';
import { ManualTimers } from './manual-timers.js';
import { usage } from './scripted-language-model.js';

interface Asked {
  readonly isChoice: boolean;
  /** Of the state. */
  readonly objective: string;
}

/** The timed output of a model. */
type Saying = (asked: Asked) => AsyncIterable<string>;

/** Gives each task the output that a test wants. */
class SteeredModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4';
  readonly modelId = 'test';
  readonly supportedUrls = {};

  constructor(
    readonly provider: string,
    private readonly says: Saying,
  ) {}

  doGenerate(): never {
    throw new TypeError('All calls stream.');
  }

  doStream(options: LanguageModelV4CallOptions) {
    const objective = /objective [a-z ]*this part of the conversation: (\w+)/.exec(
      JSON.stringify(options.prompt),
    )?.[1];
    const asked = { isChoice: asksForChoice(options), objective: objective ?? '' };
    return Promise.resolve({ stream: ReadableStream.from(partsOf(this.says(asked))) });
  }
}

async function* partsOf(pieces: AsyncIterable<string>): AsyncGenerator<LanguageModelV4StreamPart> {
  for await (const delta of pieces) yield { type: 'text-delta', id: '1', delta };
  yield { type: 'finish', usage, finishReason: { unified: 'stop', raw: undefined } };
}

/** Each is left when its question is answered. */
const row = graph('Lends books', [
  action('desk', 'Find the book', ['Ask for the title'], [['The title is known', 'shelf']]),
  action('shelf', 'Search the shelf', ['Name the shelf'], [['It is found', 'end']]),
  action('end', 'Part', ['Say goodbye'], []),
]);

const timers = new ManualTimers();

/** A circuit that was open, after its rest. */
function rested(): Circuit {
  const circuit = new Circuit();
  for (let time = 0; time < 6; time += 1) circuit.leave('unavailable', timers.now(), timers.now());
  timers.pass(circuit.restMs(timers.now()));
  return circuit;
}

/** The port as a process creates it. */
function portOf(model: LanguageModelV4, circuit: Circuit): SteadyPort {
  const definition = modelDefinition.parse({ provider: 'openai', model: 'm-1' });
  const observers = { metrics: new ModelMetrics(noMetrics, timers), servers: { called: () => undefined } };
  const observer = new ModelObserver({ name: 'm', definition }, observers, 'c1');
  const port = new ObservedPort(createModelPort(model, { timers }), observer);
  const budget = new TryBudget(timers.now(), 30_000);
  return new SteadyPort([{ name: 'm', port, circuit }], { timers, random: () => 0, budget });
}

function conversationAtDesk(model: ModelPort, preferred: ReadonlyMap<CallKind, ModelPort> = new Map()) {
  const conversation = new Conversation(row, undefined, undefined, new TurnPort(model, preferred));
  conversation.state = 'desk';
  return conversation;
}

describe('given a model with an open circuit that responds again, without a fallback', () => {
  it('when a judgement probes it, then the message of the same turn is allowed before the reason is there', async () => {
    const isWorded = Promise.withResolvers<void>();
    const model = new SteeredModel('probed', async function* ({ isChoice }) {
      if (!isChoice) {
        isWorded.resolve();
        yield 'Which title?';
        return;
      }
      yield '{"choice":"action_1"';
      await isWorded.promise;
      yield ',"reason":"so"}';
    });
    const input = await conversationAtDesk(portOf(model, rested())).say('Hello');
    expect(input.message).toBe('Which title?');
    expect(input.result.decisions[0]?.reason).toBe('so');
  });

  it('when an unused message probes it, then the message that is sent is the next probe', async () => {
    const circuit = rested();
    const isWorded = Promise.withResolvers<void>();
    const wording = new SteeredModel('probed', async function* ({ objective }) {
      if (objective === 'Part') {
        yield 'Goodbye.';
        return;
      }
      isWorded.resolve();
      await new Promise(() => undefined);
    });
    const judging = new SteeredModel('judging', async function* ({ objective }) {
      if (objective === 'Search') await isWorded.promise;
      yield '{"choice":"exit_1","reason":"so"}';
    });
    const preferred = new Map<CallKind, ModelPort>([['engage', portOf(wording, circuit)]]);
    const { message } = await conversationAtDesk(portOf(judging, new Circuit()), preferred).say(
      'Moby Dick, found',
    );
    expect(message).toBe('Goodbye.');
    expect(circuit.state(timers.now())).toBe('closed');
  });
});
