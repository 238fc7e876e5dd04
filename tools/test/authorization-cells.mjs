/** The `describe` title of the tests of the matrix: one for each route, with the number of its cells at the end of its title. */
const matrix = 'authorization matrix';

/**
 * How many cells of the authorization matrix a run of Jest has checked.
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
