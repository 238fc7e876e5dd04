/** The title under which each route has a test that says in its own how many cells it holds to what they should be. */
const matrix = 'authorization matrix';

/**
 * How many cells of the authorization matrix a run of Jest has looked at.
 * @param {{ testResults: { assertionResults: { ancestorTitles: string[], title: string, status: string }[] }[] }} report
 *   Jest's, as JSON
 * @returns {{ passed: number, failed: number }} `failed`: routes with a wrong cell, which the error names
 */
export function authorizationCells(report) {
  const rows = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ ancestorTitles }) => ancestorTitles[0] === matrix);
  const count = (wanted) =>
    rows
      .filter(({ status }) => status === wanted)
      .reduce((total, { title }) => total + Number(/(\d+) cells$/.exec(title)?.[1] ?? 0), 0);
  return { passed: count('passed'), failed: count('failed') };
}
