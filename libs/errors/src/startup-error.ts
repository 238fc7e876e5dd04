/**
 * The process can't start, for a reason that the installer can fix. `message` is one sentence that says what is wrong and what
 * to do. It is printed unchanged, without a stack.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
