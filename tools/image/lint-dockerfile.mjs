import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';

/**
 * What is wrong with a Dockerfile: what the linter of dockerfile-utils says, and what we ask of an image.
 * @param {string} text
 * @returns {string[]} a sentence each, with the line
 */
export function lintDockerfile(text) {
  const parsed = DockerfileParser.parse(text);
  const said = validate(text).map(({ range, message }) => `Line ${range.start.line + 1}: ${message}`);
  const froms = parsed.getFROMs();
  const lastFrom = froms.at(-1)?.getRange().start.line ?? 0;
  const inLast = parsed.getInstructions().filter((one) => one.getRange().start.line > lastFrom);
  const last = (keyword) => inLast.findLast((one) => one.getKeyword() === keyword);
  const rules = [
    ...froms.map((from) => [
      /^\S+:\d+\.\d+\.\d+-\w+/.test(from.getImage()) || stageNames(froms).includes(from.getImage()),
      `Line ${from.getRange().start.line + 1}: pin the base image to a whole version.`,
    ]),
    [
      /^[1-9]\d*(:\d+)?$/.test(last('USER')?.getArgumentsContent() ?? ''),
      'The last stage needs a USER that is not root, by number.',
    ],
    [last('HEALTHCHECK') !== undefined, 'The last stage needs a HEALTHCHECK.'],
    [isJson(last('CMD')), 'The last stage needs a CMD as JSON, so that signals reach the process.'],
    [last('RUN') === undefined, 'The last stage runs nothing: what it needs comes from the stage before.'],
    [!inLast.some((one) => one.getKeyword() === 'ADD'), 'Use COPY in place of ADD.'],
  ];
  return [...said, ...rules.filter(([holds]) => !holds).map(([, sentence]) => sentence)];
}

function stageNames(froms) {
  return froms.map((from) => from.getBuildStage()).filter((name) => name !== null);
}

function isJson(instruction) {
  return instruction?.getArgumentsContent()?.trim().startsWith('[') ?? false;
}
