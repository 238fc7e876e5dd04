import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ModelAttempt, ModelPort } from '@svc/engine';
import { ModelCapabilities } from '../src/asking/model-capabilities.js';
import { createModelPort } from '../src/port/create-model-port.js';
import { ThoughtForm } from '../src/said/thought-form.js';
import { Circuit } from '../src/steady/circuit.js';
import { SteadyPort } from '../src/steady/steady-port.js';
import { TryBudget } from '../src/steady/try-budget.js';
import { ManualTimers } from './manual-timers.js';
import { engageRequest, judgeRequest } from './requests.js';
import { ScriptedLanguageModel, usage } from './scripted-language-model.js';
import { unheard } from './unheard.js';

const never = new AbortController().signal;

/** Each answer in its pieces; `thinks`: reasoning that the server gives apart from the text. */
interface Streamed {
  readonly thinks?: string;
  readonly says: readonly string[];
}

class StreamingModel extends ScriptedLanguageModel {
  constructor(private readonly streamed: readonly Streamed[]) {
    super();
  }

  override async doStream(options: LanguageModelV4CallOptions) {
    const { thinks, says } = this.streamed[this.calls.length] ?? { says: [] };
    this.calls.push(options);
    const parts: LanguageModelV4StreamPart[] = [
      ...(thinks === undefined ? [] : [{ type: 'reasoning-delta' as const, id: '0', delta: thinks }]),
      ...says.map((delta) => ({ type: 'text-delta' as const, id: '1', delta })),
      { type: 'finish', usage, finishReason: { unified: 'stop', raw: undefined } },
    ];
    return { stream: ReadableStream.from(parts) };
  }
}

/** Waits before a retry take no time. */
class SwiftTimers extends ManualTimers {
  override after(milliseconds: number, run: () => void): () => void {
    const cancel = super.after(milliseconds, run);
    if (milliseconds < 1_000) queueMicrotask(() => this.pass(milliseconds));
    return cancel;
  }
}

/** As a process uses it. @param unopened as configured */
function portOf(unopened: boolean | undefined, ...streamed: readonly Streamed[]): ModelPort {
  const timers = new SwiftTimers();
  const capabilities = new ModelCapabilities({}, { thoughts: new ThoughtForm(unopened) });
  const port = createModelPort(new StreamingModel(streamed), { timers, capabilities });
  const budget = new TryBudget(0, 30_000);
  return new SteadyPort([{ name: 'm', port, circuit: new Circuit() }], { timers, random: () => 0, budget });
}

async function piecesOf(port: ModelPort, attempts: ModelAttempt[] = []): Promise<readonly string[]> {
  const pieces: string[] = [];
  for await (const piece of port.generate(engageRequest, never, (attempt) => attempts.push(attempt)))
    pieces.push(piece);
  return pieces;
}

const r1 = { says: ['The user is rude. ', 'I will pretend to care.', '</think>', '\n\nHello,', ' Bob.'] };
const plain = { says: ['Hello,', ' Bob.'] };

describe('given a model of which nothing is known', () => {
  it('when its first message begins with thoughts that have no opening tag, then none of them is said', async () => {
    const attempts: ModelAttempt[] = [];
    expect(await piecesOf(portOf(undefined, r1), attempts)).toEqual(['Hello,', ' Bob.']);
    expect(attempts).toMatchObject([
      { pieces: ['Hello,', ' Bob.'], reasoning: 'The user is rude. I will pretend to care.', failure: null },
    ]);
  });

  it('when its first message has no thoughts, then only that one is held until its end', async () => {
    const port = portOf(undefined, plain, plain);
    expect(await piecesOf(port)).toEqual(['Hello, Bob.']);
    expect(await piecesOf(port)).toEqual(['Hello,', ' Bob.']);
  });

  it('when its server gives thoughts apart from the text, then nothing is held', async () => {
    expect(await piecesOf(portOf(undefined, { thinks: 'Hm.', ...plain }))).toEqual(['Hello,', ' Bob.']);
  });

  it('when it later thinks after all, then that turn fails, and the next message is held', async () => {
    const port = portOf(undefined, plain, r1, r1);
    await piecesOf(port);
    await expect(piecesOf(port)).rejects.toMatchObject({ kind: 'bad_output' });
    expect(await piecesOf(port)).toEqual(['Hello,', ' Bob.']);
  });

  it('when a judgement shows such thoughts, then they are no choice, and messages are held', async () => {
    const thoughts = {
      says: ['First {"choice":"exit_1"} came to mind.</think>', '{"choice":"action_1","reason":"r"}'],
    };
    const port = portOf(undefined, plain, thoughts, r1);
    await piecesOf(port);
    expect(await port.judge(judgeRequest, never, unheard)).toMatchObject({ choice: 'action_1' });
    expect(await piecesOf(port)).toEqual(['Hello,', ' Bob.']);
  });
});

describe('given a model whose configuration says how it thinks', () => {
  it('when its thoughts always have tags, then no message is held', async () => {
    expect(await piecesOf(portOf(false, plain))).toEqual(['Hello,', ' Bob.']);
  });

  it('when they have no opening tag, then each message is held, whatever the last one was', async () => {
    const port = portOf(true, plain, r1);
    expect(await piecesOf(port)).toEqual(['Hello, Bob.']);
    expect(await piecesOf(port)).toEqual(['Hello,', ' Bob.']);
  });

  it('when they have no opening tag, then a choice in them is not acted on', async () => {
    const thoughts = {
      says: ['{"choice":"exit_1"} would be wrong.</think>', '{"choice":"action_1","reason":"r"}'],
    };
    const port = portOf(true, thoughts);
    const choices: string[] = [];
    const judgement = await port.judge(judgeRequest, never, unheard, (choice) => choices.push(choice));
    expect([judgement.choice, choices]).toEqual(['action_1', ['action_1']]);
  });
});

it('given thoughts in mid-message without an end, then the message is completed, not taken for whole', async () => {
  const port = portOf(
    false,
    { says: ['Hello, your appointment is ', '<think>was it Monday? '] },
    { says: ['appointment is ', 'on Monday.'] },
  );
  expect((await piecesOf(port)).join('')).toBe('Hello, your appointment is on Monday.');
});

it('given a model that goes on with turns of its own invention, then it is stopped, and the message is whole', async () => {
  const attempts: ModelAttempt[] = [];
  const port = portOf(false, { says: ['Which day?', '\nUser: Friday', '\nAssistant: Great, booked.'] });
  expect((await piecesOf(port, attempts)).join('').trim()).toBe('Which day?');
  expect(attempts).toMatchObject([{ failure: null }]);
});

it('given a judgement that has to be repaired, then the model is not shown its thoughts again', async () => {
  const model = new StreamingModel([
    { says: ['They are rude.</think>I would rather not.'] },
    { says: ['{"choice":"action_1","reason":"r"}'] },
  ]);
  await createModelPort(model).judge(judgeRequest, never, unheard);
  const prompts = JSON.stringify(model.calls.map(({ prompt }) => prompt));
  expect(model.calls).toHaveLength(2);
  expect(prompts).toContain('I would rather not.');
  expect(prompts).not.toContain('rude');
});
