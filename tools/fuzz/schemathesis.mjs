import path from 'node:path';
import { installPythonPackages } from '../workspace/python-packages.mjs';

const requirements = path.join(import.meta.dirname, 'requirements.txt');

/**
 * @param {(sentence: string) => void} say gets a line when it has to be downloaded
 * @returns {string} the command. @throws Error with one sentence that says what to do
 */
export function installSchemathesis(say) {
  return path.join(installPythonPackages({ name: 'schemathesis', requirements, say }), 'schemathesis');
}
