import { resource } from '../../client/calls.js';
import type { Core } from '../../client/core.js';
import {
  WorkspaceEventStream,
  type WorkspaceEvent,
  type WorkspaceEventStreamOptions,
} from '../workspace-event-stream.js';

export interface WorkspaceSubscription extends WorkspaceEventStreamOptions {
  readonly onEvent: (event: WorkspaceEvent) => void | Promise<void>;
  /** Why it ended, unless by `unsubscribe`. `done` is rejected with the same. */
  readonly onError?: (error: unknown) => void;
}

/** What happens in the workspace, as it happens. */
export const eventsOf = (core: Core) => resource(core, methodsOf);

const methodsOf = (core: Core) => ({
  /** To loop over. */
  stream: (options?: WorkspaceEventStreamOptions) => new WorkspaceEventStream(core, options),
  /** For callbacks: events come one after the other, each when the one before was handled. */
  subscribeToWorkspace: ({ onEvent, onError, ...options }: WorkspaceSubscription) => {
    const controller = new AbortController();
    const outer = options.signal ?? core.options.signal;
    const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal;
    const stream = new WorkspaceEventStream(core, { ...options, signal });
    const run = async () => {
      try {
        for await (const event of stream) await onEvent(event);
      } catch (error) {
        if (controller.signal.aborted) return;
        onError?.(error);
        throw error;
      }
    };
    const done = run();
    // Who has given `onError` need not look at `done`.
    if (onError) done.catch(() => undefined);
    return { done, unsubscribe: () => controller.abort() };
  },
});
