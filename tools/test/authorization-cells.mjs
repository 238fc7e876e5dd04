/** The title under which each cell of the matrix is a test of its own. */
const matrix = 'authorization matrix';

/**
 * How many cells of the authorization matrix a run of Jest has held to what they should be.
 * @param {{ testResults: { assertionResults: { ancestorTitles: string[], status: string }[] }[] }} report Jest's, as JSON
 * @returns {{ passed: number, failed: number }}
 */
export function authorizationCells(report) {
  const cells = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ ancestorTitles }) => ancestorTitles[0] === matrix);
  const count = (wanted) => cells.filter(({ status }) => status === wanted).length;
  return { passed: count('passed'), failed: count('failed') };
}
