// How long a user waits for the first word, and what a turn asks the model: `npm run bench -- first-word [--base=<commit>]…
// [--rounds=20]`. Each commit runs as a standalone of its own and talks over HTTP with a model of ours that takes 400 ms to
// its first token and sends 60 a second. They take turns, one at a time, each with a bare request to its model just before.
// A round is a new user's conversation: a turn of the kind "decision" (an exit leads to a decision, another judgement
// follows), then one of the kind "plain" (an action is chosen). All use this commit's demo agent, so that prompts compare.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import '../../test/support/source-loader.mjs';
import { root } from '../workspace/packages.mjs';
import { buildBase } from './compare/base-build.mjs';
import { median } from './compare/comparison.mjs';
import { inTurn } from './compare/variants.mjs';
import { startFixedModel } from './fixed-model.mjs';
import { makeTalkers, signIn } from './talker.mjs';
import { closeConnections } from './turn-client.mjs';

const { StandaloneProcess } = await import('../../test/support/standalone-process.ts');
const { readStreamEvents } = await import('../../test/support/stream-events.ts');

const options = {
  base: { type: 'string', multiple: true, default: [] },
  rounds: { type: 'string', default: '20' },
};
const pace = { firstTokenMs: 400, tokenMs: 1_000 / 60 };
const said = { decision: 'My knee hurts.', plain: 'What days do you have?' };
const demoFiles = ['clinic-agent.js', 'clinic-graph.js'];
/** Compiles the code of the product; not in the figures. */
const warmUpRounds = 2;

/** Prints its table. @throws Error when a base can't be built, or a turn does not go as its kind says */
export async function run(_onProgress, args = []) {
  const { values } = parseArgs({ args: [...args], options });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-first-word-'));
  const bases = [];
  const hosts = [];
  try {
    for (const commit of values.base) bases.push(await buildBase(commit));
    for (const base of bases) takeDemo(base.folder);
    const variants = [...bases, { name: 'this commit', folder: root }];
    for (const variant of variants) hosts.push(await open(variant, path.join(folder, `${hosts.length}`)));
    const turns = [];
    for (let round = -warmUpRounds; round < Number(values.rounds); round++)
      for (const host of inTurn(hosts, round + warmUpRounds)) {
        const taken = await converse(host);
        if (round >= 0) turns.push(...taken);
      }
    console.log(tableOf(turns));
  } finally {
    for (const host of hosts) await host.stop();
    closeConnections();
    for (const base of bases) base.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Gives a base the agent that this commit talks as. */
function takeDemo(repository) {
  for (const file of demoFiles) {
    const target = path.join(repository, 'libs/demo/dist', file);
    rmSync(target);
    copyFileSync(path.join(root, 'libs/demo/dist', file), target);
  }
}

async function open({ name, folder: repository }, dataDir) {
  const host = { name, kind: 'decision', asked: [] };
  const onRequest = (chat) => host.asked.push(chat);
  const choose = (offered) => {
    const isLedOn = host.kind === 'decision' && host.asked.filter(isJudgement).length === 1;
    return (isLedOn ? undefined : offered.find((id) => id.startsWith('action'))) ?? lastExit(offered);
  };
  const model = await startFixedModel({ ...pace, choose, onRequest });
  const env = { SVC_MODEL_BASE_URL: model.url, SVC_MODEL_NAME: 'fixed' };
  const standalone = await StandaloneProcess.start({ dataDir, repository, env });
  const credentials = standalone.credentials();
  const administrator = await signIn(`${standalone.baseUrl}/v1/demo`, credentials, credentials.user_id);
  const stop = async () => {
    await standalone.stop();
    await model.stop();
  };
  return Object.assign(host, { model, standalone, administrator, stop });
}

/** The last exit of the demo's greeting leads to its decision, and that of the decision to a question. */
const lastExit = (offered) => offered.findLast((id) => id.startsWith('exit')) ?? offered[0];
const isJudgement = ({ response_format: format }) => Boolean(format?.json_schema?.schema.properties.choice);

async function converse(host) {
  const [talker] = await makeTalkers(host.standalone, 1, host.administrator);
  const turns = [];
  for (const kind of ['decision', 'plain']) turns.push(await takeTurn(host, talker, kind));
  return turns;
}

async function takeTurn(host, { api, conversation, token }, kind) {
  const bareMs = await bareFirstTokenMs(host.model.url);
  Object.assign(host, { kind, asked: [] });
  const form = new FormData();
  form.set('initial_message_type', 'user-message');
  form.set('recorded_message', said[kind]);
  const url = `${api}/conversation/${conversation}/interact?request_format=text&response_format=text`;
  const from = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  let firstWordMs;
  let last;
  for await (last of readStreamEvents(response.body))
    if (last.type === 'new-message' && last.message.trim()) firstWordMs ??= performance.now() - from;
  const turnMs = performance.now() - from;
  if (last?.type !== 'interaction-complete') throw new Error(`${host.name}: ${JSON.stringify(last)}`);
  const [judgements, messages] = [true, false].map((is) =>
    host.asked.filter((chat) => isJudgement(chat) === is),
  );
  if (judgements.length < (kind === 'plain' ? 1 : 2))
    throw new Error(`${host.name}: ${judgements.length} judgements in a turn of the kind "${kind}"`);
  const requests = host.asked.length;
  const tokens = { judgementTokens: tokensOf(judgements), messageTokens: tokensOf(messages) };
  return { name: host.name, kind, firstWordMs, ratio: firstWordMs / bareMs, turnMs, requests, ...tokens };
}

async function bareFirstTokenMs(url) {
  const from = performance.now();
  const body = JSON.stringify({ stream: true, messages: [] });
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', body });
  let firstMs;
  for await (const _chunk of response.body) firstMs ??= performance.now() - from;
  return firstMs;
}

/** A quarter of the characters of all messages, without schemas: an estimate that is the same for every commit. */
const tokensOf = (chats) =>
  Math.round(chats.flatMap((chat) => chat.messages).reduce((sum, one) => sum + textOf(one).length, 0) / 4);
const textOf = ({ content }) =>
  typeof content === 'string' ? content : content.map((part) => part.text).join('');

const columns = {
  firstWordMs: 'first word, ms',
  ratio: 'of a bare request',
  turnMs: 'turn, ms',
  requests: 'requests',
  judgementTokens: 'judgement prompt tokens',
  messageTokens: 'message prompt tokens',
};

function tableOf(turns) {
  const groups = Object.groupBy(turns, ({ name, kind }) => `${kind}, ${name}`);
  const cell = (group, column) => {
    const value = median(group.map((turn) => turn[column]));
    return column === 'ratio' ? value.toFixed(2) : Math.round(value);
  };
  const rows = Object.entries(groups)
    .toSorted()
    .map(([name, group]) => [
      `${name} (${group.length})`,
      ...Object.keys(columns).map((one) => cell(group, one)),
    ]);
  const lines = [
    ['turn', ...Object.values(columns)],
    ['', ...Object.keys(columns)].map(() => '---'),
    ...rows,
  ];
  return `\nmedians; a prompt token is 4 characters\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`;
}
