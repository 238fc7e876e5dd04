// How long a user waits for the first word of a turn, over HTTP, with a model that takes 400 ms to its first token and
// 15 ms for each: of the agent's first message, of a turn with a decision, of a plain turn; with each order of
// judgements, and with an attempt that fails before.
// `npm run bench -- first-word [--base=<commit>] [--turns=50]`: another commit beside this one.
// All variants run at once, each on a standalone of its own with one user who speaks without a pause: they wait for their
// models nearly all the time.
import path from 'node:path';
import { parseArgs } from 'node:util';
import '../../test/support/source-loader.mjs';
import { buildBase } from './compare/base-build.mjs';
import { startPacedModel } from './paced-model.mjs';
import { percentile } from './percentiles.mjs';

const { makeTemporaryFolder, removeFolder } = await import('../../test/support/data-folder.ts');
const { StandaloneProcess } = await import('../../test/support/standalone-process.ts');
const { signInAsDemoUser } = await import('../../test/support/sessions.ts');
const { signUpSpeakers } = await import('../../test/support/speaker.ts');

const options = { base: { type: 'string' }, turns: { type: 'string', default: '50' } };
const pace = { firstTokenMs: 400, tokenMs: 15 };
/** Leads from the greeting of the demo's agent over the decision to the day, where the conversation stays. */
const taken = ['The patient has described what brings them to the clinic', 'Otherwise'];

/** The turns of one conversation, in their order, and what was aimed at, in s. */
const turns = {
  'first message': { take: (speaker) => speaker.begin() },
  'with a decision': { take: (speaker) => speaker.say('I have had a headache for a week.'), aim: 1.5 },
  plain: { take: (speaker) => speaker.say('Does that cost anything?'), aim: 0.95 },
};

/** For commits that know no models by their names. */
const plainSettings = ({ url }) => ({ SVC_MODEL_BASE_URL: url, SVC_MODEL_NAME: 'paced' });
const definition = { provider: 'openai-compatible', model: 'paced' };
const settings =
  (order) =>
  ({ url }) => ({
    SVC_MODELS: JSON.stringify({ default: { ...definition, base_url: url, judgement_order: order } }),
  });
const variants = [
  { name: 'choice first', environment: settings('choice_first') },
  { name: 'reason first', environment: settings('reason_first') },
  {
    name: 'choice first, one attempt of each turn fails before',
    environment: settings('choice_first'),
    hasFailure: true,
  },
];

/** Prints its table. @throws Error when a turn fails, or the base can't be built */
export async function run(_onProgress, args) {
  const { values } = parseArgs({ args: [...args], options });
  const base = values.base && buildBase(values.base);
  try {
    const all = [...variants];
    if (base) all.unshift({ name: base.name, environment: plainSettings, repository: base.folder });
    // All of them end before a failure of one is told, so that none is left behind.
    const settled = await Promise.allSettled(all.map((variant) => measure(variant, Number(values.turns))));
    const failed = settled.find(({ status }) => status === 'rejected');
    if (failed) throw failed.reason;
    const measured = settled.map(({ value }) => value);
    console.log(
      `${pace.firstTokenMs} ms to the first token, ${pace.tokenMs} ms for each one; ${values.turns} turns of each kind`,
    );
    console.log('first word, median / 95th percentile in s (answered calls of a turn)\n');
    console.log(tableOf(all, measured));
  } finally {
    base?.remove();
  }
}

/** @returns {Promise<Record<string, { waits: number[], calls: number }>>} by the kind of the turn: ms of each */
async function measure({ environment, repository, hasFailure = false }, count) {
  const model = await startPacedModel({ ...pace, taken });
  const folder = makeTemporaryFolder();
  let standalone;
  try {
    standalone = await StandaloneProcess.start({
      dataDir: path.join(folder, 'data'),
      env: environment(model),
      ...(repository && { repository }),
    });
    const credentials = standalone.credentials();
    const administrator = await signInAsDemoUser(standalone.baseUrl, credentials);
    const [speaker] = await signUpSpeakers(administrator, credentials, 1);
    const figures = Object.fromEntries(Object.keys(turns).map((kind) => [kind, { waits: [], calls: 0 }]));
    // The first conversation warms up.
    for (let conversation = 0; conversation <= count; conversation += 1) {
      for (const [kind, { take }] of Object.entries(turns)) {
        model.calls();
        if (hasFailure) model.failNext();
        const turn = await take(speaker);
        if (turn.outcome !== 'complete') throw new Error(`A turn failed: ${JSON.stringify(turn)}`);
        if (conversation === 0) continue;
        figures[kind].waits.push(turn.firstPieceAtMs - turn.askedAtMs);
        figures[kind].calls = model.calls();
      }
      await speaker.client.finish(speaker.conversations.at(-1).id);
    }
    return figures;
  } finally {
    await standalone?.stop();
    await model.stop();
    removeFolder(folder);
  }
}

const seconds = (ms) => (ms / 1_000).toFixed(2);

function tableOf(all, measured) {
  const rows = Object.entries(turns).map(([kind, { aim }]) => [
    kind,
    ...measured.map((figures) => {
      const { waits, calls } = figures[kind];
      return `${seconds(percentile(waits, 0.5))} / ${seconds(percentile(waits, 0.95))} (${calls})`;
    }),
    aim === undefined ? '' : `${aim}`,
  ]);
  const head = ['turn', ...all.map(({ name }) => name), 'aim'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
