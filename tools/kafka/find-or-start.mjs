// Started by `npm run distributed`, to which it tells where the Kafka of this data folder serves, and whether it was started
// for it: `{ endpoints, isNew }`, or `{ lack }` with a sentence. A process of its own, because it runs from the sources.
import { dataFolderOf } from '../../test/support/downloads.mjs';
import { takeTurn } from '../bootstrap/turns.mjs';
import { root } from '../workspace/packages.mjs';
import { LocalKafka } from './local-kafka.mjs';

const say = (sentence) => console.log(sentence);
// If several commands start at once, one of them starts the brokers.
const endTurn = takeTurn(root, say);
try {
  process.send(await new LocalKafka(dataFolderOf(root), say).findOrStart());
} catch (failure) {
  process.send({ lack: failure.message });
} finally {
  endTurn();
  process.disconnect();
}
