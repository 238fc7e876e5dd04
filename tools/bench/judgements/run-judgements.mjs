import { loadConfig } from '@svc/config';
import { createModelCatalogue, modelConfig } from '@svc/models';
import { median } from '../compare/comparison.mjs';
import { judgeSituation, orders, sum } from './judge-situations.mjs';
import { readSituations } from './situations.mjs';

/**
 * Puts the table of situations to a configured model, in each order, one request at a time.
 * @param {(figure: { name: string, value: string | number, unit: string }) => void} print
 * @param {readonly string[]} parameters `--model=<name in SVC_MODELS>`, `--order=choice_first|reason_first`
 * @param {Readonly<Record<string, string | undefined>>} environment with the variables of the model
 * @param {(line: string) => void} say
 * @returns {Promise<readonly import('./judge-situations.mjs').Judged[]>}
 */
export async function runJudgements(print, parameters, environment = process.env, say = console.log) {
  const model = modelOf(environment, valueOf(parameters, 'model') ?? 'default');
  const wanted = valueOf(parameters, 'order');
  if (wanted !== undefined && !orders.includes(wanted))
    throw new Error(`--order must be one of ${orders.join(', ')}.`);
  const situations = readSituations();
  const judged = [];
  for (const situation of situations) {
    for (const order of wanted === undefined ? orders : [wanted]) {
      const result = await judgeSituation(model, situation, order);
      judged.push(result);
      say(lineOf(result));
    }
  }
  for (const order of orders) {
    const results = judged.filter((result) => result.order === order);
    if (results.length > 0) printTotals(print, order, results);
  }
  return judged;
}

function valueOf(parameters, name) {
  const prefix = `--${name}=`;
  return parameters.find((parameter) => parameter.startsWith(prefix))?.slice(prefix.length);
}

function modelOf(environment, name) {
  const { all } = createModelCatalogue(loadConfig(modelConfig, environment), environment);
  const model = all.find((one) => one.name === name);
  if (model === undefined)
    throw new Error(`There is no model "${name}": ${all.map((one) => one.name).join(', ')}.`);
  return model;
}

function lineOf({ situation, order, chosen, outcome, choiceMs, wholeMs, ...counted }) {
  const { label, tries, expected } = situation;
  const wrong = outcome === 'right' ? '' : ` (${expected} is right)`;
  return [
    `${label}, ${tries}, ${spoken(order)}: ${outcome}, ${chosen ?? 'nothing'}${wrong}`,
    `${Math.round(choiceMs)} of ${Math.round(wholeMs)} ms`,
    `${known(counted.inputTokens)} + ${known(counted.outputTokens)} tokens`,
    `${dollars(counted.cost)} US dollars`,
  ].join('; ');
}

function printTotals(print, order, results) {
  const total = (name, value, unit) => print({ name: `${spoken(order)}, ${name}`, value, unit });
  const count = (outcome) => results.filter((result) => result.outcome === outcome).length;
  const of = `of ${results.length}`;
  total('right', count('right'), of);
  total('right or acceptable', count('right') + count('acceptable'), of);
  total('failed', count('failed'), of);
  total('median to the choice', Math.round(median(results.map(({ choiceMs }) => choiceMs))), 'ms');
  total(
    'median to the end of the judgement',
    Math.round(median(results.map(({ wholeMs }) => wholeMs))),
    'ms',
  );
  total('tokens read', known(sum(results.map(({ inputTokens }) => inputTokens))), 'tokens');
  total('tokens written', known(sum(results.map(({ outputTokens }) => outputTokens))), 'tokens');
  total('cost', dollars(sum(results.map(({ cost }) => cost))), 'US dollars');
}

function spoken(order) {
  return order.replace('_', ' ');
}

function known(count) {
  return count ?? 'unknown';
}

function dollars(cost) {
  return cost === null ? 'unknown' : cost.toFixed(6);
}
