import type { GracefulLifecycle } from '@svc/runtime';

/** The message of a process to its supervisor (`child_process.fork` with a channel): it serves. */
export const startedMessage = 'svc:started';

/**
 * Ends a supervised process: it stops in order when its supervisor is gone for any reason, so that no process is left.
 * Does nothing without a supervisor.
 */
export function stopWithSupervisor(lifecycle: GracefulLifecycle): void {
  process.once('disconnect', () => {
    void lifecycle
      .stop('the supervisor has gone')
      .then(({ failed }) => process.exit(failed.length === 0 ? 0 : 1));
  });
}

/** Call it once the process serves. */
export function tellSupervisor(): void {
  process.send?.(startedMessage);
}
