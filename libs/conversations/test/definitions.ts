import type { AgentDefinition } from '@svc/contracts/agents';
import type { AgentProfile } from '@svc/engine';

export const agentDefinition: AgentDefinition = {
  initials: 'L',
  identity: {
    name: 'Lin',
    role: 'a librarian',
    developedBy: 'the town library',
    defaultSpokenLanguage: 'eng',
    relationshipToDeveloper: {
      ownership: 'owned',
      type: 'assistant',
      conversationVisibility: 'everything',
      thoughtVisibility: 'nothing',
    },
  },
  background: 'Has read every book.',
  behaviors: ['patient'],
  communicationPatterns: ['short sentences'],
};

/** The same as the engine sees it. */
export const testProfile: AgentProfile = {
  identity: {
    name: 'Lin',
    role: 'a librarian',
    developed_by: 'the town library',
    default_spoken_language: 'eng',
    relationship_to_developer: {
      ownership: 'owned',
      type: 'assistant',
      conversation_visibility: 'everything',
      thought_visibility: 'nothing',
    },
  },
  background: 'Has read every book.',
  behaviors: ['patient'],
  communication_patterns: ['short sentences'],
};

const noTools = { action_tool_call_specs: [], exit_condition_tool_call_specs: [] };
const plain = {
  type: 'action',
  intra_state_navigation_guidelines: [],
  action_guidelines: [],
  boundary_constraints: [],
  ...noTools,
  skip_active_memory_retrieval: true,
};

export const wantsAdvice = 'The user wants advice';
export const saysGoodbye = 'The user says goodbye';

/** talk -> (advice) note -> recommend, and from both to farewell, which ends the conversation. */
export const testGraph = {
  description: 'A librarian at the desk.',
  states: [
    {
      ...plain,
      name: 'talk',
      objective: 'Find out what the user likes',
      actions: ['Ask what they like to read'],
      exit_conditions: [
        { description: wantsAdvice, next_state: 'note' },
        { description: saysGoodbye, next_state: 'farewell' },
      ],
    },
    { type: 'annotation', name: 'note', inner_thought: 'They want a book.', next_state: 'recommend' },
    {
      ...plain,
      name: 'recommend',
      objective: 'Recommend a book',
      actions: ['Recommend one book'],
      exit_conditions: [{ description: saysGoodbye, next_state: 'farewell' }],
    },
    { ...plain, name: 'farewell', objective: 'Say goodbye', actions: ['Say goodbye'], exit_conditions: [] },
  ],
  new_user_initial_state: 'talk',
  returning_user_initial_state: 'talk',
  terminal_state: 'farewell',
  references: {},
  global_intra_state_navigation_guidelines: [],
  global_action_guidelines: [],
  global_boundary_constraints: [],
};
