import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { StreamPages } from '../../../local/aws/stream-pages.ts';
import { close, listen } from '../../../local/processes/servers.ts';

/** The sequence numbers of the records behind the iterator `end`, which the emulator has by now. */
let behindEnd: string[] = [];
let asked = 0;
let isDown = false;
let emulator: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  emulator = await listen((request, response) => {
    request.resume().on('end', () => {
      asked++;
      const Records = behindEnd.map((SequenceNumber) => ({
        ...{ eventID: SequenceNumber, eventName: 'INSERT', dynamodb: { SequenceNumber } },
      }));
      response.statusCode = isDown ? 500 : 200;
      response.end(JSON.stringify({ Records, NextShardIterator: 'next' }));
    });
  }, 0);
});
afterAll(() => close(emulator.server));
beforeEach(() => {
  behindEnd = [];
  asked = 0;
  isDown = false;
});

const pages = () => {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return new StreamPages(new DynamoDBStreamsClient({ endpoint: emulator.url, region: 'eu-central-1', credentials }));
};
const numbersIn = ({ Records }: Awaited<ReturnType<StreamPages['read']>>) =>
  Records.map(({ dynamodb }) => dynamodb.SequenceNumber);

it('asks once for a page that several readers want', async () => {
  behindEnd = ['1', '2'];
  const shared = pages();
  const [first, second] = await Promise.all([shared.read('end'), shared.read('end')]);
  expect([first, second, await shared.read('end')].map(numbersIn)).toEqual([behindEnd, behindEnd, behindEnd]);
  expect(asked).toBe(1);
});

it('asks again at the end of the stream, where records come later', async () => {
  const shared = pages();
  expect(numbersIn(await shared.read('end'))).toEqual([]);
  behindEnd = ['3'];
  expect(numbersIn(await shared.read('end'))).toEqual(['3']);
});

it('asks again after an error', async () => {
  const shared = pages();
  isDown = true;
  await expect(shared.read('end')).rejects.toThrow('GetRecords failed');
  isDown = false;
  behindEnd = ['4'];
  expect(numbersIn(await shared.read('end'))).toEqual(['4']);
});

it('forgets old pages, so that a reader that is behind asks for itself', async () => {
  behindEnd = ['5'];
  const shared = pages();
  for (const iterator of ['a', 'b', 'c', 'd', 'e', 'a']) await shared.read(iterator);
  expect(asked).toBe(6);
});
