import { hash } from 'node:crypto';
import { canonicalJson } from '@svc/kernel';
import type { GraphState } from '../graph/context-graph.js';
import type { Choice } from '../model/model-task.js';
import type { Judgement, PromptMessage } from '../model/model-port.js';
import type { Heard } from './turn-input.js';

export type CallKind = 'model.navigate' | 'model.decide' | 'model.select-action' | 'model.engage';

/** The prompt as it was sent, and the choices that were offered (none when the message was worded). */
export interface RecordedRequest {
  readonly messages: readonly PromptMessage[];
  readonly choices: readonly Choice[];
}

export type RecordedResponse = Judgement | { readonly text: string };

/** A call through a port, recorded for exact replay. Hashes are lower-case hex SHA-256. */
export interface RecordedCall {
  /** Place in the order in which the calls of this turn were made, from 0. */
  readonly seq: number;
  readonly kind: CallKind;
  /**
   * Hash of what the call is about: kind, state content, offered choices, tool and arguments (none yet) and user
   * input. Prompt wording is left out, so that an answer can be found again under another agent version.
   */
  readonly callKey: string;
  /** Hash of `request` as canonical JSON: equal only when the whole request is. */
  readonly requestSha256: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
  /** Place in the order in which the answers of this turn came in, from 0. */
  readonly observedSeq: number;
}

export interface CallSubject {
  readonly kind: CallKind;
  readonly state: GraphState;
  readonly choices: readonly Choice[];
  readonly heard: Heard;
}

/** Collects the calls of one turn. */
export class CallRecorder {
  readonly #answered: RecordedCall[] = [];
  #made = 0;

  /** Notes that a call is made; the returned function notes its answer. A call that fails leaves no record. */
  begin(subject: CallSubject, request: RecordedRequest): (response: RecordedResponse) => void {
    const seq = this.#made;
    this.#made += 1;
    const call = {
      seq,
      kind: subject.kind,
      callKey: callKey(subject),
      requestSha256: sha256(request),
      request,
    };
    return (response) => this.#answered.push({ ...call, response, observedSeq: this.#answered.length });
  }

  /** In the order in which they were made. */
  calls(): readonly RecordedCall[] {
    return this.#answered.toSorted((one, other) => one.seq - other.seq);
  }
}

function callKey({ kind, state, choices, heard }: CallSubject): string {
  return sha256({ kind, state, choices, tool: null, arguments: null, heard });
}

function sha256(value: object): string {
  return hash('sha256', canonicalJson(value));
}
