import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type * as z from 'zod';
import { routes } from '../../../functions/routes.ts';
import type { Review } from '../../../lib/alerts/review/review-schema.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { at, uuid } from '../../support/records.ts';
import { exampleAnswers, serving } from '../api-double.ts';
import { printed } from '../printed.ts';

const ID = uuid(7);

/** A service with a review that has ended when it is read for the second time, and the bodies that it was sent. */
async function reviewing(end: Partial<z.output<typeof Review>>) {
  const bodies: unknown[] = [];
  let reads = 0;
  const review = (more: Partial<z.output<typeof Review>>) =>
    routes.getReview.responses[200].parse({
      ...{ id: ID, status: 'running', action: 'acknowledge', note: null, wholePayments: false, failure: null },
      reviewer: { id: uuid(8), name: 'Desk' },
      filter: {
        status: null,
        severity: null,
        ruleId: null,
        walletId: null,
        walletTag: null,
        chain: null,
        from: null,
        to: null,
      },
      ...{ total: null, reviewed: 0, skipped: 0, failed: 0, createdAt: at, updatedAt: at, completedAt: null },
      ...more,
    });
  const url = await serving(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.method === 'POST' && request.url === '/api/alerts/reviews') {
      bodies.push(JSON.parse((await Array.fromAsync(request)).join('')));
      response.statusCode = 201;
      response.end(JSON.stringify(review({})));
    } else if (request.url === `/api/alerts/reviews/${ID}`) {
      reads += 1;
      const done = { status: 'completed', total: 137, completedAt: at, ...end } as const;
      response.end(JSON.stringify(review(reads === 1 ? { total: 137, reviewed: 25 } : done)));
    } else {
      const answer = exampleAnswers.find(({ path }) => path.test(request.url?.split('?')[0] ?? ''));
      response.end(JSON.stringify(answer?.document ?? {}));
    }
  });
  return { url, bodies };
}

let service: Awaited<ReturnType<typeof reviewing>>;
beforeEach(async () => {
  service = await reviewing({ reviewed: 133, skipped: 4 });
});
afterEach(closeAll);

const run = (args: readonly string[], columns?: number) => {
  const environment = { CHAINWATCH_URL: service.url, CHAINWATCH_API_KEY: 'cw_test_1', NO_COLOR: '1' };
  return printed(['events', ...args], { environment, ...(columns !== undefined && { columns }) });
};

describe('A review of all events that a filter finds', () => {
  it('is a job of the service, with its progress on a terminal and its counts at the end', async () => {
    const args = [
      'ack',
      '--all',
      '--severity',
      'critical',
      '--chain',
      'base',
      '--wallet-tag',
      'vault',
      '--note',
      'Payroll',
    ];
    const { code, out, err } = await run([...args, '--since', '2026-03-01', '--to', '2026-03-02'], 80);
    expect(code).toBe(0);
    expect(service.bodies).toEqual([
      {
        ...{ action: 'acknowledge', status: 'open', note: 'Payroll', severity: 'critical', chain: 'base' },
        ...{ walletTag: 'vault', from: '2026-03-01', to: '2026-03-02' },
      },
    ]);
    expect(err).toBe('0 of ? events\n25 of 137 events\n');
    expect(out).toMatch(/^status +completed\nreviewed +133\nskipped +4\nfailed +0\ntotal +137$/m);
  });

  it('resolves what is open, or what is acknowledged', async () => {
    expect(await run(['resolve', '--all'])).toMatchObject({ code: 0, err: '' });
    expect(await run(['resolve', '--all', '--status', 'acknowledged'])).toMatchObject({ code: 0, err: '' });
    expect(service.bodies).toEqual([
      { action: 'resolve', status: 'open' },
      { action: 'resolve', status: 'acknowledged' },
    ]);
  });

  it('fails when somebody changed some of them meanwhile, and is a document in JSON', async () => {
    service = await reviewing({ reviewed: 136, failed: 1 });
    const { code, out, err } = await run(['resolve', '--all', '--json']);
    expect([code, JSON.parse(out)]).toMatchObject([1, { id: ID, status: 'completed', failed: 1 }]);
    expect(err).toBe('Somebody changed 1 of 137 events at the same moment. Repeat the command.\n');
  });

  it.each([
    [['ack'], 'Name events, or give --all with filters such as --rule.'],
    [['ack', '--severity', 'critical'], 'Name events, or give --all with filters such as --rule.'],
    [['resolve', ID, '--all'], 'Name events or give --all, not both.'],
    [['resolve', ID, '--status', 'open'], 'The filters belong to --all. Name events without filters.'],
    [['ack', ID, '--since', '2h'], 'The filters belong to --all. Name events without filters.'],
  ])('is not mixed up with named events: %p', async (args, message) => {
    expect(await run(args)).toEqual({ code: 2, out: '', err: `${message}\n` });
    expect(service.bodies).toEqual([]);
  });

  it('is offered by the completion with its filters and their values', async () => {
    const offers = async (...words: readonly string[]) => {
      const { out } = await printed(['__complete', 'fish', '--', 'events', ...words]);
      return out.trimEnd().split('\n');
    };
    expect(await offers('ack', '--al')).toEqual([expect.stringMatching(/^--all\treview all events /)]);
    expect(await offers('resolve', '--all', '--severity', 'c')).toEqual(['critical']);
    expect(await offers('resolve', '--all', '--status', '')).toEqual(['open', 'acknowledged']);
  });
});
