import { authorizationCells } from './authorization-cells.mjs';

const cell = (status, ...ancestorTitles) => ({ ancestorTitles, status });

test('the size of the authorization matrix is the number of tests under its title', () => {
  const report = {
    testResults: [
      { assertionResults: [cell('passed', 'something else')] },
      {
        assertionResults: [
          cell('passed', 'authorization matrix', 'GET /v1/:org/role/'),
          cell('failed', 'authorization matrix', 'GET /v1/:org/role/'),
          cell('passed', 'authorization matrix', 'POST /v1/:org/role/'),
        ],
      },
    ],
  };
  expect(authorizationCells(report)).toEqual({ passed: 2, failed: 1 });
});

test('a run without it has none', () => {
  expect(authorizationCells({ testResults: [] })).toEqual({ passed: 0, failed: 0 });
});
