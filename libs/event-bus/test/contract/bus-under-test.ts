import type { EventBus } from '../../src/index.js';
import type { World } from './bank.js';

/** The bus as one process has it. */
export interface ConnectedBus {
  readonly bus: EventBus;
  /** The process ends: whoever still takes events here is stopped. */
  close(): Promise<void>;
}

/** What an adapter hands to the suite. It brings everything that the logs of the world publish on its bus by itself. */
export interface BusUnderTest {
  /** Another process. Members of one group may be in several. */
  connect(): Promise<ConnectedBus>;
  /** All that this context has published comes again to all groups, behind what came before. */
  repeat(source: string): Promise<void>;
  close(): Promise<void>;
}

export type OpenBus = (world: World) => Promise<BusUnderTest>;
