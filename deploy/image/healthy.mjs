// The health check of the image: asks the process beside it whether it runs. Services answer on HEALTH_PORT, the gateway
// on the port of its API.
const { HEALTH_PORT = '8081', PORT = '8080' } = process.env;
const answers = [HEALTH_PORT, PORT].map((port) => fetch(`http://127.0.0.1:${port}/livez`));
const isAlive = await Promise.any(answers).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isAlive ? 0 : 1);
