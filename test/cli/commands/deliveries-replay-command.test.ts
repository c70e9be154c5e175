import { afterAll, expect, it } from '@jest/globals';
import type * as z from 'zod';
import { routes } from '../../../functions/routes.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { uuid } from '../../support/records.ts';
import { shownDelivery } from '../answers.ts';
import { apiDouble, fixed } from '../api-double.ts';
import { printed } from '../printed.ts';

afterAll(closeAll);

it('A replay says why a delivery cannot be replayed, and when its next attempt is', async () => {
  const nextAttemptAt = new Date(Date.now() + 12 * 60_000 + 30_000).toISOString();
  const retrying = shownDelivery({ status: 'retrying', nextAttemptAt });
  const gone = { id: uuid(9), code: 'not_found' as const };
  const answer: z.output<(typeof routes.replayDeliveries.responses)[202]> = {
    ...{ replayId: uuid(8), accepted: [] },
    failed: [{ id: retrying.id, code: 'conflict' }, gone],
  };
  const url = await apiDouble([
    fixed(routes.getDelivery, { ...retrying, request: { headers: {}, body: '' } }, { id: retrying.id }),
    { method: 'POST', path: /^\/api\/webhooks\/deliveries\/replay$/, document: answer },
  ]);
  const environment = { CHAINWATCH_URL: url, CHAINWATCH_API_KEY: 'cw_test_1', NO_COLOR: '1' };
  const replay = ['deliveries', 'replay', retrying.id, gone.id];
  const { code, out, err } = await printed(replay, { environment, columns: 120 });
  expect([code, err]).toEqual([1, '2 of 2 deliveries cannot be replayed.\n']);
  expect(out).toMatch(/ conflict +the service still tries it by itself +in 12 min$/m);
  expect(out).toMatch(/ not_found +- +-$/m);
  expect(JSON.parse((await printed([...replay, '--json'], { environment })).out).data).toEqual([
    { id: retrying.id, outcome: 'conflict', detail: 'the service still tries it by itself', nextAttemptAt },
    { id: gone.id, outcome: 'not_found' },
  ]);
});
