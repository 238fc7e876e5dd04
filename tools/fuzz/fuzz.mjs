// `npm run fuzz [-- --seconds=600 --seed=7 --report=docs/results/fuzz.txt]`: Schemathesis, which this project did not write,
// reads both OpenAPI documents of a standalone of its own and sends it requests that they allow, and others, with valid
// credentials. Ends with 1 for a 5xx response or one that its document does not declare.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import '../../test/support/source-loader.mjs';
import { answersOf } from './answers.mjs';
import { fuzzDocument } from './fuzz-document.mjs';
import { installSchemathesis } from './schemathesis.mjs';
import { makeSubjects } from './subjects.mjs';

const { makeTemporaryFolder, removeFolder } = await import('../../test/support/data-folder.ts');
const { StandaloneProcess } = await import('../../test/support/standalone-process.ts');

const { values } = parseArgs({
  options: { seconds: { type: 'string' }, seed: { type: 'string' }, report: { type: 'string' } },
});
const seconds = Number(values.seconds ?? 60);
/** A new seed each time, so that each run tries other requests; a given seed repeats its run. */
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const documents = { classic: '/v1/openapi.json', platform: '/v1/platform/openapi.json' };
/** In parallel: one after the other, the first would use up the time. */
const phases = ['examples,coverage', 'fuzzing'];

const command = installSchemathesis((sentence) => console.error(sentence));
const folder = makeTemporaryFolder('svc-fuzz-');
let standalone;
try {
  standalone = await StandaloneProcess.start({ dataDir: path.join(folder, 'data') });
  const subjects = await makeSubjects(standalone.baseUrl, standalone.credentials());
  const runs = Object.entries(documents).flatMap(([surface, location]) =>
    phases.map((some) => ({ surface, location, phases: some })),
  );
  const results = await Promise.all(
    runs.map(async ({ surface, location, phases: some }, at) => {
      const own = path.join(folder, `run-${at}`);
      mkdirSync(own);
      const address = `${standalone.baseUrl}${location}`;
      const subject = subjects[surface];
      const run = { command, address, subjects: subject, phases: some, seconds, seed, folder: own };
      return { title: `${location}: ${some}`, ...(await fuzzDocument(run)) };
    }),
  );
  const sections = results.map(
    ({ title, output }) => `══ ${title}, ${seconds} s, seed ${seed}\n\n${output.trim()}\n`,
  );
  const report = [...sections, await answersOf(standalone.baseUrl)].join('\n').replaceAll(folder, '…');
  process.stdout.write(report);
  if (values.report) writeFileSync(values.report, report);
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
} finally {
  await standalone?.stop();
  removeFolder(folder);
}
