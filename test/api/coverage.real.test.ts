import { expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { matchKeys } from '../../lib/platform/table/match-keys.ts';
import { write } from '../../lib/platform/table/write.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { depsOfStack } from '../balances/stored-balances.ts';
import { newOrganisation } from '../support/api.ts';
import { aStoredTransaction, aTransfer } from '../support/records.ts';
import { addWallet } from './samples.ts';

/** No other test of the stack scans this chain. */
const CHAIN = 'arbitrum';

it('GET /api/chains/:id/coverage states how far records are complete, and since when values are delayed', async () => {
  const deps = depsOfStack();
  const mine = await newOrganisation();
  const organisation = OrganisationId.parse(mine.organisationId);
  const stranger = await newOrganisation();
  const { id: walletId, address } = await addWallet(mine.api, { chains: [CHAIN] });
  const cursors = cursorRepo(deps);
  const begun = await cursors.begin(CHAIN, 100);
  if (begun === null) throw new Error(`another test scans ${CHAIN}`);
  await cursors.move(begun, { height: 1_000, hash: '0x1000', timestamp: '2026-03-01T11:00:00.000Z' });
  const coverage = ({ api }: typeof mine) => api.ok(routes.getCoverage, { params: { id: CHAIN } });
  expect(await coverage(mine)).toMatchObject({ height: 1_000, recordedTo: 1_000, valuesDelayedSince: null });

  const at = deps.now().toISOString();
  const [pack, urgency, height] = [deps.newId(), 'other', 951] as const;
  const match = { address, height, hash: '0x951', pack, places: [0], urgency, at };
  await write(deps.table, {
    put: { ...matchKeys.deferred(organisation, urgency, CHAIN, address, height, pack), ...match },
  });
  const waiting = aStoredTransaction({
    id: deps.newId(),
    walletId,
    chain: CHAIN,
    valueUsd: null,
    valueStatus: 'pending',
    transfers: [{ ...aTransfer({ valueUsd: null }), valuePending: true }],
    createdAt: at,
  });
  await transactionRepo(deps).record(organisation, waiting, { evaluate: false });
  expect(await coverage(mine)).toMatchObject({ height: 1_000, recordedTo: 950, valuesDelayedSince: at });
  expect(await coverage(stranger)).toMatchObject({ height: 1_000, recordedTo: 1_000, valuesDelayedSince: null });
});
