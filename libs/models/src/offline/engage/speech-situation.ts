/** What a sentence may use besides the instruction itself. */
export interface SpeechSituation {
  readonly isFarewell: boolean;
  /** Sentences that the agent knows about a subject; may be empty. */
  readonly factsAbout: (subject: string) => readonly string[];
  /** The user's statements so far, newest last, ready to be repeated to them. */
  readonly told: readonly string[];
}
