/**
 * The closed list of what an agent can be said to be doing (contract-classic.md 2.3). Clients refuse a stream that holds
 * another one.
 */
export const actionTypes: ReadonlySet<string> = new Set([
  'select-dynamic-behavior-vector-generated',
  'select-dynamic-behavior-relevance-retrieval-completed',
  'select-dynamic-behavior-completed',
  'check-if-active-memory-needed-completed',
  'extract-active-memories-completed',
  'navigate-state-machine-dynamic-behavior-override',
  'navigate-state-machine-action-state-action-selected',
  'navigate-state-machine-decision-state-decision-started',
  'navigate-state-machine-exit-condition-selected',
  'navigate-state-machine-recall-state-dynamic-queries-generated',
  'navigate-state-machine-recall-state-static-queries-retrieved',
  'navigate-state-machine-recall-state-active-memory-retrieved',
  'navigate-state-machine-reflection-state-prompt-retrieved',
  'navigate-state-machine-reflection-state-reflection-generated',
  'navigate-state-machine-annotation-state-annotation-retrieved',
  'navigate-state-machine-state-transitioned',
  'navigate-state-machine-tool-call-state-tool-output-available',
  'designated-tool-retrieved',
  'designated-tool-call-params-generated',
  'tool-call-started',
  'tool-call-ended',
  'action-too-long',
  'engage-user-dynamic-behavior-override',
  'engage-user-message-fragment-generated',
]);
