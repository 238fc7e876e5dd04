import type { EventBus } from '../../src/index.js';
import type { World } from './bank.js';

/** The bus as one process has it. */
export interface ConnectedBus {
  readonly bus: EventBus;
  /** Ends the process: stops all its subscribers. */
  close(): Promise<void>;
}

/** What an adapter gives to the suite. It publishes everything from the world's logs on its bus. */
export interface BusUnderTest {
  /** Another process. Members of one group may be in several. */
  connect(): Promise<ConnectedBus>;
  /** Delivers all public events of this context again to all groups, after the earlier ones. */
  repeat(source: string): Promise<void>;
  close(): Promise<void>;
}

export type OpenBus = (world: World) => Promise<BusUnderTest>;
