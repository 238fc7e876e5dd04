import path from 'node:path';

/** The data folder of commands that run in the repository. */
export const dataFolderOf = (root) => path.resolve(root, process.env.SVC_DATA_DIR || '.svc');

/** The folder of downloads: the jars of Kafka, and Schemathesis. */
export const downloadsOf = (dataFolder) => path.join(dataFolder, 'cache');
