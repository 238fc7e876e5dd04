export { AgentExpectationError, testAgent, userSays, type Saying } from './agent-test.js';
export {
  agentDoesNotSay,
  agentSays,
  conversationEnds,
  expectThat,
  noToolIsCalled,
  stateIs,
  toolIsCalled,
  type AgentStep,
  type Expectation,
} from './expectations.js';
