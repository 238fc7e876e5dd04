import { authorizationCells } from './authorization-cells.mjs';

const row = (status, title, ...ancestorTitles) => ({ ancestorTitles, title, status });

test('the size of the authorization matrix is the sum of the titles of its rows', () => {
  const report = {
    testResults: [
      { assertionResults: [row('passed', 'something of 7 cells', 'something else')] },
      {
        assertionResults: [
          row('passed', 'GET /v1/:org/role/: 18 cells', 'authorization matrix'),
          row('failed', 'POST /v1/:org/role/: 19 cells', 'authorization matrix'),
          row('passed', 'DELETE /v1/:org/role/: 20 cells', 'authorization matrix'),
        ],
      },
    ],
  };
  expect(authorizationCells(report)).toEqual({ passed: 38, failed: 19 });
});

test('a run without the matrix has no cells', () => {
  expect(authorizationCells({ testResults: [] })).toEqual({ passed: 0, failed: 0 });
});
