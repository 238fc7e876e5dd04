/** What a sentence may draw on besides the instruction itself. */
export interface SpeechSituation {
  readonly isFarewell: boolean;
  /** Sentences that the agent knows about a subject; none when it knows nothing. */
  readonly factsAbout: (subject: string) => readonly string[];
  /** What the user has told so far, newest last, ready to be repeated to them. */
  readonly told: readonly string[];
}
