import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { filesWith, openLeftDatabase } from '@svc/testing';
import { runAdmin } from '../support/admin.js';
import type { ClassicClient } from '../support/client.js';
import { untilErasedEverywhere } from '../support/deleted-user.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneFixture } from '../support/standalone-fixture.js';
import { collect } from '../support/stream-events.js';

/** The tests go on from each other. */
const fixture = new StandaloneFixture({ isShared: true });
const databaseFiles = () => path.join(fixture.dataDir, 'postgres');
/** From before anybody was erased. */
const backup = () => path.join(fixture.folder, 'backup');
let erased = '';
let other = '';
/** Ids of people of the demo's workspace. */
let erasedPatient = '';
let otherPatient = '';

interface LeftOfUser {
  /** Empty when it is destroyed. */
  readonly wrappedKey: Buffer;
  /** Rows with sealed messages. */
  readonly messages: number;
}

/** From the database of a standalone that has ended. */
async function leftOf(userId: string): Promise<LeftOfUser> {
  const left = await openLeftDatabase(fixture.dataDir);
  try {
    const { rows } = await left.database.query<{ key: Buffer | null; messages: number }>({
      name: 'left_of_user',
      text: `SELECT wrapped_key AS key,
                    (SELECT count(*)::integer FROM conversations.message
                      WHERE text IS NOT NULL AND conversation_id IN
                        (SELECT conversation_id FROM conversations.conversation WHERE user_id = $2)) AS messages
               FROM identity.data_key WHERE subject = $1`,
      values: [`org:demo/user/${userId}`, userId],
    });
    return { wrappedKey: rows[0]?.key ?? Buffer.alloc(0), messages: rows[0]?.messages ?? 0 };
  } finally {
    await left.close();
  }
}

async function addUser(administrator: ClassicClient, name: string): Promise<string> {
  const body = {
    first_name: name,
    last_name: 'Test',
    email: `${name.toLowerCase()}@demo.example`,
    role_name: 'DefaultUserRole',
  };
  return (await administrator.json<{ user_id: string }>('POST', 'user/', { body })).user_id;
}

type Running = Pick<Awaited<ReturnType<StandaloneFixture['start']>>, 'baseUrl' | 'credentials'>;

