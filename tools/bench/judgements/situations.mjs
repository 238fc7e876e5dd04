// A table of situations that need a choice, each with the right one and the defensible ones.
// What is wanted is what a careful person would choose who knows the state and the conversation, and nothing else.
import { readFileSync } from 'node:fs';
import { TurnMachine, TurnRecorder, turnBegan } from '@svc/engine';
import { actionState, graphOf } from '../../../libs/engine/test/graphs.ts';
import { testHash, turnInput, userSays } from '../../../libs/engine/test/turns.ts';

/** A Monday morning: all prompts of one run are the same. */
const atMs = Date.UTC(2026, 10, 23, 9);

/**
 * @typedef {object} State
 * @property {string} objective
 * @property {readonly string[]} guidelines
 * @property {Readonly<Record<string, string>>} exits conditions by the names that labels refer to
 * @property {Readonly<Record<string, string>>} actions likewise
 *
 * @typedef {object} Situation
 * @property {string} label
 * @property {string} tries what makes it hard, in a few words
 * @property {string} domain
 * @property {{ name: string, role: string, developedBy: string, background: string }} agent
 * @property {string} stateName
 * @property {State} state
 * @property {readonly (readonly ["agent" | "user", string])[]} conversation
 * @property {string} says what the user says now
 * @property {string} expected name of an exit or action
 * @property {readonly string[]} acceptable others that are no mistake
 */

/** @returns {readonly Situation[]} */
export function readSituations() {
  return ['clinic', 'bank', 'parcel'].flatMap((file) => {
    const text = readFileSync(new URL(`situations/${file}.json`, import.meta.url), 'utf8');
    const { domain, agent, states, situations } = JSON.parse(text);
    return situations.map(({ state: stateName, acceptable = [], ...situation }) => ({
      ...situation,
      domain,
      agent,
      stateName,
      state: states[stateName],
      acceptable,
    }));
  });
}

/** Names of choices by the ids that a model is offered. @param {State} state */
export function choicesOf({ exits, actions }) {
  const named = (kind, names) => names.map((name, place) => [`${kind}_${place + 1}`, name]);
  return new Map([...named('exit', Object.keys(exits)), ...named('action', Object.keys(actions))]);
}

/**
 * What the engine asks a model in a situation: the very request of a turn.
 * @param {Situation} situation
 * @param {{ name: string, settings: object }} identity of the model
 */
export function requestOf({ label, domain, agent, stateName, state, conversation, says }, identity) {
  const graph = graphOf(
    [
      actionState(stateName, {
        objective: state.objective,
        navigationGuidelines: state.guidelines,
        actions: Object.values(state.actions),
        exitConditions: Object.values(state.exits).map((description) => ({
          description,
          nextState: 'end',
        })),
      }),
      actionState('end'),
    ],
    { description: `The ${domain}` },
  );
  const { agent: someone } = turnInput(graph);
  const { name, role, developedBy, background } = agent;
  const input = turnInput(graph, {
    interactionId: label,
    agent: {
      ...someone,
      identity: { ...someone.identity, name, role, developed_by: developedBy },
      background,
    },
    currentState: stateName,
    transcript: conversation.map(([who, text]) => ({ type: `${who}-message`, text })),
    input: userSays(says),
  });
  const machine = new TurnMachine(input, identity, new TurnRecorder(testHash));
  const [command] = machine.feed({ ...turnBegan(input), atMs });
  if (command?.type !== 'call-model') throw new TypeError(`Nothing is asked in ${label}.`);
  return command.request;
}
