import { setTimeout as delay } from 'node:timers/promises';
import { openLeftEvents, openLeftDatabase } from '@svc/testing';
import { runAdmin } from '../support/admin.js';
import { compareLogWithRecord, interactionsOf, isCompleted } from '../support/compare-log.js';
import { countLeases, readConversationLog } from '../support/conversation-log.js';
import { streamViolations, type HeldTurn } from '../support/held-turn.js';
import { compareWithRecord, interactionsIn } from '../support/kept-interactions.js';
import { seededRandom } from '@svc/testing';
import { signInAsDemoUser } from '../support/sessions.js';
import { signUpSpeakers } from '../support/speaker.js';
import { StandaloneProcess } from '../support/standalone-process.js';
import { Patient } from './patient.js';
import { effortOf, memoryOf, type Effort, type Memory } from './vital-signs.js';

export interface LoadOptions {
  /** Where the standalone keeps its data; empty or missing. */
  readonly dataDir: string;
  readonly users: number;
  readonly seconds: number;
  readonly seed: number;
}

export interface LoadReport {
  /** Requests that failed, and differences between what the clients know and what is kept. In words. */
  readonly faults: readonly string[];
  readonly turns: readonly HeldTurn[];
  readonly conversations: number;
  readonly events: number;
  /** How long the load lasted. */
  readonly tookMs: number;
  /** Over the whole load. */
  readonly eventLoopDelayMs: Effort['eventLoopDelayMs'];
  readonly cpuSeconds: number;
  readonly idleMemory: Memory;
  /** Every 5 s. */
  readonly memory: readonly Memory[];
}

const lookEveryMs = 5_000;

/**
 * Users hold conversations with the demo's agent at the same time, through the public API of a standalone of its own,
 * one turn after the other without a pause. Afterwards the clients' own record is compared with the list of messages,
 * with the log and with its hash chains.
 */
export async function converseAtOnce({ dataDir, users, seconds, seed }: LoadOptions): Promise<LoadReport> {
  const standalone = await StandaloneProcess.start({ dataDir });
  try {
    const credentials = standalone.credentials();
    const administrator = await signInAsDemoUser(standalone.baseUrl, credentials);
    const speakers = await signUpSpeakers(administrator, credentials, users);
    const patients = speakers.map((speaker, index) => new Patient(speaker, seededRandom(seed + index)));

    const idleMemory = memoryOf(standalone);
    const before = await effortOf(standalone);
    const startedAt = performance.now();
    const isOver = () => performance.now() - startedAt > seconds * 1_000;
    const everybody = Promise.all(patients.map((patient) => patient.converseUntil(isOver)));
    const memory = await watchMemory(standalone, everybody);
    const tookMs = performance.now() - startedAt;
    const after = await effortOf(standalone);

    const inLists = await Promise.all(patients.map((patient) => compareMessages(patient)));
    const { exitCode } = await standalone.stop();
    if (exitCode !== 0) throw new Error(`The standalone ended with ${exitCode}.`);
    await runAdmin(dataDir, 'events', 'verify');
    const { faults: inLog, events } = await compareLog(dataDir, patients);
    const held = speakers.flatMap(({ conversations }) => conversations);
    const turns = held.flatMap((conversation) => conversation.turns);
    const failures = patients.flatMap((patient) => patient.failures);
    const faults = [...failures, ...turns.flatMap(streamViolations), ...inLists.flat(), ...inLog];
    return {
      ...{ faults, turns, conversations: held.length, events, tookMs, idleMemory, memory },
      eventLoopDelayMs: after.eventLoopDelayMs,
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    };
  } finally {
    if (standalone.isRunning) await standalone.stop();
  }
}

async function watchMemory(standalone: StandaloneProcess, everybody: Promise<unknown>): Promise<Memory[]> {
  const looks: Memory[] = [];
  const over = new AbortController();
  const ended = everybody.finally(() => over.abort());
  while (!over.signal.aborted) {
    await delay(lookEveryMs, undefined, { signal: over.signal }).catch(() => undefined);
    looks.push(memoryOf(standalone));
  }
  await ended;
  return looks;
}

async function compareMessages({ speaker }: Patient): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const held of speaker.conversations) {
    const messages = await speaker.messagesOf(held);
    faults.push(...compareWithRecord(held, interactionsIn(messages ?? [])));
  }
  return faults;
}

async function compareLog(
  dataDir: string,
  patients: readonly Patient[],
): Promise<{ readonly faults: readonly string[]; readonly events: number }> {
  const left = await openLeftDatabase(dataDir);
  try {
    const log = await readConversationLog(left.database, await openLeftEvents(left.database, dataDir));
    const leases = await countLeases(left.database);
    const held = patients.flatMap(({ speaker }) => speaker.conversations);
    const finished = patients.flatMap((patient) => patient.finished);
    const faults = [
      ...compareLogWithRecord(log, held),
      ...interactionsOf(log)
        .filter((interaction) => !isCompleted(interaction))
        .map(({ id, outcome }) => `interaction ${id} is ${outcome}`),
      ...finished
        .filter((id) => !log.conversations.get(id)?.isFinished)
        .map((id) => `conversation ${id} was finished, which is not in the log`),
    ];
    if (log.conversations.size !== held.length)
      faults.push(`${held.length} conversations were held, and ${log.conversations.size} are in the log`);
    if (leases > 0) faults.push(`${leases} leases are left`);
    return { faults, events: log.events };
  } finally {
    await left.close();
  }
}
