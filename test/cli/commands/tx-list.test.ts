import { afterEach, describe, expect, it } from '@jest/globals';
import { routes } from '../../../functions/routes.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { aTransaction, uuid } from '../../support/records.ts';
import { serving } from '../api-double.ts';
import { printed } from '../printed.ts';

afterEach(closeAll);

const Listed = routes.listTransactions.responses[200];
const at = (second: number) => new Date(Date.UTC(2026, 10, 23, 12, 0, second)).toISOString();

/** A service that lists records of these blocks and seconds in this order, and the sizes of the pages it was asked. */
async function listing(records: readonly (readonly [second: number, blockNumber: number])[]) {
  const asked: number[] = [];
  const all = records.map(([second, blockNumber], n) =>
    aTransaction({ id: uuid(n + 1), blockNumber, blockTimestamp: at(second) }),
  );
  const url = await serving(({ url: path = '' }, response) => {
    const query = new URL(path, 'http://localhost').searchParams;
    const [first, size] = [Number(query.get('cursor') ?? 0), Number(query.get('pageSize'))];
    asked.push(size);
    const next = first + size < all.length ? String(first + size) : null;
    const meta = { page: 1, pageSize: size, total: all.length, next };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Listed.parse({ data: all.slice(first, first + size), meta })));
  });
  const blocks = async (limit: string) => {
    const environment = { CHAINWATCH_URL: url, CHAINWATCH_API_KEY: 'cw_test_1' };
    const { code, out, err } = await printed(['tx', 'list', '--limit', limit, '--json'], { environment });
    expect([code, err]).toEqual([0, '']);
    return Listed.parse({ ...JSON.parse(out), meta: { page: 1, pageSize: 1, total: 0, next: null } }).data.map(
      ({ blockNumber }) => blockNumber,
    );
  };
  return { asked, blocks };
}

/** Blocks of one second, in the order of ids that have nothing to do with them. */
const ofOneSecond = (second: number, blocks: number) =>
  Array.from({ length: blocks }, (_, n) => [second, 1 + ((n * 37) % blocks)] as const);

describe('The newest transactions are those of the highest blocks', () => {
  it('also where one second has more blocks than the limit and than a page', async () => {
    const { asked, blocks } = await listing([...ofOneSecond(30, 144), ...ofOneSecond(20, 5)]);
    expect(await blocks('4')).toEqual([144, 143, 142, 141]);
    expect(asked[0]).toBe(24);
  });

  it('where the limit ends within the second second', async () => {
    const { blocks } = await listing([
      [30, 900],
      [30, 901],
      [20, 800],
      [20, 850],
      [20, 820],
      [10, 700],
    ]);
    expect(await blocks('3')).toEqual([901, 900, 850]);
    expect(await blocks('all')).toEqual([901, 900, 850, 820, 800, 700]);
  });

  it('but of a second with thousands, no more than 1,000 are read', async () => {
    const { asked, blocks } = await listing(ofOneSecond(30, 3_001));
    expect(await blocks('4')).toHaveLength(4);
    expect(asked).toEqual([24, ...Array.from({ length: 10 }, () => 100)]);
  });

  it('and asks once where the next second follows', async () => {
    const { asked, blocks } = await listing([
      [30, 900],
      [20, 800],
      [10, 700],
    ]);
    expect(await blocks('1')).toEqual([900]);
    expect(asked).toEqual([21]);
  });
});
