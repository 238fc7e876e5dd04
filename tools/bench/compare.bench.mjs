// Compares this commit with another one: whole turns over HTTP, starts, memory, and what a call costs the server of libs/rpc.
// `npm run bench -- compare --base=<commit> [--rounds=9] [--slices=6] [--slice-ms=1000] [--only=starts,turns,rpc] [--model=wire]`
// `--model=wire`: turns ask a model behind OpenAI's API that answers at once and says the same to both commits. Without it
// each asks the offline model that it has, and conversations go on as that one leads them. `--model=wire-whole`: the same in
// one piece, so that the cost of single tokens shows separately.
// Each round starts new processes (of the same code they differ by up to a fifth), and compares within itself; the base
// is also compared with itself. Give it a quiet machine; Linux only.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../workspace/packages.mjs';
import { buildBase } from './compare/base-build.mjs';
import { compareRounds, tableOf } from './compare/comparison.mjs';
import { measureRpcRound, rpcFigures } from './compare/rpc-rounds.mjs';
import {
  makeDatabases,
  measureStarts,
  measureTurns,
  startFigures,
  turnFigures,
} from './compare/standalone-rounds.mjs';
import { variantsOf } from './compare/variants.mjs';
import { startFixedModel } from './fixed-model.mjs';
import { closeConnections } from './turn-client.mjs';

const options = {
  base: { type: 'string' },
  rounds: { type: 'string', default: '9' },
  slices: { type: 'string', default: '6' },
  'slice-ms': { type: 'string', default: '1000' },
  only: { type: 'string', default: 'starts,turns,rpc' },
  model: { type: 'string', default: 'offline' },
};

/** Prints its table. @throws Error when no base is named, or it can't be built */
export async function run(_onProgress, args) {
  const { values } = parseArgs({ args: [...args], options });
  if (!values.base) throw new Error('Name the commit to compare with: npm run bench -- compare --base=main');
  if (!['offline', 'wire', 'wire-whole'].includes(values.model))
    throw new Error('--model is offline, wire or wire-whole.');
  const size = { slices: Number(values.slices), sliceMs: Number(values['slice-ms']) };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-compare-data-'));
  const base = await buildBase(values.base);
  const isInOnePiece = values.model === 'wire-whole';
  const model = values.model === 'offline' ? undefined : await startFixedModel({ isInOnePiece });
  try {
    const environment = model ? { SVC_MODEL_BASE_URL: model.url, SVC_MODEL_NAME: 'fixed' } : {};
    const variants = variantsOf({ base: base.folder, head: root, environment });
    const suites = {
      starts: { figures: startFigures, measure: (round) => measureStarts(variants, round, folder) },
      turns: { figures: turnFigures, measure: (round) => measureTurns(variants, round, folder, size) },
      rpc: { figures: rpcFigures, measure: (round) => measureRpcRound(variants, round) },
    };
    const wanted = Object.entries(suites).filter(([name]) => values.only.split(',').includes(name));
    if (wanted.some(([name]) => name !== 'rpc')) await makeDatabases(variants, folder);
    const measured = Object.fromEntries(wanted.map(([name]) => [name, []]));
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const [name, { measure }] of wanted) measured[name].push(await measure(round));
      console.error(`round ${round + 1} of ${values.rounds} is done`);
    }
    const comparisons = wanted.flatMap(([name, { figures }]) =>
      figures.map(({ key, ...figure }) =>
        compareRounds(
          figure,
          measured[name].map(({ base: one, again, head }) => ({
            base: one[key],
            again: again[key],
            head: head[key],
          })),
        ),
      ),
    );
    console.log(
      `\nbase ${base.name}, ${values.model} model, ${values.rounds} rounds; medians of rounds, and of what each round compares\n`,
    );
    console.log(tableOf(comparisons));
  } finally {
    closeConnections();
    await model?.stop();
    base.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
