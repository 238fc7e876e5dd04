import type { Choice, Judgement, JudgeTask } from '@svc/engine';
import { contentTokens, tokens } from '../words/tokens.js';
import { otherwiseCondition, otherwiseWords } from '../words/vocabulary.js';
import { evidenceOf, hasAskedTwice, heardText, lastAgentMessage, type Evidence } from './evidence.js';
import { scoreCondition, type Score } from './score.js';

/** Below it, an exit condition does not hold: half of what the condition is about must have been said. */
const holdsFrom = 0.5;
/** The same once the agent has asked the same question twice: then the best guess is better than a third time. */
const guessedFrom = 0.25;

/** Makes a choice by rules alone. The same task always gives the same choice, and always one that is offered. */
export function judge(task: JudgeTask): Judgement {
  const evidence = evidenceOf(heardText(task.heard), lastAgentMessage(task.transcript));
  const exits = task.choices.filter((choice) => choice.kind === 'exit');
  const actions = task.choices.filter((choice) => choice.kind === 'action');
  const exit = best(exits, (choice) => scoreCondition(choice.text, evidence));
  const isStuck = hasAskedTwice(task.transcript) && !evidence.answer.isInquiry;
  const hasRest = exits.some((choice) => otherwiseCondition.test(choice.text));
  const mayRefuse = actions.length > 0 || hasRest;
  const enough = !mayRefuse ? Number.MIN_VALUE : isStuck ? guessedFrom : holdsFrom;
  if (exit !== null && exit.score.value >= enough) {
    return { choice: exit.choice.id, reason: `Exit "${exit.choice.text}": ${exit.score.because}.` };
  }
  if (actions.length > 0) return nextAction(actions, task, evidence);
  return unclearExit(exits, task);
}

interface Scored {
  readonly choice: Choice;
  readonly score: Score;
}

/** Of equals the first counts. */
function best(choices: readonly Choice[], score: (choice: Choice) => Score): Scored | null {
  const scored = choices.map((choice) => ({ choice, score: score(choice) }));
  return scored.reduce<Scored | null>(
    (leader, one) => (leader === null || one.score.value > leader.score.value ? one : leader),
    null,
  );
}

/** Share of an action's words that the agent has spoken once the action is done: it may have used words of its own. */
const doneFrom = 0.7;

/** Newest messages of the agent among which an action is looked for: what was done long ago may be done again. */
const recentMessages = 8;

/** What the user's words call for, else the first action that the agent has not spoken about yet, else the last one. */
function nextAction(actions: readonly Choice[], task: JudgeTask, evidence: Evidence): Judgement {
  const [only, ...others] = actions;
  if (only !== undefined && others.length === 0) {
    return { choice: only.id, reason: 'No exit condition holds; this is the only action.' };
  }
  const called = best(actions, (choice) => scoreCondition(choice.text, evidence));
  if (called !== null && called.score.value >= holdsFrom) {
    return {
      choice: called.choice.id,
      reason: `No exit condition holds; for the action ${called.score.because}.`,
    };
  }
  const spoken = new Set(
    task.transcript
      .filter((message) => message.type === 'agent-message')
      .slice(-recentMessages)
      .flatMap((message) => tokens(message.text).map((token) => token.stem)),
  );
  const isDone = (choice: Choice) => {
    const about = contentTokens(choice.text);
    return about.filter((token) => spoken.has(token.stem)).length >= about.length * doneFrom;
  };
  const next = actions.find((choice) => !isDone(choice)) ?? actions.at(-1);
  return { choice: next?.id ?? '', reason: 'No exit condition holds; this is the next action in order.' };
}

/** A decision must fall although the latest words say nothing: earlier words count then, else the branch for the rest. */
function unclearExit(exits: readonly Choice[], task: JudgeTask): Judgement {
  const said = task.transcript
    .filter((message) => message.type !== 'agent-message')
    .map((message) => message.text);
  const everything = evidenceOf([...said, ...task.newThoughts].join('\n'), null);
  const rest =
    exits.find((choice) => otherwiseCondition.test(choice.text)) ??
    exits.find((choice) => tokens(choice.text).some((token) => otherwiseWords.has(token.word)));
  const earlier = best(exits, (choice) => scoreCondition(choice.text, everything));
  const enough = rest !== undefined && otherwiseCondition.test(rest.text) ? holdsFrom : Number.MIN_VALUE;
  if (earlier !== null && earlier.score.value >= enough) {
    return {
      choice: earlier.choice.id,
      reason: `Judged by the whole conversation: ${earlier.score.because}.`,
    };
  }
  const exit = rest ?? exits[0];
  return {
    choice: exit?.id ?? '',
    reason: 'Nothing that was said points to one exit; this is the one for the rest.',
  };
}
