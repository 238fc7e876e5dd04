import type { PlatformClient } from '../platform/platform-client.js';
import type { BodyOf } from '../client/routes.js';
import type { AgentStep, Expectation } from './expectations.js';

type Session = BodyOf<'POST /v1/{workspace_id}/simulations/sessions'>;

/** What a user says. */
export interface Saying {
  readonly text: string;
}
export const userSays = (text: string): Saying => ({ text });

/** An agent has not done what was expected. The message shows the conversation. */
export class AgentExpectationError extends Error {
  override readonly name = 'AgentExpectationError';
}

interface Scenario {
  /** What is said next. */
  when(...sayings: readonly Saying[]): {
    /**
     * Holds the conversation, and checks what the agent did at its end.
     * @returns that. @throws AgentExpectationError with all that does not hold; AmigoError where the service can't be had
     */
    then(...expectations: readonly Expectation[]): Promise<AgentStep>;
  };
}

/**
 * Tests of the agent of a service, in simulations of a running service, which are in no list:
 * `await given(userSays('Hello')).when(userSays('I am ill')).then(stateIs('triage'))`.
 */
export function testAgent(
  client: Pick<PlatformClient, 'simulations'>,
  serviceId: string,
  session: Omit<Session, 'service_id'> = {},
): { readonly given: (...history: readonly Saying[]) => Scenario } {
  const given = (...history: readonly Saying[]): Scenario => ({
    when: (...sayings) => ({
      then: async (...expectations) => {
        if (isAwaited(expectations)) return expectations[1](new TypeError(noExpectation)) as never;
        const begun = { ...session, service_id: serviceId };
        return hold(client, begun, [...history, ...sayings], expectations);
      },
    }),
  });
  return { given };
}

const noExpectation = 'A test ends with .then(…), which says what is expected.';

/** `await given(…).when(…)` calls `then` as that of a promise. */
const isAwaited = (args: readonly unknown[]): args is readonly [unknown, (error: Error) => unknown] =>
  typeof args[0] === 'function' && typeof args[1] === 'function';

async function hold(
  { simulations }: Pick<PlatformClient, 'simulations'>,
  session: Session,
  sayings: readonly Saying[],
  expectations: readonly Expectation[],
): Promise<AgentStep> {
  if (sayings.length === 0) throw new TypeError('A test needs something that the user says.');
  if (expectations.length === 0) throw new TypeError(noExpectation);
  const { session_id, greeting, is_terminal } = await simulations.createSession(session);
  const transcript = [`  agent: ${greeting}`];
  let isOver = is_terminal;
  let last: AgentStep | undefined;
  try {
    for (const { text } of sayings) {
      if (isOver) throw failure(`It ended before the user could say ${JSON.stringify(text)}.`, transcript);
      const step = await simulations.step({ session_id, caller_text: text });
      last = { said: text, observation: step.observation, snapshot: step.snapshot };
      isOver = step.observation.is_terminal;
      transcript.push(`  user:  ${text}`, ...linesOf(last));
    }
  } finally {
    // It ends by itself after a while.
    await simulations.destroySession(session_id).catch(() => undefined);
  }
  return checked(last as AgentStep, expectations, transcript);
}

/** @throws AgentExpectationError with all that does not hold */
function checked(
  step: AgentStep,
  expectations: readonly Expectation[],
  transcript: readonly string[],
): AgentStep {
  const broken = expectations.flatMap(({ what, broken: check }) => {
    const instead = check(step);
    return instead === undefined ? [] : [`Expected that ${what}: ${instead}.`];
  });
  if (broken.length > 0) throw failure(broken.join('\n'), transcript);
  return step;
}

function linesOf({ observation }: AgentStep): string[] {
  const { state_before, state_after, tool_call_details: calls, agent_text } = observation;
  return [
    ...calls.map(
      ({ tool_name, input, succeeded }) =>
        `         calls ${tool_name} ${input}${succeeded ? '' : ', which fails'}`,
    ),
    ...(state_before === state_after ? [] : [`         ${state_before} → ${state_after}`]),
    `  agent: ${agent_text}`,
  ];
}

const failure = (what: string, transcript: readonly string[]) =>
  new AgentExpectationError(`${what}\n\nThe conversation:\n${transcript.join('\n')}`);
