import { sleep } from '../commands/sleep.js';
import { ModelError } from '../model/model-error.js';
import type { NewSummary } from '../input/carried.js';
import type { ModelFact } from '../protocol/turn-fact.js';
import type { Channel } from '../runtime/channel.js';
import { race } from '../runtime/race.js';
import type { Script } from '../runtime/script.js';
import { MessageText } from '../speech/message-text.js';
import { askForSummary, type AskedSummary } from './ask-for-summary.js';
import { awaitCalls } from './await-calls.js';
import { callModel, nextAnswer, type Answered } from './call-model.js';
import { commit } from './commit.js';
import type { Turn } from './turn.js';

/** Time limit of a summary from its begin. No turn waits for it, so a slow model may take its time. */
export const maxSummaryMs = 60_000;

/**
 * What follows a turn: the model summarizes what the next prompts will not show. Commits nothing where there is nothing to
 * summarize. The root of its scripts.
 */
export function* sumUp(turn: Turn): Script<void> {
  const asked = askForSummary(turn);
  if (asked !== null) {
    const summary = yield* summaryOf(turn, asked);
    // Of a cancelled call.
    yield* awaitCalls(turn);
    yield* commit(turn, { type: 'summary', summary });
  }
  turn.commands.give({ type: 'end-turn', end: { outcome: 'settled' } });
}

function* summaryOf(turn: Turn, asked: AskedSummary): Script<NewSummary> {
  const { call, request, messages, gone } = asked;
  try {
    const read = (answers: Channel<ModelFact>) => wordsIn(turn, asked, answers);
    const words = callModel(turn, call, request, read);
    const first = yield* race({ cancelled: turn.stops.take(), words });
    return first.by === 'words' ? { text: first.value, messages } : { text: null, messages: gone };
  } catch (error) {
    if (error instanceof ModelError) return { text: null, messages: gone };
    throw error;
  }
}

/** @throws ModelError */
function* wordsIn(
  { commands }: Turn,
  { call, maxCharacters }: AskedSummary,
  answers: Channel<ModelFact>,
): Script<Answered<string>> {
  const words = hear(answers, new MessageText(maxCharacters), () =>
    commands.give({ type: 'stop-model', id: call.id }),
  );
  const first = yield* race({ words, late: sleep(commands, 'summary', maxSummaryMs) });
  if (first.by === 'late') throw new ModelError('timeout');
  return { value: first.value, judgement: null };
}

/** @param stop once it is longer than allowed: the rest is not read */
function* hear(answers: Channel<ModelFact>, text: MessageText, stop: () => void): Script<string> {
  let isStopped = false;
  for (;;) {
    const answer = yield* isStopped ? answers.take() : nextAnswer(answers);
    if (answer.type === 'model-delta') text.push(answer.text);
    else {
      text.end();
      return text.whole.trimEnd();
    }
    if (text.isCut && !isStopped) {
      isStopped = true;
      stop();
    }
  }
}
