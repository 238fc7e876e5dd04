import type { RecordedCall, TurnRecord } from '@svc/engine';
import { noRecord } from '../../src/domain/conversation-command.js';
import type { ConversationEvent } from '../../src/domain/conversation-event.js';
import type { Conversation } from '../../src/domain/conversation.js';
import { product, type Parts } from './parts.js';
import type { Rule } from './rules.js';

/** The product with one part replaced by a faulty one. */
export interface PlantedFault {
  readonly fault: string;
  readonly parts: Parts;
  readonly foundBy: Rule | 'thrown';
}

type Decide = Parts['decide'];
type Evolve = Parts['evolve'];

const inTheLog = 'what came to a process that has not died is in the log, and each of its calls';

export const plantedFaults: readonly PlantedFault[] = [
  {
    fault: 'a suspended host may complete a turn that was ended meanwhile',
    parts: deciding((state, command) =>
      command.type === 'CompleteInteraction' && state.stage !== 'absent' && state.running === null
        ? product.decide(
            {
              ...state,
              stage: 'open',
              running: {
                interactionId: command.turn.interactionId,
                kind: 'skip',
                isOnBehalf: false,
                isOwnTurn: null,
                messages: [],
                reachedState: null,
                lateCalls: [],
              },
            },
            command,
          )
        : product.decide(state, command),
    ),
    foundBy: 'thrown',
  },
  {
    fault: 'a turn whose process has died is not ended',
    parts: deciding((state, command) =>
      command.type === 'VoidInteraction' && command.reason === 'lease-expired'
        ? []
        : product.decide(state, command),
    ),
    foundBy: 'thrown',
  },
  {
    fault: 'a host that takes over ends a completed turn',
    parts: deciding((state, command) => {
      const events = product.decide(state, command);
      const end = events.find((event) => event.type === 'InteractionCompleted');
      if (end === undefined) return events;
      const { userId, serviceId, interactionId } = end.data;
      const data = {
        userId,
        serviceId,
        interactionId,
        reason: 'lease-expired',
        voidedAtMs: command.atMs,
      } as const;
      return [...events, { type: 'InteractionVoided', data }];
    }),
    foundBy: 'a turn ends once',
  },
  {
    fault: 'calls of a turn that has failed are not recorded',
    parts: deciding((state, command) =>
      product.decide(state, command.type === 'VoidInteraction' ? { ...command, ...noRecord } : command),
    ),
    foundBy: inTheLog,
  },
  {
    fault: 'the calls of a turn are recorded in another order',
    parts: { ...product, record: ({ calls, facts }) => ({ calls: calls.toReversed(), facts }) },
    foundBy: inTheLog,
  },
  {
    fault: 'pieces that came one after the other are recorded as one',
    parts: {
      ...product,
      record: ({ calls, facts }) => ({ calls: calls.map(inOnePiece), facts }),
    },
    foundBy: inTheLog,
  },
  {
    fault: 'that a message broke off before it was completed is not recorded',
    parts: {
      ...product,
      record: ({ calls, facts }) => ({ calls: calls.map(withLastAttempt), facts }),
    },
    foundBy: inTheLog,
  },
  {
    fault: 'a replayed turn does not know that its message broke off',
    parts: { ...product, recordOf: (turn) => withoutFailedAttempts(product.recordOf(turn)) },
    foundBy: 'a replay from the log tells the same',
  },
  {
    fault: 'facts of a turn are not recorded',
    parts: { ...product, record: ({ calls }) => ({ calls, facts: [] }) },
    foundBy: inTheLog,
  },
  {
    fault: 'a replayed turn loses the last piece of what was said',
    parts: { ...product, recordOf: (turn) => withoutLastPieces(product.recordOf(turn)) },
    foundBy: 'a replay from the log tells the same',
  },
  {
    fault: 'a replayed turn gets pieces that came one after the other as one',
    parts: {
      ...product,
      recordOf: (turn) => {
        const { calls, facts } = product.recordOf(turn) ?? noRecord;
        return { calls: calls.map(inOnePiece), facts };
      },
    },
    foundBy: 'thrown',
  },
  {
    fault: 'what policies have ruled is not recorded',
    parts: {
      ...product,
      record: ({ calls, facts }) => ({ calls, facts: facts.filter(({ type }) => type !== 'ruled') }),
    },
    foundBy: inTheLog,
  },
  {
    fault: 'a replayed turn does not know that policies ruled on what was said',
    parts: {
      ...product,
      recordOf: (turn) => {
        const { calls, facts } = product.recordOf(turn) ?? noRecord;
        const [began, ...others] = facts;
        const open = began && ({ type: 'turn-began', afterMs: 0 } as const);
        return { calls, facts: open ? [open, ...others] : [] };
      },
    },
    foundBy: 'a replay from the log tells the same',
  },
  {
    fault: 'that a message was cut is not recorded',
    parts: changing('AgentMessageCompleted', (data) => ({ ...data, isCut: false })),
    foundBy: 'a replay from the log leaves the same events',
  },
  {
    fault: 'a message is recorded without the white space at its end',
    parts: changing('AgentMessageCompleted', (data) => ({
      ...data,
      message: { ...data.message, text: data.message.text.trimEnd() },
    })),
    foundBy: 'what a client was told is there, once, and nothing else',
  },
  {
    fault: 'the reason of a choice is not recorded',
    parts: changing('TurnRecorded', (data) => ({
      ...data,
      words: data.words && {
        ...data.words,
        decisions: data.words.decisions.map((decision) => ({ ...decision, reason: '' })),
      },
    })),
    foundBy: 'a replay from the log leaves the same events',
  },
  {
    fault: 'what was said in a void turn is remembered',
    parts: evolving((state, event) => {
      const next = product.evolve(state, event);
      if (event.type !== 'InteractionVoided' || state.stage === 'absent' || next.stage === 'absent')
        return next;
      const said = (state.running?.messages ?? []).map(({ type, text }) => ({ type, text }));
      return { ...next, transcript: [...next.transcript, ...said] };
    }),
    foundBy: 'the model is shown what counts and was heard, and nothing else',
  },
  {
    fault: 'a turn goes on in the first state, wherever the last one has ended',
    parts: {
      ...product,
      turnInput: (conversation, definition) => {
        const input = product.turnInput(conversation, definition);
        return { ...input, place: input.place && { ...input.place, state: 's0' } };
      },
    },
    foundBy: 'a turn goes on where the last one that counts has ended',
  },
  {
    fault: 'the state of an instance counts what the log does not hold',
    parts: evolving((state, event) => {
      const next = product.evolve(state, event);
      if (event.type !== 'InteractionVoided' || next.stage === 'absent') return next;
      return { ...next, completedInteractions: next.completedInteractions + 1 };
    }),
    foundBy: 'the state is the fold of the log',
  },
  {
    fault: 'what was recalled of the user is forgotten with a void turn',
    parts: evolving((state, event) => {
      const next = product.evolve(state, event);
      return event.type === 'InteractionVoided' && next.stage !== 'absent'
        ? { ...next, recollections: null }
        : next;
    }),
    foundBy: 'the model is shown what counts and was heard, and nothing else',
  },
  {
    fault: 'a turn is not shown the summary of what the window shows no more',
    parts: {
      ...product,
      turnInput: (conversation, definition) => ({
        ...product.turnInput(conversation, definition),
        summary: null,
      }),
    },
    foundBy: 'the model is shown what counts and was heard, and nothing else',
  },
  {
    fault: 'what happened before the message is not shown',
    parts: {
      ...product,
      turnInput: (conversation, definition) => {
        const input = product.turnInput(conversation, definition);
        return 'text' in input.input ? { ...input, input: { ...input.input, externalEvents: [] } } : input;
      },
    },
    foundBy: 'the model is shown what counts and was heard, and nothing else',
  },
];

