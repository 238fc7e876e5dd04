/** Where text goes that may be said. */
export interface Outlet {
  /** The text of the message so far, also where it still waits to be heard. */
  readonly said: string;
  /** True once no more text will be said. */
  readonly isOver: boolean;
  say(text: string): void;
  /** The text so far is the whole message. */
  end(): void;
}
