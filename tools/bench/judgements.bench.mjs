// How well a configured model (SVC_MODELS, SVC_MODEL_…) chooses in the situations of `judgements/situations`, with the
// choice first and with the reason first: what is right, how long the choice takes, tokens and cost. It asks the model for
// 120 judgements; without a model configured these are the offline model's.
// `npm run bench -- judgements [--model=<name>] [--order=choice_first|reason_first]`
import '../../test/support/source-loader.mjs';

const { runJudgements } = await import('./judgements/run-judgements.mjs');

export async function run(print, parameters) {
  await runJudgements(print, parameters);
}