/** As the demo's workspace. */
async function ask(running: Running, method: string, to: string, body?: object) {
  const { workspace_id: id, workspace_api_key: key } = running.credentials();
  const response = await fetch(`${running.baseUrl}/v1/${id}/${to}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.status >= 500) throw new Error(`${method} ${to}: ${await response.text()}`);
  return response;
}

/** A person of the workspace, whom it knows by a name. @returns their id */
async function addPatient(running: Running, name: string): Promise<string> {
  const body = { entity_type: 'person', name, email: `${name.toLowerCase()}@clinic.example` };
  const made = await ask(running, 'POST', 'world/entities', body);
  return ((await made.json()) as { id: string }).id;
}

describe('a deleted user, and an erased person of a workspace', () => {
  it('leaves nothing in any file after privacy scrub: no name, address, message or data key', async () => {
    const first = await fixture.start();
    const administrator = await signInAsDemoUser(first.baseUrl, first.credentials());
    const people = ['Quirina', 'Wendelin'];
    [erased = '', other = ''] = await Promise.all(people.map((name) => addUser(administrator, name)));
    for (const [index, userId] of [erased, other].entries()) {
      const client = await signInAsDemoUser(first.baseUrl, { ...first.credentials(), user_id: userId });
      const { id } = await beginConversation(client, first.credentials().service_id);
      await collect(client.interact(id, `The marmot of ${people[index]} needs an appointment.`));
    }
    erasedPatient = await addPatient(first, 'Zephyrine');
    otherPatient = await addPatient(first, 'Leopoldine');
    await first.stop();
    const { wrappedKey: key, messages } = await leftOf(erased);
    const { wrappedKey: keyOfOther } = await leftOf(other);
    expect(key.length).toBeGreaterThan(32);
    expect(messages).toBeGreaterThan(2);
    execFileSync('cp', ['-a', databaseFiles(), backup()]);

    const second = await fixture.start();
    const again = await signInAsDemoUser(second.baseUrl, second.credentials());
    await again.request('DELETE', `user/${erased}`);
    const erase = (userId: string) => runAdmin(fixture.dataDir, 'privacy', 'erase', 'demo', userId);
    await expect(erase(other)).rejects.toMatchObject({
      stderr: expect.stringContaining('delete the user first'),
    });
    const lines = ['conversations', 'memory', 'world'].map(
      (name) => `${name}: org:demo/user/${erased} is erased.\n`,
    );
    expect((await erase(erased)).stdout).toBe(lines.join(''));
    expect((await ask(second, 'DELETE', `world/entities/${erasedPatient}`)).status).toBe(204);
    expect((await ask(second, 'GET', `world/entities/${erasedPatient}`)).status).toBe(404);
    await second.stop();
    expect(await leftOf(erased)).toEqual({ wrappedKey: Buffer.alloc(0), messages: 0 });
    const traces = [key, 'Quirina', 'quirina@demo.example', 'marmot of', 'Zephyrine'].map((trace) =>
      Buffer.from(trace),
    );
    const isFound = traces.map((trace) => filesWith(fixture.dataDir, trace).length > 0);
    expect(isFound).toEqual([true, true, true, false, true]); // messages are never there in plain text

    const { stdout } = await runAdmin(fixture.dataDir, 'privacy', 'scrub');

    expect(stdout).toMatch(
      /^The database's own files hold no words, names or keys of erased people any more\./,
    );
    for (const trace of traces) expect(filesWith(fixture.dataDir, trace)).toEqual([]);
    for (const trace of [keyOfOther, Buffer.from('Wendelin'), Buffer.from('Leopoldine')])
      expect(filesWith(fixture.dataDir, trace)).not.toEqual([]);
    const third = await fixture.start();
    const returned = await signInAsDemoUser(third.baseUrl, { ...third.credentials(), user_id: other });
    const { conversations } = await returned.conversations();
    const said = await returned.messages(conversations[0]?.id ?? '');
    expect(said.messages.map(({ message }) => message)).toContain(
      'The marmot of Wendelin needs an appointment.',
    );
    expect((await ask(third, 'GET', `world/entities/${otherPatient}`)).status).toBe(200);
    await third.stop();
  });
});

describe('a backup from before an erasure', () => {
  it('given that it was restored, a start is refused until the deleted users are erased again', async () => {
    rmSync(databaseFiles(), { recursive: true });
    renameSync(backup(), databaseFiles());

    const { exitCode, errorOutput } = await fixture.runToItsEnd();
    expect(errorOutput).toMatch(
      /keys of 2 people who were erased.*: erase them again with .*privacy reapply/,
    );
    expect(exitCode).toBe(1);
    const { stdout } = await runAdmin(fixture.dataDir, 'privacy', 'reapply');
    for (const context of ['identity', 'conversations', 'world'])
      expect(stdout).toContain(`${context}: 2 erased people are erased again.\n`);
    expect(await leftOf(erased)).toEqual({ wrappedKey: Buffer.alloc(0), messages: 0 });

    const restored = await fixture.start();
    const client = await signInAsDemoUser(restored.baseUrl, restored.credentials());
    const users = await client.json<{ users: readonly { user_id: string }[] }>('GET', 'user/');
    expect(JSON.stringify(users)).not.toContain(erased);
    expect((await ask(restored, 'GET', `world/entities/${erasedPatient}`)).status).toBe(404);
    expect((await ask(restored, 'GET', `world/entities/${otherPatient}`)).status).toBe(200);
    await untilErasedEverywhere(restored);
    const erase = (id: string) =>
      runAdmin(fixture.dataDir, 'privacy', 'erase-person', restored.credentials().workspace_id, id);
    await expect(erase('nobody')).rejects.toMatchObject({
      stderr: expect.stringContaining('There is no such person'),
    });
    expect((await erase(otherPatient)).stdout).toContain(`/user/${otherPatient} is erased.\n`);
    expect((await ask(restored, 'GET', `world/entities/${otherPatient}`)).status).toBe(404);
  });
});
