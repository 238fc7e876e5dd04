/** Whether a process runs under this id: folders of test runs carry the id of theirs. */
export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
