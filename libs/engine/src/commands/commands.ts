import type { AskingCommand, TurnCommand } from '../protocol/turn-command.js';
import type { AnswerFact, AnswerTo } from '../protocol/turn-fact.js';
import { outlivesItsTurn } from '../input/tool-call.js';
import { Channel } from '../runtime/channel.js';
import type { Script } from '../runtime/script.js';

/** Commands that are cancelled when nobody waits for them. */
const takenBack: ReadonlySet<AskingCommand['type']> = new Set(['call-model', 'set-timer', 'call-tool']);

interface Pending {
  readonly type: AskingCommand['type'];
  /** Whether it goes on when nobody waits for it. */
  readonly goesOn: boolean;
  /** Null where it was cancelled. */
  readonly answers: Pick<Channel<AnswerFact>, 'put'> | null;
}

/** What a turn wants done: the commands to carry out, and those whose answer has not come, by their id. */
export class Commands {
  #given: TurnCommand[] = [];
  readonly #pending = new Map<string, Pending>();
  readonly #answered = new Channel<null>();
  readonly #counts = new Map<string, number>();

  constructor(readonly interactionId: string) {}

  /** `<interaction>/<subject>.<n>`, counted from 1 for each subject: one command more renames no later one. */
  nextId(subject: string): string {
    const count = (this.#counts.get(subject) ?? 0) + 1;
    this.#counts.set(subject, count);
    return `${this.interactionId}/${subject}.${count}`;
  }

  give(command: TurnCommand): void {
    this.#given.push(command);
  }

  /** The commands since the last call. */
  take(): readonly TurnCommand[] {
    const given = this.#given;
    this.#given = [];
    return given;
  }

  /** @returns the channel of its answers, and of whatever else their reader waits for */
  open<Asked extends AskingCommand, Beside = never>(
    command: Asked,
  ): Channel<AnswerTo<Asked['type']> | Beside> {
    const answers = new Channel<AnswerTo<Asked['type']> | Beside>();
    // Its id is the command's own, so only answers to it come.
    this.#pending.set(command.id, {
      type: command.type,
      goesOn: command.type === 'call-tool' && outlivesItsTurn(command.call),
      answers: answers as Pick<Channel<AnswerFact>, 'put'>,
    });
    this.give(command);
    return answers;
  }

  /** Whether somebody waits for its answer. */
  isOpen(id: string): boolean {
    return (this.#pending.get(id)?.answers ?? null) !== null;
  }

  /** Nobody waits for its answer any more: it is cancelled unless it is answered. */
  close(id: string): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    // The end of a model's call still matters: its cost comes before it.
    if (pending.type === 'call-model') this.#pending.set(id, { ...pending, answers: null });
    else this.#pending.delete(id);
    if (takenBack.has(pending.type) && !pending.goesOn) this.give({ type: 'cancel', id });
  }

  /** Drops what nobody waits for. */
  answer(fact: AnswerFact): void {
    this.#pending.get(fact.id)?.answers?.put(fact);
    if (fact.type === 'model-delta' || fact.type === 'model-chose') return;
    if (this.#pending.delete(fact.id)) this.#answered.put(null);
  }

  /** Ids of the model calls that have not ended. */
  calls(which: 'all' | 'open' = 'all'): readonly string[] {
    return [...this.#pending].flatMap(([id, { type, answers }]) =>
      type === 'call-model' && (which === 'all' || answers !== null) ? [id] : [],
    );
  }

  /** Waits until none of them is left. */
  *callsEnd(which: 'all' | 'open' = 'all'): Script<void> {
    while (this.calls(which).length > 0) yield* this.#answered.take();
  }
}
