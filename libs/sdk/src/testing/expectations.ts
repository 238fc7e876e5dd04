import type { ResultOf } from '../client/routes.js';

type Step = ResultOf<'POST /v1/{workspace_id}/simulations/sessions/step'>;

/** What the agent has done with what it was told last. */
export interface AgentStep {
  readonly said: string;
  readonly observation: Step['observation'];
  readonly snapshot: Step['snapshot'];
}

/** Something that must hold of a step. */
export interface Expectation {
  /** `the agent says /Tuesday/` */
  readonly what: string;
  /** What is so instead; undefined: it holds. */
  readonly broken: (step: AgentStep) => string | undefined;
}

export const agentSays = (expected: string | RegExp): Expectation => ({
  what: `the agent says ${shown(expected)}`,
  broken: ({ observation: { agent_text: text } }) =>
    matches(expected, text) ? undefined : `it said ${JSON.stringify(text)}`,
});
export const agentDoesNotSay = (expected: string | RegExp): Expectation => ({
  what: `the agent does not say ${shown(expected)}`,
  broken: ({ observation: { agent_text: text } }) =>
    matches(expected, text) ? `it said ${JSON.stringify(text)}` : undefined,
});
export const stateIs = (name: string): Expectation => ({
  what: `the state is ${name}`,
  broken: ({ observation }) =>
    observation.state_after === name
      ? undefined
      : `it is ${observation.state_after}, and was ${observation.state_before}`,
});
export const toolIsCalled = (name: string): Expectation => ({
  what: `the tool ${name} is called`,
  broken: ({ observation: { tools_called: called } }) =>
    called.includes(name) ? undefined : `it called ${called.join(', ') || 'none'}`,
});
export const noToolIsCalled = (): Expectation => ({
  what: 'no tool is called',
  broken: ({ observation: { tools_called: called } }) =>
    called.length === 0 ? undefined : `it called ${called.join(', ')}`,
});
export const conversationEnds = (): Expectation => ({
  what: 'the conversation ends',
  broken: ({ observation }) =>
    observation.is_terminal ? undefined : `it goes on in ${observation.state_after}`,
});
/** @param check gives what is so instead, or undefined where it holds */
export const expectThat = (what: string, check: Expectation['broken']): Expectation => ({
  what,
  broken: check,
});

const matches = (expected: string | RegExp, text: string) =>
  typeof expected === 'string' ? text.includes(expected) : text.search(expected) >= 0;
const shown = (expected: string | RegExp) =>
  typeof expected === 'string' ? JSON.stringify(expected) : String(expected);
