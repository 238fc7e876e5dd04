import type { JsonValue } from '@svc/kernel';
import type { OutgoingAnswer, OutgoingError, OutgoingErrorReason } from '@svc/outgoing-http';
import { boundResult } from '../runner/result-size.js';
import type { CheckedCall, KindOutcome } from '../runner/tool-kind.js';
import { answerValue } from './answer-text.js';
import type { HttpTool } from '../tool/http-tool.js';
import { renderTemplate } from './response-template.js';

const maxTemplateCharacters = 1_000_000;
/** Of an error's body, for the model. */
const maxExcerpt = 500;

const words: Readonly<Record<OutgoingErrorReason, string>> = {
  address_refused: 'The address of this tool is not allowed.',
  name_not_resolved: 'The name of the server can not be resolved.',
  connection_failed: 'The server can not be reached.',
  connection_lost: 'The connection ended before the server answered.',
  timed_out: 'The tool took too long.',
  invalid_answer: 'The server did not answer in HTTP.',
  aborted: 'The call was cancelled.',
  answer_too_long: 'The answer is too long.',
};

/** What the last request of a call has come to, if it has no answer. */
export function outcomeOfError(
  tool: Pick<HttpTool, 'hasEffects'>,
  call: CheckedCall,
  error: OutgoingError,
): KindOutcome {
  const isLate = error.reason === 'timed_out' || (error.reason === 'aborted' && call.isTimeUp());
  const reason = words[isLate ? 'timed_out' : error.reason];
  if (error.wasSent && tool.hasEffects)
    return {
      type: 'unknown',
      reason: `${reason} The request was sent: whether it had its effect is not known.`,
    };
  return { type: 'failed', class: isLate ? 'timeout' : 'generic', reason };
}

export function outcomeOfAnswer(tool: HttpTool, call: CheckedCall, answer: OutgoingAnswer): KindOutcome {
  const { status } = answer;
  const raw = call.redaction.json(answerValue(answer));
  if (status < 200 || status > 299) return { ...failureOf(status, raw), status, raw };
  const isBroken = !answer.isComplete && answer.incompleteBecause !== 'answer_too_long';
  if (isBroken && !tool.hasEffects) {
    const isLate = answer.incompleteBecause === 'timed_out' || call.isTimeUp();
    const reason = isLate ? words.timed_out : 'The answer broke off.';
    return { type: 'failed', class: isLate ? 'timeout' : 'generic', reason, status };
  }
  const isWhole = answer.isComplete && tool.responseTemplate !== null;
  const rendered = isWhole ? renderTemplate(tool.responseTemplate ?? '', raw, maxTemplateCharacters) : null;
  const { result, isCut } = boundResult(rendered ?? raw, tool.maxResponseLength || Infinity);
  return { type: 'ended', result, isCut: isCut || !answer.isComplete, status, raw, rendered };
}

/** Whether a GET is worth a second try although its status came. */
export function brokeOff(tool: HttpTool, { isComplete, incompleteBecause }: OutgoingAnswer): boolean {
  return !tool.hasEffects && !isComplete && incompleteBecause === 'connection_lost';
}

function failureOf(status: number, raw: JsonValue): KindOutcome & { type: 'failed' } {
  if (status >= 300 && status <= 399)
    return {
      type: 'failed',
      class: 'generic',
      reason: `The server answered ${status}; redirects are not followed.`,
    };
  const text = raw === null ? '' : typeof raw === 'string' ? raw : JSON.stringify(raw);
  const excerpt = text === '' ? '.' : `: ${text.slice(0, maxExcerpt)}`;
  const isInput = status === 400 || status === 422;
  return {
    type: 'failed',
    class: isInput ? 'input_rejected' : 'generic',
    reason: `The server answered ${status}${excerpt}`,
  };
}
