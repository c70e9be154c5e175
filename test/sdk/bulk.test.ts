import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { addWallets, createChainwatch, type RowOutcome } from '../../sdk/index.ts';

interface Sent {
  readonly labels: readonly string[];
  readonly key: string | null;
}

const Body = z.object({ wallets: z.array(z.object({ label: z.string() })) });

/** A service that answers bulks as `answer` says, and the outcomes of an import into it. */
async function imported(
  count: number,
  answer: (labels: readonly string[]) => Promise<Response> | Response,
  stopAfter = Number.POSITIVE_INFINITY,
) {
  const sent: Sent[] = [];
  const outcomes = new Map<string, RowOutcome>();
  let [now, most, begun] = [0, 0, 0];
  const client = createChainwatch({
    baseUrl: 'https://a.example',
    wait: async () => {},
    async fetch(request) {
      if (request.method === 'GET') return Response.json({ id: 'w1', chains: ['ethereum'] });
      now += 1;
      most = Math.max(most, now);
      const labels = Body.parse(await request.json()).wallets.map(({ label }) => label);
      sent.push({ labels, key: request.headers.get('idempotency-key') });
      const response = await answer(labels);
      now -= 1;
      return response;
    },
  });
  const rows = Array.from({ length: count }, (_, n) => ({
    wallet: { label: `W${n}`, address: '0x', chains: ['base' as const], type: 'hot', watch: true },
  }));
  const adding = addWallets(client, rows, {
    report: (made) => {
      for (const [{ wallet }, outcome] of made) outcomes.set(wallet.label, outcome);
    },
    isStopped: () => {
      begun += 1;
      return begun > stopAfter;
    },
  });
  const error = await adding.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { sent, outcomes, most, error };
}

const created = (labels: readonly string[]) =>
  Response.json({ created: labels.map((label) => ({ id: `id of ${label}` })), existing: [], failed: [] });

const problem = (status: number) =>
  Response.json({ type: '', title: '', status, code: 'x', detail: 'It is refused.', requestId: 'r' }, { status });

describe('An import of wallets', () => {
  it('sends a hundred rows in a request, eight requests at a time, each with a key of its own', async () => {
    const waiting: (() => void)[] = [];
    const { sent, outcomes, most } = await imported(1_950, async (labels) => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        // The last requests are fewer than eight.
        if (waiting.length % 8 === 0 || waiting.length === 20) for (const go of waiting) go();
      });
      return created(labels);
    });
    expect(most).toBe(8);
    expect(sent.map(({ labels }) => labels.length).sort()).toEqual([...Array(19).fill(100), 50]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(20);
    expect(outcomes.size).toBe(1_950);
    expect(outcomes.get('W1234')).toEqual({ is: 'created', id: 'id of W1234' });
  });

  it('says what became of each row, and refuses a wallet that exists without a chain of its row', async () => {
    const errors = [{ path: 'address', message: 'is no address' }];
    const { outcomes } = await imported(5, () =>
      Response.json({
        created: [{ id: 'a' }, { id: 'b' }],
        existing: [
          { index: 1, id: 'w0', differs: ['label'] },
          { index: 2, id: 'w1', differs: ['chains'] },
        ],
        failed: [{ index: 3, code: 'validation_failed', errors }],
      }),
    );
    expect(Object.fromEntries(outcomes)).toEqual({
      W0: { is: 'created', id: 'a' },
      W1: { is: 'exists', id: 'w0', differs: ['label'] },
      W2: { is: 'refused', code: 'conflict', errors: [{ path: '', message: 'exists without base: w1' }] },
      W3: { is: 'refused', code: 'validation_failed', errors },
      W4: { is: 'created', id: 'b' },
    });
  });

  it('goes on after a request that fails, and repeats a request with its key while the service is busy', async () => {
    let n = 0;
    const { sent, outcomes } = await imported(300, (labels) => {
      n += 1;
      if (labels.includes('W0')) return problem(500);
      return n <= 3 ? problem(429) : created(labels);
    });
    expect([outcomes.get('W0')?.is, outcomes.get('W100')?.is, outcomes.get('W200')?.is]).toEqual([
      'failed',
      'created',
      'created',
    ]);
    const keysOf = (label: string) => sent.filter(({ labels }) => labels.includes(label)).map(({ key }) => key);
    expect(keysOf('W100').length).toBeGreaterThan(1);
    expect(new Set(keysOf('W100')).size).toBe(1);
  });

  it('sends no further request when the user stops, or when the API refuses the key', async () => {
    const stopped = await imported(2_000, created, 9);
    expect(stopped.sent).toHaveLength(9);
    expect(stopped.outcomes.size).toBe(900);
    const refused = await imported(2_000, () => problem(401));
    expect(refused.sent).toHaveLength(8);
    expect([refused.outcomes.size, refused.error]).toEqual([0, expect.objectContaining({ status: 401 })]);
  });
});
