/**
 * Whether a model's messages may begin with reasoning that has no opening tag. Unless the configuration says it, the last
 * message decides; before the first one it is possible.
 */
export class ThoughtForm {
  #isUnopened: boolean | undefined;

  /** @param configured undefined when that is not known */
  constructor(private readonly configured: boolean | undefined) {
    this.#isUnopened = configured;
  }

  get mayBeUnopened(): boolean {
    return this.#isUnopened ?? true;
  }

  get isUnopened(): boolean {
    return this.#isUnopened ?? false;
  }

  /** A response has shown it. */
  saw(isUnopened: boolean): void {
    this.#isUnopened = this.configured ?? isUnopened;
  }
}
