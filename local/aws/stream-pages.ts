import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type * as z from 'zod';
import { signedFor } from './access-keys.ts';
import { forward } from './forward.ts';
import { StreamedPage } from './stream-records.ts';

type Page = z.output<typeof StreamedPage>;

/** Records of a page. The emulator allows no more. */
const LIMIT = 1000;
/** Pages in memory. A reader that is further behind asks the emulator again. */
const MOST_PAGES = 4;

/**
 * The newest pages of a stream. Each function of the stream has its own reader, and all of them read the same records:
 * the emulator answers the first, and the others get the same page.
 */
export class StreamPages {
  readonly #client: DynamoDBStreamsClient;
  /** By iterator. An iterator of the emulator names a position, so it is the same for all readers. */
  readonly #pages = new Map<string, Promise<Page>>();

  constructor(client: DynamoDBStreamsClient) {
    this.#client = client;
  }

  /** The records behind an iterator. Nobody may change them. */
  async read(iterator: string): Promise<Page> {
    const known = this.#pages.get(iterator);
    if (known !== undefined) return known;
    const reading = this.#ask(iterator);
    this.#pages.set(iterator, reading);
    const forget = () => this.#pages.delete(iterator);
    // At the end of the stream, the same iterator has records later.
    reading.then(({ Records }) => Records.length === 0 && forget(), forget);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) break;
      this.#pages.delete(oldest);
    }
    return reading;
  }

  /**
   * Asks for records as JSON. The client of the SDK would make objects of all attributes, and the poller would make
   * JSON of them again, although it passes few records to a function.
   */
  async #ask(ShardIterator: string): Promise<Page> {
    const { protocol = 'http:', hostname = '', port = 80 } = (await this.#client.config.endpoint?.()) ?? {};
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDBStreams_20120810.GetRecords',
      ...signedFor('dynamodb'),
    };
    const asked = JSON.stringify({ ShardIterator, Limit: LIMIT });
    const { status, body } = await forward(`${protocol}//${hostname}:${port}`, { headers }, asked);
    if (status !== 200) throw new Error(`GetRecords failed: ${body}`);
    return StreamedPage.parse(JSON.parse(body));
  }
}
