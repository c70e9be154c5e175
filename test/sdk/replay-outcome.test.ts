import { describe, expect, it } from '@jest/globals';
import { createChainwatch, type ReplayOutcome, replayOutcome, replayOutcomeText } from '../../sdk/index.ts';

const REPLAY = '3f1d7c64-2f52-4b1b-8a0c-6c8d7e9fa0b3';

/** A client whose service has these totals of deliveries of the replay, by status. */
function counting(totals: Readonly<Record<string, number>>) {
  const asked: string[] = [];
  const client = createChainwatch({
    baseUrl: 'https://api.example.com',
    apiKey: () => 'key',
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      asked.push(`${pathname} ${searchParams.get('replayId')} ${searchParams.get('pageSize')}`);
      const total = totals[searchParams.get('status') ?? 'all'] ?? 0;
      return Response.json({ data: [], meta: { total, page: 1, pageSize: 1, next: null } });
    },
  });
  return { client, asked };
}

describe('The outcome of a replay', () => {
  it('counts the deliveries by their present status, with four reads of one delivery each', async () => {
    const { client, asked } = counting({ all: 6, delivered: 3, failed: 1, not_sent: 1 });
    const outcome = await replayOutcome(client, { id: REPLAY, sent: 8 });
    expect(outcome).toEqual({ sent: 8, arrived: 3, failed: 1, notSent: 1, trying: 1, later: 2 });
    expect(asked).toEqual(Array(4).fill(`/api/webhooks/deliveries ${REPLAY} 1`));
  });

  it('is unknown when no delivery is known to be of the replay', async () => {
    expect(await replayOutcome(counting({}).client, { id: REPLAY, sent: 8 })).toBeNull();
    expect(await replayOutcome(counting({}).client, { id: REPLAY, sent: 0 })).toMatchObject({ sent: 0, trying: 0 });
  });

  it('counts what a page has sent before the job counts the page', async () => {
    const { client } = counting({ all: 100, delivered: 40 });
    const outcome = await replayOutcome(client, { id: REPLAY, sent: 0 });
    expect(outcome).toMatchObject({ sent: 100, arrived: 40, trying: 60, later: 0 });
  });

  const none: ReplayOutcome = { sent: 5, arrived: 0, failed: 0, notSent: 0, trying: 0, later: 0 };
  it.each([
    ['5 sent again: 3 arrived, 1 failed, 1 still trying', { arrived: 3, failed: 1, trying: 1 }],
    ['5 sent again: 4 not sent, 1 sent once more by a later replay', { notSent: 4, later: 1 }],
    ['1,240 sent again: 1,240 arrived', { sent: 1240, arrived: 1240 }],
    ['0 sent again', { sent: 0 }],
  ])('reads as "%s"', (text, counts) => {
    expect(replayOutcomeText({ ...none, ...counts })).toBe(text);
  });
});
