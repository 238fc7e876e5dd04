import type { Commands } from '../commands/commands.js';
import { MessageText } from './message-text.js';

/** The agent's message as it is sent. Exactly what it emits is stored. */
export class Speech {
  readonly #text: MessageText;
  #pieces = 0;
  #isEnded = false;

  /** @param maxCharacters of the message, in UTF-16 code units */
  constructor(
    readonly commands: Pick<Commands, 'give'>,
    maxCharacters: number,
  ) {
    this.#text = new MessageText(maxCharacters);
  }

  /** Whether any of it was sent. */
  get hasBegun(): boolean {
    return this.#pieces > 0;
  }

  /** The text so far. */
  get said(): string {
    return this.#text.whole;
  }

  /** True once text was left out because it was too long, or its model broke off. */
  get isCut(): boolean {
    return this.#text.isCut;
  }

  /** True once no more text will be sent. */
  get isOver(): boolean {
    return this.#text.isCut || this.#isEnded;
  }

  say(piece: string): void {
    if (!this.#isEnded) this.#tell(this.#text.push(piece));
  }

  /** The text so far is the whole message. */
  end(): void {
    this.#isEnded = true;
  }

  /**
   * Sends what is left when no piece follows.
   * @param brokeOff whether the model stopped before the end of its message
   */
  conclude(brokeOff: boolean): void {
    if (this.#isEnded) return;
    this.#tell(brokeOff ? this.#text.breakOff() : this.#text.end());
    this.#isEnded = true;
  }

  /** Sends the last piece, which is empty. */
  tellEnd(): void {
    this.#show('', true);
  }

  #tell(text: string): void {
    if (text !== '') this.#show(text, false);
  }

  #show(text: string, isFinal: boolean): void {
    const index = this.#pieces++;
    const action = {
      type: 'engage-user-message-fragment-generated',
      index,
      fragment: text,
      is_final: isFinal,
    } as const;
    this.commands.give({ type: 'tell', signal: { type: 'current-agent-action', action } });
    this.commands.give({ type: 'tell', signal: { type: 'message-piece', index, text, isFinal } });
  }
}
