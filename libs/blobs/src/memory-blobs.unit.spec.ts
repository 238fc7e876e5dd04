import { describeBlobs } from '../test/blobs-contract.js';
import { createMemoryBlobs } from '../test/memory-blobs.js';

describe('blobs in memory, which unit tests use', () => {
  const blobs = createMemoryBlobs();
  describeBlobs(() => blobs);
});
