/**
 * How many responses a system has sent by status since its start, from its own metrics: whether a fuzz got past the sign-in at all.
 * @param {string} baseUrl
 * @returns {Promise<string>} lines for people
 */
export async function answersOf(baseUrl) {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
  const counted =
    /^http_server_request_seconds_count\{method="([A-Z]+)",route="([^"]+)",status="(\d+)"\} (\d+)/gm;
  const answers = [...metrics.matchAll(counted)]
    .map(([, method, route, status, count]) => ({ name: `${method} ${route}`, status, count: Number(count) }))
    .filter(({ name }) => name.includes(' /v1/'));
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  const sums = [...byStatus].sort().map(([status, some]) => `${status}: ${sumOf(some)}`);
  const served = new Set(answers.filter(({ status }) => status.startsWith('2')).map(({ name }) => name));
  const never = [...new Set(answers.map(({ name }) => name))].filter((name) => !served.has(name)).sort();
  return `══ Answers by status, those of the preparation included\n\n${sums.join('\n')}\nnever served: ${never.join(', ') || 'none'}\n`;
}

function sumOf(answers) {
  return answers.reduce((sum, { count }) => sum + count, 0);
}
