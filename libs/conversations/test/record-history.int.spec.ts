import { RecordHistory } from '../src/application/record-history.js';
import { openHistory, stateOf } from '../src/replay/recorded-history.js';
import { recordedTurns } from '../src/replay/recorded-turns.js';
import { replayTurn } from '../src/replay/replay-turn.js';
import type { Host } from './host.js';
import { openLibrary, type Library } from './library.js';
import { all, begun, saying } from './turns.js';
import { writtenKey } from './written-keys.js';

const tenantId = 'org:demo';

let library: Library;
let host: Host;
let record: RecordHistory;

beforeAll(async () => {
  library = await openLibrary();
  host = await library.startHost('host-1');
  record = (await library.openContext()).get(RecordHistory);
});
afterAll(async () => {
  await library.close();
});

const keyOf = async (subject: string) => writtenKey(tenantId, subject.split('/').at(-1) ?? '');

describe('recording a history', () => {
  it('given a conversation, then the file is enough to replay its turns', async () => {
    const conversationId = await begun(host);
    await all(host.client.interact(saying(conversationId, 'I like to read')));
    const { history, replays } = await record.execute({ tenantId, conversationId, keyOf });
    expect(replays).toEqual([{ outcome: 'identical' }, { outcome: 'identical' }]);

    const file = JSON.parse(JSON.stringify(history)) as typeof history;
    expect(file.warning).toContain('Only for invented persons');
    expect(file.key).toEqual(writtenKey(tenantId, 'ada'));
    const opened = openHistory(file);
    expect(JSON.parse(JSON.stringify(stateOf(opened.log)))).toEqual(file.state);
    for (const turn of recordedTurns(opened.log))
      expect(replayTurn(turn, opened)).toEqual({ outcome: 'identical' });
  });

  it('given an unknown conversation, then it is refused', async () => {
    const asked = record.execute({ tenantId, conversationId: 'f'.repeat(24), keyOf });
    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });
});
