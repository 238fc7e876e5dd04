import { recallTool, type EngageTask, type ShownToolCall } from '@svc/engine';
import { inputOf } from './input-of.js';
import { resultInWords } from './result-in-words.js';

/** What new outcomes of tools are worth telling; empty where there are none. What is remembered of users is no news to them. */
export function outcomesTold({ tools }: EngageTask): string {
  return (tools?.calls ?? [])
    .filter(({ isNew, tool }) => isNew && tool !== recallTool.name)
    .map(told)
    .join(' ');
}

function told({ tool, status, result }: ShownToolCall): string {
  const name = tool.replaceAll(/[_-]+/g, ' ');
  switch (status) {
    case 'ended': {
      const words = resultInWords(result);
      if (typeof result === 'string') return words;
      return words === '' ? `That is done (${name}).` : `That is done (${name}): ${words}.`;
    }
    case 'running':
      return `I am still waiting for an answer (${name}).`;
    case 'parked':
      return `Somebody has to approve that first (${name}).`;
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
