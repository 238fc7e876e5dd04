export { FileTokenStorage } from './file-token-storage.js';
