import { expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { confirmSpans, scannedHeights, watchedHeightsOf } from '../../lib/wallets/watched-heights.ts';
import { type CursorRepo, cursorRepo } from '../../lib/watch/cursor.ts';
import { testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { recorded } from '../support/recorded.ts';
import { makeScenario, RECEIVER } from '../support/scenario.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

quiet();

type Cursor = NonNullable<Awaited<ReturnType<CursorRepo['begin']>>>;

/** An organisation, and a chain whose cursor is at height 100. */
async function scanned() {
  const deps = testDeps(await makeTable());
  const scenario = await makeScenario(deps);
  const cursors = cursorRepo(deps);
  const begun = await cursors.begin('anvil', 0);
  const moveTo = (from: Cursor | null, height: number) =>
    from && cursors.move(from, { height, hash: `0x${height}`, timestamp: '2026-03-01T11:00:00.000Z' });
  const at100 = await moveTo(begun, 100);
  const { organisation } = scenario;
  const make = () => scenario.makeWallet({ label: 'New', address: RECEIVER, chains: ['anvil'] });
  const spansOf = async (id: string) =>
    (await watchedHeightsOf(deps.table, organisation, id)).flatMap((own) => own.spans);
  return { deps, organisation, make, spansOf, moveOn: () => moveTo(at100, 105) };
}

it('a wallet is watched from the block after the cursor', async () => {
  const { make, spansOf } = await scanned();
  expect(await spansOf((await make()).id)).toEqual([{ from: 101, to: null }]);
});

it('claims no block that was scanned between the read of the cursor and the write of the wallet', async () => {
  const { deps, organisation, make, spansOf, moveOn } = await scanned();
  const before = await scannedHeights(deps.table, ['anvil']);
  const wallet = await make();
  await moveOn();
  await confirmSpans(deps.table, organisation, [wallet], before);
  // The watcher may have been in the middle of block 106.
  expect(await spansOf(wallet.id)).toEqual([{ from: 107, to: null }]);
  await confirmSpans(deps.table, organisation, [wallet], before);
  expect(await spansOf(wallet.id)).toEqual([{ from: 107, to: null }]);
});

it('lets a moved cursor ask the table for nothing that the creation of a wallet may not ask', async () => {
  const { deps, organisation, make, moveOn } = await scanned();
  const before = await scannedHeights(deps.table, ['anvil']);
  const wallet = await make();
  await moveOn();
  const { client, actions } = recorded(dynamoDb());
  await confirmSpans(openTable(deps.table.name, client), organisation, [wallet], before);
  expect([...actions]).toContain('UpdateItem');
  expect(
    [...actions].filter((action) => !routes.createWallet.access.table.some((granted) => granted === action)),
  ).toEqual([]);
});
