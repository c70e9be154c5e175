import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { openTable } from '../../../lib/platform/table/table.ts';
import { mapConcurrent } from '../../../lib/values/concurrent.ts';
import { blockRepo } from '../../../lib/watch/block-records.ts';
import { deferredMatches } from '../../../lib/watch/deferred-matches.ts';
import { paymentChain } from '../../../local/chains/recorded/payment-chain.ts';
import { quiet } from '../../support/quiet.ts';
import { runs } from '../../support/sample.ts';
import { RECEIVER, SENDER } from '../../support/scenario.ts';
import { dynamoDb } from '../../support/table.ts';
import { holding, payment } from '../payments.ts';
import { budgeted } from './budgeted.ts';

quiet();

const BUDGETS = { perBlock: 3, atOnce: 5, perHour: 10_000 };
const busy = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => payment(from + n, { from: SENDER }));

const Batch = z.object({ RequestItems: z.record(z.string(), z.array(z.unknown())) });

/** A client that writes the items of a batch with a text first, then runs `between`, and then writes the others. */
function dividing(first: string, between: () => Promise<void>) {
  const client = dynamoDb();
  client.middlewareStack.add(
    (next) => async (args) => {
      const batch = Batch.safeParse(args.input);
      if (!batch.success) return next(args);
      const [[table = '', requests = []] = []] = Object.entries(batch.data.RequestItems);
      const { true: before = [], false: after = [] } = Object.groupBy(requests, (each) =>
        JSON.stringify(each).includes(first) ? 'true' : 'false',
      );
      const write = (some: unknown[]) => next({ ...args, input: { ...args.input, RequestItems: { [table]: some } } });
      if (before.length === 0) return write(after);
      const written = await write(before);
      await between();
      return after.length === 0 ? written : write(after);
    },
    { step: 'initialize', name: 'dividing' },
  );
  return client;
}

describe('a block beyond the budget of an organisation', () => {
  // Scenario: a consumer runs for an earlier message while the watcher stores deferred matches.
  it('is recorded although a consumer sees its pending matches before its deferred matches', async () => {
    const chain = paymentChain(holding(...busy(0, 12)), holding());
    const { deps, watching, scanned, consumed, drained, records } = await budgeted(chain, BUDGETS);
    const organisation = await watching(SENDER);
    const client = dividing('MATCHES#anvil', () => consumed({ organisationId: organisation, chain: 'anvil' }));
    await scanned(openTable(deps.table.name, client));
    await drained();
    expect(await records(organisation)).toHaveLength(12);
  });

  it('is recorded in part by the watcher, and the rest by a consumer, in order', async () => {
    const chain = paymentChain(holding(...busy(0, 12)), holding(...busy(12, 4)), holding());
    const { watching, scanned, drained, records, matches } = await budgeted(chain, BUDGETS);
    const organisation = await watching(SENDER);
    await scanned();
    const first = await records(organisation);
    expect(first).toHaveLength(BUDGETS.perBlock);
    expect(first.map(({ blockNumber }) => blockNumber)).toEqual([0, 0, 0]);
    expect(matches.sent).toContainEqual({ organisationId: organisation, chain: 'anvil' });

    await drained();
    const all = await records(organisation);
    expect(all.slice(BUDGETS.perBlock).map(({ hash }) => hash)).toEqual(
      [...busy(3, 9), ...busy(12, 4)].map(({ hash }) => hash),
    );
  });

  it('leaves nothing of the deferred matches behind when all are recorded', async () => {
    const chain = paymentChain(holding(...busy(0, 60)));
    const { deps, watching, scanned, drained, due, records } = await budgeted(chain, BUDGETS);
    const organisation = await watching(SENDER);
    await scanned();
    const deferred = deferredMatches(deps);
    expect(await deferred.pending(organisation, 'anvil')).not.toBeNull();
    await drained();
    expect(await records(organisation)).toHaveLength(60);
    expect(await deferred.pending(organisation, 'anvil')).toBeNull();
    deps.advance(10_000);
    expect(await due()).toEqual([]);
  });

  it('delays no other organisation, and no other wallet of the organisation in the next block', async () => {
    const chain = paymentChain(holding(...busy(0, 9), payment(10, { to: RECEIVER })), holding());
    const { watching, scanned, records } = await budgeted(chain, BUDGETS);
    const organisation = await watching(SENDER, RECEIVER);
    const other = await watching(RECEIVER);
    await scanned();
    expect(await records(other)).toHaveLength(1);
    chain.append(holding(...busy(20, 1), payment(30, { to: RECEIVER })));
    await scanned();
    expect(await records(other)).toHaveLength(2);
    // RECEIVER waits for its deferred match of the first block, like SENDER.
    expect(await records(organisation)).toHaveLength(BUDGETS.perBlock);
  });

  it('records a wallet at once while only other wallets of the organisation wait', async () => {
    const chain = paymentChain(holding(...busy(0, 9)), holding(payment(10, { to: RECEIVER })));
    const { watching, scanned, records } = await budgeted(chain, BUDGETS);
    const organisation = await watching(SENDER, RECEIVER);
    await scanned();
    const blocks = (await records(organisation)).map(({ blockNumber }) => blockNumber);
    expect(blocks).toEqual([0, 0, 0, 1]);
  });

  it('is recorded once when its messages come twice, at the same time, or from handover alone', async () => {
    const chain = paymentChain(holding(...busy(0, 40)), holding(...busy(40, 10)));
    const { deps, watching, scanned, consumed, due, matches, records } = await budgeted(chain, BUDGETS);
    const organisation = await watching(SENDER);
    await scanned();
    matches.sent.length = 0;
    expect(await due()).toEqual([]);
    deps.advance(200);
    const [message] = await due();
    if (message === undefined) throw new Error('handover sends no message');
    await Promise.all([consumed(message), consumed(message), consumed(message)]);
    await consumed(message);
    const all = await records(organisation);
    expect(all.map(({ hash }) => hash).slice(BUDGETS.perBlock)).toEqual(busy(3, 47).map(({ hash }) => hash));
  });
});

