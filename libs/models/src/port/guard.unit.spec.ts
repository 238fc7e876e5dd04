import type { ModelAttempt } from '@svc/engine';
import { guardRequest } from '../../test/requests.js';
import { ScriptedLanguageModel } from '../../test/scripted-language-model.js';
import { createModelPort } from './create-model-port.js';

const broken = '{"broken":[{"sentence":2,"rule":"rule_1"}]}';

async function checked(answers: ConstructorParameters<typeof ScriptedLanguageModel>[0]) {
  const model = new ScriptedLanguageModel(answers);
  const attempts: ModelAttempt[] = [];
  const pieces: string[] = [];
  const signal = new AbortController().signal;
  const check = createModelPort(model).generate(guardRequest, signal, (attempt) => attempts.push(attempt));
  for await (const piece of check) pieces.push(piece);
  return { model, pieces, attempts };
}

describe('the check of a message', () => {
  it('is asked for in its form, and comes as one piece', async () => {
    const { model, pieces, attempts } = await checked([broken]);
    expect(pieces).toEqual([broken]);
    expect(attempts).toMatchObject([{ pieces: [broken], failure: null }]);
    expect(model.calls[0]?.responseFormat).toMatchObject({ type: 'json', schema: guardRequest.schema });
  });

  it('is the last object that lists something, whatever stands around it', async () => {
    const { pieces } = await checked([`{"broken":[]} No: ${broken} {"sure":true}`]);
    expect(pieces).toEqual([broken]);
  });

  it('is asked for once more where nothing is listed, and then fails', async () => {
    const { pieces, attempts } = await checked(['All is well.', broken]);
    expect(pieces).toEqual([broken]);
    expect(attempts.map(({ failure }) => failure)).toEqual(['bad_output', null]);
    await expect(checked(['All is well.', '{"fine":true}'])).rejects.toMatchObject({ kind: 'bad_output' });
  });
});
