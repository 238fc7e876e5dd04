/**
 * The process can't start, for a reason that the person who starts it can remove.
 * `message` is one clear sentence that says what is wrong and what to do; it is printed as it stands, without a stack.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
