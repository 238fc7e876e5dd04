import type { EngageTask, ShownToolCall } from '@svc/engine';
import { inputOf } from './input-of.js';

const maxResult = 300;

/** What new outcomes of tools are worth telling; empty where there are none. */
export function outcomesTold({ tools }: EngageTask): string {
  return (tools?.calls ?? [])
    .filter(({ isNew }) => isNew)
    .map(told)
    .join(' ');
}

function told({ tool, status, result }: ShownToolCall): string {
  const name = tool.replaceAll(/[_-]+/g, ' ');
  switch (status) {
    case 'ended':
      return typeof result === 'string' ? result.slice(0, maxResult) : `That is done (${name}).`;
    case 'running':
      return `I am still waiting for an answer (${name}).`;
    case 'failed':
    case 'not-called':
      return `That did not work (${name}).`;
    case 'unknown':
      return `I can not tell whether that has worked (${name}).`;
  }
}

/** Asks for the first input that a tool requires and nobody has told; empty where nothing is missing. */
export function missingInputAsked(task: EngageTask): string {
  for (const offer of task.tools?.offers ?? []) {
    const [missing] = inputOf(offer, task).missing;
    if (missing !== undefined) return `Please tell me the ${missing.replaceAll(/[_-]+/g, ' ')}.`;
  }
  return '';
}
