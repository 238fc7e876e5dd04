import type { Choice, Judgement, JudgeTask } from '@svc/engine';
import { isAlarm, isForDangerToLife } from '../danger/alarms.js';
import { dangerToldIn } from '../danger/danger.js';
import { formOf } from '../hearing/form.js';
import { detailStemsOf } from '../hearing/entities.js';
import { contentTokens, tokens } from '../words/tokens.js';
import { otherwiseCondition, otherwiseWords } from '../words/vocabulary.js';
import { inputText } from '../words/input-text.js';
import { evidenceOf, lastAgentMessage, type Evidence } from './evidence.js';
import { chosenTool } from '../tools/choose-tool.js';
import { cannotGoOn, mostInTheSameWords, openQuestion } from '../hearing/open-question.js';
import { endingExit } from './ways-out.js';
import { highestScored } from './highest-scored.js';
import { scoreCondition } from './score.js';

/** Threshold of an exit condition: half of its content must have been said. */
const holdsFrom = 0.5;
/** Threshold after the agent has put the same question twice: the best guess is better than a third time. */
const guessedFrom = 0.25;
/** Threshold in a state just entered, where nothing was asked yet: all of the condition's content must have been said. */
const holdsOnEntryFrom = 1;

/** Makes a choice by rules only. The same task always gives the same choice, and always one that is offered. */
export function judge(task: JudgeTask): Judgement {
  const actions = task.choices.filter((choice) => choice.kind === 'action');
  const all = task.choices.filter((choice) => choice.kind === 'exit');
  if (dangerToldIn(task.input) !== null) {
    const alarm = highestScored(all.filter(isAlarm), ({ text }) =>
      scoreCondition(text, evidenceOfInput(task)),
    );
    if (alarm !== null) return made(alarm.choice, 'The user tells of danger to life.');
    if (actions.length > 0)
      return made(actions[0], 'The user tells of danger to life, and no exit names it.');
  }
  const tool = chosenTool(task);
  if (tool !== null) return made(tool.choice, `Tool: ${tool.because}.`);
  const calm = all.filter((choice) => !isForDangerToLife(choice));
  const exits = actions.length === 0 && calm.length === 0 ? all : calm;
  if (task.isEntered && task.purpose === 'navigate') return onEntry(exits, actions, task);
  const question = openQuestion(task.transcript);
  const evidence = evidenceOfInput(task);
  const exit = highestScored(exits, (choice) => scoreCondition(choice.text, evidence));
  const isStuck = question.times >= mostInTheSameWords && !evidence.answer.isInquiry;
  const hasRest = exits.some((choice) => otherwiseCondition.test(choice.text));
  const mayRefuse = actions.length > 0 || hasRest;
  const enough = !mayRefuse ? Number.MIN_VALUE : isStuck ? guessedFrom : holdsFrom;
  if (exit !== null && exit.score.value >= enough) {
    return made(exit.choice, `Exit "${exit.choice.text}": ${exit.score.because}.`);
  }
  if (actions.length === 0) return unclearExit(exits, task);
  const isAnswered = task.input.kind === 'user-message';
  const isLost = isStuck && isAnswered && lastAgentMessage(task.transcript)?.includes(cannotGoOn) === true;
  const wayOut = isLost ? endingExit(exits) : null;
  if (wayOut === null) return nextAction(actions, task, evidence);
  return made(wayOut, `The question stays without an answer: exit "${wayOut.text}".`);
}

function made(choice: Choice | undefined, reason: string): Judgement {
  return { choice: choice?.id ?? '', reason };
}

/** Nothing was asked in this state yet. It is left only when the input covers all that a condition asks for, in any words. */
function onEntry(exits: readonly Choice[], actions: readonly Choice[], task: JudgeTask): Judgement {
  const evidence: Evidence = { ...evidenceOfInput(task), toldAbout: new Set(), polarities: new Map() };
  const exit = highestScored(exits, (choice) => scoreCondition(choice.text, evidence));
  if (exit === null || exit.score.value < holdsOnEntryFrom)
    return nextAction(actions, task, evidenceOfInput(task));
  return made(exit.choice, `Exit "${exit.choice.text}", without being asked: ${exit.score.because}.`);
}

/** A correction of an earlier statement does not answer a later question, and nobody comes when all is closed. */
function evidenceOfInput(task: JudgeTask): Evidence {
  const evidence = evidenceOf(inputText(task.input), openQuestion(task.transcript).text);
  const { known, change, closed } = formOf(task);
  const refused = detailStemsOf(closed.map(({ kind }) => kind));
  return {
    ...evidence,
    known: detailStemsOf(known),
    entities: new Set([...evidence.entities].filter((one) => !refused.has(one))),
    toldAbout: change === null && closed.length === 0 ? evidence.toldAbout : new Set(),
  };
}

/** Share of an action's words that mark it as done. The agent may have used other words. */
const doneFrom = 0.7;

/** Number of agent messages that are searched for an action: what was done long ago may be repeated. */
const recentMessages = 8;

/** The action that the user's text calls for, else the first that the agent has not done, else the last one. */
function nextAction(actions: readonly Choice[], task: JudgeTask, evidence: Evidence): Judgement {
  const [only, ...others] = actions;
  if (only !== undefined && others.length === 0) {
    return made(only, 'No exit condition holds; this is the only action.');
  }
  const unasked = { ...evidence, toldAbout: new Set<string>() };
  const called = highestScored(actions, (choice) => scoreCondition(choice.text, unasked));
  if (called !== null && called.score.value >= holdsFrom) {
    return made(called.choice, `No exit condition holds; for the action ${called.score.because}.`);
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
  return made(next, 'No exit condition holds; this is the next action in order.');
}

/**
 * A decision is required even if the last input says nothing: then earlier input counts, else the fallback branch.
 */
function unclearExit(exits: readonly Choice[], task: JudgeTask): Judgement {
  const said = task.transcript
    .filter((message) => message.type !== 'agent-message')
    .map((message) => message.text);
  const everything = evidenceOf([...said, ...task.newThoughts].join('\n'), '');
  const rest =
    exits.find((choice) => otherwiseCondition.test(choice.text)) ??
    exits.find((choice) => tokens(choice.text).some((token) => otherwiseWords.has(token.word)));
  const earlier = highestScored(exits, (choice) => scoreCondition(choice.text, everything));
  const hasRest = rest !== undefined && otherwiseCondition.test(rest.text);
  const enough = hasRest ? holdsFrom : Number.MIN_VALUE;
  if (earlier !== null && earlier.score.value >= enough) {
    return made(earlier.choice, `Judged by the whole conversation: ${earlier.score.because}.`);
  }
  return made(rest ?? exits[0], 'Nothing that was said points to one exit; this is the one for the rest.');
}