describe('a watcher that has deferred matches and not yet stored their block', () => {
  it('loses nothing to a consumer that runs meanwhile', async () => {
    const chain = paymentChain(holding(...busy(0, 8)), holding(...busy(8, 8)));
    const { watching, scanned, consumed, drained, records } = await budgeted(chain, BUDGETS);
    const organisation = await watching(SENDER);
    await scanned(undefined, () => consumed({ organisationId: organisation, chain: 'anvil' }));
    await drained();
    expect((await records(organisation)).map(({ hash }) => hash)).toEqual(busy(0, 16).map(({ hash }) => hash));
  });

  it('loses nothing when it dies and another watcher scans the block again', async () => {
    const chain = paymentChain(holding(...busy(0, 8)), holding(...busy(8, 8)));
    const { watching, scanned, consumed, drained, records } = await budgeted(chain, BUDGETS);
    const organisation = await watching(SENDER);
    const dies = () => Promise.reject(new Error('the process died'));
    await expect(scanned(undefined, dies)).rejects.toThrow('the process died');
    await consumed({ organisationId: organisation, chain: 'anvil' });
    expect(await records(organisation)).toEqual([]);
    await scanned();
    await drained();
    expect((await records(organisation)).map(({ hash }) => hash)).toEqual(busy(0, 16).map(({ hash }) => hash));
  });
});

describe('a reorganisation', () => {
  it('drops the deferred matches of replaced blocks and records those of the new blocks', async () => {
    const chain = paymentChain(holding(), holding(...busy(0, 8)), holding(...busy(8, 8)));
    const { watching, scanned, drained, records } = await budgeted(chain, BUDGETS);
    const organisation = await watching(SENDER);
    await scanned();
    chain.reorg(2, [holding(...busy(4, 4), ...busy(30, 3)), holding(), holding()]);
    await scanned();
    await drained();
    const present = (await records(organisation)).filter(({ reorged }) => !reorged);
    const wanted = [...busy(4, 4), ...busy(30, 3)].map(({ hash }) => hash);
    expect(present.map(({ hash }) => hash).sort()).toEqual(wanted.sort());
    expect(new Set(present.map(({ blockHash }) => blockHash))).toEqual(new Set([chain.at(1)?.hash]));
  });

  it('drops the deferred matches of a height that the chain then skips', async () => {
    const chain = paymentChain(holding(), holding(...busy(0, 8)));
    const { watching, scanned, drained, records } = await budgeted(chain, BUDGETS);
    const organisation = await watching(SENDER);
    await scanned();
    chain.reorg(1, [holding(), holding()], 1);
    await scanned();
    await drained();
    expect((await records(organisation)).filter(({ reorged }) => !reorged)).toEqual([]);
  });

  it('orphans what was recorded from deferred matches of each organisation that watches the address', async () => {
    const chain = paymentChain(holding(), holding(...busy(0, 8)));
    // The watcher defers the same places of the block for both organisations.
    const { watching, scanned, drained, records } = await budgeted(chain, { ...BUDGETS, atOnce: 6 });
    const organisations = [await watching(SENDER), await watching(SENDER)];
    await scanned();
    await drained();
    chain.reorg(1, [holding(), holding()]);
    await scanned();
    for (const organisation of organisations) {
      const reorged = (await records(organisation)).map((record) => record.reorged);
      expect(reorged).toEqual(Array.from({ length: 8 }, () => true));
    }
  });

  it('loses no matches whose block record has expired', async () => {
    const chain = paymentChain(holding(...busy(0, 8)), holding());
    const { deps, watching, scanned, drained, records } = await budgeted(chain, BUDGETS);
    const organisation = await watching(SENDER);
    await scanned();
    deps.advance(8 * 24 * 60 * 60);
    await blockRepo(deps).remove('anvil', 0);
    await drained();
    expect(await records(organisation)).toHaveLength(8);
  });
});

describe('many organisations with one address', () => {
  const COUNT = runs(40, 200);

  it('do not hold up the cursor: the consumers record what is beyond the budget of the block', async () => {
    const chain = paymentChain(holding(payment(1, { to: RECEIVER })), holding());
    const { watching, scanned, drained, records, matches } = await budgeted(chain, BUDGETS);
    const organisations = await mapConcurrent(Array.from({ length: COUNT }), 1, () => watching(RECEIVER));
    await scanned();
    expect(matches.sent).toHaveLength(COUNT - BUDGETS.atOnce);
    const made = async () => (await mapConcurrent(organisations, 16, records)).flat().length;
    expect(await made()).toBe(BUDGETS.atOnce);
    await drained();
    expect(await made()).toBe(COUNT);
  });
});
