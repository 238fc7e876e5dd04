import { beforeAll, describe, expect, it } from '@jest/globals';
import type { PlatformClient } from '@svc/sdk';
import {
  agentDoesNotSay,
  agentSays,
  conversationEnds,
  expectThat,
  noToolIsCalled,
  stateIs,
  testAgent,
  toolIsCalled,
  userSays,
} from '@svc/sdk/testing';
import { makeService, newWorkspace } from '../support/sdk-workspace.js';
import { SuiteSystem } from '../support/suite-system.js';

const system = new SuiteSystem();
let client: PlatformClient;
let given: ReturnType<typeof testAgent>['given'];
beforeAll(async () => {
  ({ client } = await newWorkspace(system));
  ({ given } = testAgent(client, await makeService(client)));
});

const messageOf = async (test: PromiseLike<unknown>): Promise<string> =>
  Promise.resolve(test).then(
    () => 'It passes.',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('a test of an agent', () => {
  it('passes where all holds, and stands in no list', async () => {
    const step = await given(userSays('My foot hurts.'))
      .when(userSays('Since Monday.'))
      .then(stateIs('reason'), agentSays(/\S/), agentDoesNotSay('Monday'), noToolIsCalled());
    expect(step).toMatchObject({ said: 'Since Monday.', snapshot: { total_turns: 2 } });
    expect((await client.conversations.list()).items).toEqual([]);
  });

  it('passes where the conversation ends', async () => {
    await given().when(userSays('Goodbye.')).then(conversationEnds(), stateIs('goodbye'));
  });

  it('tells all that does not hold, and shows the conversation', async () => {
    const message = await messageOf(
      given(userSays('My foot hurts.'))
        .when(userSays('Goodbye.'))
        .then(
          stateIs('reason'),
          toolIsCalled('book'),
          expectThat('it took a pause', ({ observation }) =>
            observation.has_pause ? undefined : 'it took none',
          ),
        ),
    );
    expect(message).toMatch(
      new RegExp(
        [
          '^AgentExpectationError: Expected that the state is reason: it is goodbye, and was reason\\.',
          'Expected that the tool book is called: it called none\\.',
          'Expected that it took a pause: it took none\\.',
          '',
          'The conversation:',
          ' {2}agent: \\S.*',
          ' {2}user: {2}My foot hurts\\.',
          ' {2}agent: \\S.*',
          ' {2}user: {2}Goodbye\\.',
          ' {9}reason → goodbye',
          ' {2}agent: .*$',
        ].join('\n'),
      ),
    );
  });

  it('says so where the conversation ended before the user had said all', async () => {
    const test = given(userSays('Goodbye.')).when(userSays('And one more thing.')).then(stateIs('reason'));
    expect(await messageOf(test)).toMatch(/It ended before the user could say "And one more thing\."/);
  });

  it('fails where nothing is expected, or where the service is not there', async () => {
    // TypeScript refuses to await it; JavaScript does not.
    const unfinished = given().when(userSays('Hello')) as unknown as PromiseLike<unknown>;
    expect(await messageOf(unfinished)).toMatch(/^TypeError: A test ends with \.then/);
    const none = testAgent(client, '00000000-0000-4000-8000-000000000000');
    expect(await messageOf(none.given().when(userSays('Hello')).then(stateIs('reason')))).toMatch(
      /^NotFoundError/,
    );
  });
});
