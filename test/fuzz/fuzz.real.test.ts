import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runs } from '../support/sample.ts';
import { stackUrl } from '../support/stack-url.ts';
import { corpus } from './corpus.ts';
import { type Failure, fuzz } from './fuzz.ts';
import { startReceiver } from './receiver.ts';

const SEED = 2029;
/** `npm run fuzz` makes the long run. */
const REQUESTS = runs(500, 1_500);

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

describe('The API', () => {
  it('answers generated hostile requests in time, as documented, and without a server error', async () => {
    const failures: Failure[] = [];
    const { requests, succeeded, statuses } = await fuzz({
      baseUrl: stackUrl('STACK_URL'),
      awsUrl: stackUrl('STACK_AWS_URL'),
      receiver: receiver.url,
      seed: SEED,
      requests: REQUESTS,
      lanes: 4,
      corpus,
      onFailure: (failure) => void failures.push(failure),
    });
    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThanOrEqual(REQUESTS);
    // Refusals alone would prove little: most routes must also accept some requests.
    expect(succeeded.size).toBeGreaterThan(35);
    expect([...statuses.keys()].sort()).toEqual(
      expect.arrayContaining([200, 201, 204, 400, 401, 403, 404, 409, 413, 415]),
    );
  });
});
