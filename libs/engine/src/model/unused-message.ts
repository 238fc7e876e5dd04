/** A message that a model was asked for and that is in no conversation. */
export interface UnusedMessage {
  /** `provider/model` that was asked for it last. */
  readonly model: string;
  /**
   * `moved_on`: it was worded beside the judgement of a state that the turn left again. The others: the turn came to nothing, also
   * where it was heard.
   */
  readonly reason: 'moved_on' | 'turn_cancelled' | 'turn_failed';
}
