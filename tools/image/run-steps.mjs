import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';

/**
 * Runs the steps of a Dockerfile in order, each stage in a folder of its own, without a container engine. It knows the
 * instructions that ours has and refuses others. Commands see this machine's programs in place of the base image's, and
 * an environment of only what the file says.
 *
 * @param {object} options
 * @param {string} options.dockerfile its text
 * @param {string} options.context folder that COPY takes from
 * @param {readonly string[]} options.files what the context holds, from its folder on
 * @param {Readonly<Record<string, string>>} options.buildArguments
 * @param {string} options.folder empty; gets a folder for each stage
 * @param {(step: string) => void} options.say before each step
 * @returns {{ root: string, cwd: string, env: Record<string, string>, user: string, command: string[], health: string[] }}
 * of the last stage: its folder, and how a container engine would run it
 */
export function runSteps({ dockerfile, context, files, buildArguments, folder, say }) {
  const stages = new Map();
  let stage;
  const inside = (place) => path.join(stage.root, path.posix.resolve(stage.cwd, place));
  const text = (content) =>
    content.replaceAll(/\$(\w+)/g, (_all, name) => stage.env[name] ?? stage.arguments[name] ?? '');
  const steps = {
    FROM(content) {
      const [image, , name = String(stages.size)] = content.split(/\s+/);
      stage = { root: path.join(folder, name), cwd: '/', env: {}, arguments: {}, user: 'root' };
      mkdirSync(stage.root);
      stages.set(name, { ...stage, image });
    },
    ARG(name) {
      if (buildArguments[name] === undefined) throw new Error(`Name the build argument ${name}.`);
      stage.arguments[name] = buildArguments[name];
    },
    ENV(content) {
      const [name, ...value] = content.split('=');
      stage.env[name] = text(value.join('='));
    },
    WORKDIR(content) {
      stage.cwd = path.posix.resolve(stage.cwd, text(content));
      mkdirSync(path.join(stage.root, stage.cwd), { recursive: true });
    },
    COPY(content, instruction) {
      const [source, target] = text(content).split(/\s+/);
      const from = instruction.getFromFlag()?.getValue();
      if (from !== undefined) return copy(path.join(stages.get(from).root, source), inside(target));
      const held = files.filter((file) => source === '.' || file === source);
      if (held.length === 0) throw new Error(`The context holds no ${source}.`);
      for (const file of held) {
        const place = path.join(inside(target), source === '.' ? file : path.basename(file));
        mkdirSync(path.dirname(place), { recursive: true });
        cpSync(path.join(context, file), place, { verbatimSymlinks: true });
      }
    },
    RUN(command) {
      const home = mkdtempSync(path.join(folder, 'home-'));
      const { status } = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', command], {
        ...{ cwd: path.join(stage.root, stage.cwd), stdio: ['ignore', 2, 2] },
        env: { PATH: process.env.PATH, HOME: home, ...ofBuilder, ...stage.env, ...stage.arguments },
      });
      if (status !== 0) throw new Error(`The step failed with ${status}: RUN ${command}`);
    },
    USER(content) {
      stage.user = content;
    },
    EXPOSE() {},
    HEALTHCHECK(content) {
      stage.health = JSON.parse(content.replace(/^.*?CMD /, ''));
    },
    CMD(content) {
      stage.command = JSON.parse(content);
    },
  };
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const [keyword, content] = [instruction.getKeyword(), instruction.getArgumentsContent() ?? ''];
    if (!Object.hasOwn(steps, keyword)) throw new Error(`${keyword} is not known here.`);
    say(`${keyword} ${content}`);
    steps[keyword](content.trim(), instruction);
  }
  const { root, cwd, env, user, command, health } = stage;
  return { root, cwd, env, user, command, health };
}

/** Into the folder, as it is or, of a folder, what it holds. */
function copy(source, folder) {
  const target = statSync(source).isDirectory() ? folder : path.join(folder, path.basename(source));
  cpSync(source, target, { recursive: true, verbatimSymlinks: true });
}

/** A builder too trusts the authorities of its network. */
const ofBuilder = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === 'NODE_EXTRA_CA_CERTS'),
);

/** The files of a folder that a .dockerignore leaves in. @param {readonly string[]} all from the folder on */
export function withoutIgnored(all, ignoreFile) {
  const patterns = readFileSync(ignoreFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return all.filter(
    (file) =>
      !patterns.some((pattern) => path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`)),
  );
}
