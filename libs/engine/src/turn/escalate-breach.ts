import type { ActionState } from '../graph/context-graph.js';
import { operatorTool } from '../tools/operator-tool.js';
import type { Turn } from './turn.js';

/**
 * A state that may ask for a person asks for one by itself where its message would have broken a hard guardrail. A guardrail that
 * could not be judged says nothing of the conversation.
 */
export function escalateBreach({ path }: Turn, state: ActionState): void {
  const broken = path.breaches.filter(
    ({ enforcement, cause }) => enforcement === 'hard' && cause === 'judged',
  );
  if (broken.length === 0 || path.escalations.length > 0 || !mayEscalate(state)) return;
  const names = [...new Set(broken.map(({ guardrail }) => guardrail))].join(', ');
  path.escalations.push({
    trigger: 'guardrail',
    state: state.name,
    reason: `The message would have broken: ${names}`,
  });
}

function mayEscalate({ actionTools, exitTools, preloads }: ActionState): boolean {
  return [...actionTools, ...exitTools, ...preloads].some(({ toolId }) => toolId === operatorTool.toolId);
}
