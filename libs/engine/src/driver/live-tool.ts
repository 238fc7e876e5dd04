import { outlivesItsTurn, type ToolCall } from '../input/tool-call.js';
import type { ToolFact } from '../protocol/turn-fact.js';
import type { ToolAnswer } from '../tools/outcome-of.js';
import type { TurnTimers } from './turn-timers.js';

/** Where tools are called. */
export interface ToolPort {
  /**
   * @param signal aborts a call that nobody waits for. One that outlives its turn never gets an abort; whoever gave this port
   * stores what comes of it once the turn is over
   * @throws any error: of a call with effects, nobody then knows what came of it
   */
  call(call: ToolCall, signal: AbortSignal): Promise<ToolAnswer>;
  /** Cuts a call that has outlived its turn; does nothing for any other id. */
  cancel?(id: string): void;
}

/** For turns without tools. */
export const noTools: ToolPort = {
  call: async () => ({
    type: 'tool-failed',
    failure: 'generic',
    reason: 'There are no tools here.',
    durationMs: 0,
  }),
};

/** Beyond the tool's own time limit, in ms: for the way there and back. */
const graceMs = 5_000;

interface ToolSurroundings {
  readonly tools: ToolPort;
  readonly timers: TurnTimers;
  /** Of the turn. */
  readonly signal: AbortSignal;
}

/** The answer to a call, whatever comes of it: late ones and errors are unknown where it may have had an effect. */
export async function answerOfTool(
  { tools, timers, signal }: ToolSurroundings,
  call: ToolCall,
): Promise<ToolAnswer> {
  const limitMs = call.timeoutMs + graceMs;
  let cancel = (): void => undefined;
  const late = new Promise<ToolAnswer>((resolve) => {
    cancel = timers.after(limitMs, () =>
      resolve(withoutAnswer(call, 'timeout', 'It did not answer in time.', limitMs)),
    );
  });
  try {
    const called = tools
      .call(call, signal)
      .catch(() => withoutAnswer(call, 'generic', 'It could not be reached, or broke off.', 0));
    return await Promise.race([called, late]);
  } finally {
    cancel();
  }
}

function withoutAnswer(
  { effectKey }: ToolCall,
  failure: 'timeout' | 'generic',
  reason: string,
  durationMs: number,
): ToolAnswer {
  return effectKey === null
    ? { type: 'tool-failed', failure, reason, durationMs }
    : { type: 'tool-unknown', reason, durationMs };
}

/** One running call of a tool. */
export class LiveTool {
  readonly #stop = new AbortController();
  #isLeft = false;

  constructor(
    { tools, timers, signal }: ToolSurroundings,
    private readonly call: ToolCall,
    put: (fact: ToolFact) => void,
  ) {
    if (!outlivesItsTurn(call)) {
      if (signal.aborted) this.cut();
      else signal.addEventListener('abort', () => this.cut(), { once: true });
    }
    void answerOfTool({ tools, timers, signal: this.#stop.signal }, call).then((answer) => {
      if (!this.#isLeft) put({ ...answer, id: call.id });
    });
  }

  /** Nobody waits for it any more. */
  cut(): void {
    this.#isLeft = true;
    this.#stop.abort(new Error('Nobody waits for the tool any more.'));
  }

  /** The turn is over. What outlives it goes on. */
  leave(): void {
    if (outlivesItsTurn(this.call)) this.#isLeft = true;
    else this.cut();
  }
}
