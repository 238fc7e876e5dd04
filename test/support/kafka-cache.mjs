import path from 'node:path';

/** The data folder of commands that run in the repository. */
export const dataFolderOf = (root) => path.resolve(root, process.env.SVC_DATA_DIR || '.svc');

/** Where the jars of Kafka are kept, whoever starts brokers. */
export const kafkaCache = (dataFolder) => path.join(dataFolder, 'cache');
