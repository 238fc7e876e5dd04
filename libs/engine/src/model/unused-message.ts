/** A message that was requested from a model and is in no conversation. */
export interface UnusedMessage {
  /** `provider/model` of the last request for it. */
  readonly model: string;
  /**
   * `moved_on`: it was worded during the judgement of a state that the turn then left. The others: the turn was not stored,
   * even where the user got the message.
   */
  readonly reason: 'moved_on' | 'turn_cancelled' | 'turn_failed';
}