function inOnePiece(call: RecordedCall): RecordedCall {
  const attempts = call.attempts.map((attempt) => ({ ...attempt, pieces: [attempt.pieces.join('')] }));
  return { ...call, attempts };
}

/** Adds the pieces of the earlier attempts to the last one. */
function withLastAttempt(call: RecordedCall): RecordedCall {
  const last = call.attempts.at(-1);
  if (last === undefined || last.addedMessages.length === 0) return call;
  const pieces = call.attempts.flatMap((attempt) => attempt.pieces);
  return { ...call, attempts: [{ ...last, pieces }] };
}

function withoutFailedAttempts({ calls, facts }: TurnRecord = noRecord): TurnRecord {
  const well = (call: RecordedCall): RecordedCall => ({
    ...call,
    attempts: call.attempts.map((attempt) => ({ ...attempt, failure: null })),
  });
  return { calls: calls.map(well), facts };
}

function withoutLastPieces(record: TurnRecord = noRecord): TurnRecord {
  const facts = record.facts.map((fact) =>
    fact.type === 'model-said' ? { ...fact, afterMs: fact.afterMs.slice(0, -1) } : fact,
  );
  return { ...record, facts };
}

function deciding(decide: Decide): Parts {
  return { ...product, decide };
}

function evolving(evolve: Evolve): Parts {
  return { ...product, evolve };
}

type DataOf<T extends ConversationEvent['type']> = Extract<ConversationEvent, { readonly type: T }>['data'];

/** Stores events of a type with a change from what was decided. */
function changing<T extends ConversationEvent['type']>(
  type: T,
  change: (data: DataOf<T>) => DataOf<T>,
): Parts {
  return deciding((state: Conversation, command) =>
    product
      .decide(state, command)
      .map((event) =>
        event.type === type ? ({ type, data: change(event.data as DataOf<T>) } as ConversationEvent) : event,
      ),
  );
}
