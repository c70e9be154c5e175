import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { evmAddress, importBody } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { bundledCli } from './bundled.ts';

const WALLETS = 5_000;

it(`An exchange adds ${WALLETS} addresses by CSV, and a rule by tag tells each deposit with its account`, async () => {
  const { api, apiKey } = await newOrganisation();
  const cli = await bundledCli(apiKey);
  const addresses = Array.from({ length: WALLETS }, () => evmAddress());
  const rows = addresses.map((address, n) => `Deposit ${n},${address},ethereum,deposit;eu,account-${n}`);
  const file = join(cli.folder, 'deposits.csv');
  writeFileSync(file, `label,address,chains,tags,externalId\n${rows.join('\n')}\n`);
  expect(await cli.run(['wallet', 'import', file, '--json'])).toMatchObject({ code: 0 });
  const total = async (query: Record<string, string>) => (await api.ok(routes.listWallets, { query })).meta.total;
  expect([await total({}), await total({ tag: 'deposit' }), await total({ tag: 'cold' })]).toEqual([
    WALLETS,
    WALLETS,
    0,
  ]);

  const again = await cli.run(['wallet', 'import', file, '--json']);
  expect(again.code).toBe(0);
  expect(again.out.match(/"outcome": ?"exists"/g)).toHaveLength(WALLETS);

  const conditions = '{value_usd: {gte: 1}, side: receives}';
  const rule = ['rule', 'add', 'Deposit', '--type', 'large_transfer', '--conditions', conditions];
  const cooldown = ['--cooldown', '60', '--cooldown-per', 'wallet', '--wallet-tag', 'deposit'];
  expect((await cli.run([...rule, ...cooldown])).code).toBe(0);

  // Two deposits in one block, to the last wallet and to one in the middle.
  const accounts = ['account-2500', `account-${WALLETS - 1}`];
  for (const externalId of accounts) {
    const { data } = await api.ok(routes.listWallets, { query: { externalId } });
    const [wallet] = data;
    if (wallet === undefined) throw new Error(`no wallet has the external id ${externalId}`);
    const hash = `0x${randomBytes(32).toString('hex')}`;
    await api.ok(routes.importTransaction, { body: importBody(wallet, { hash, blockNumber: 19_000_001 }) });
  }
  const { data: alerts } = await eventually(
    () => api.ok(routes.listEvents, { query: { pageSize: 10 } }),
    ({ meta }) => meta.total >= 2,
  );
  expect(alerts.map(({ transaction }) => transaction?.wallet.externalId).sort()).toEqual(accounts);
  expect(alerts.map(({ transaction }) => transaction?.wallet.tags)).toEqual([
    ['deposit', 'eu'],
    ['deposit', 'eu'],
  ]);
  cli.remove();
});
