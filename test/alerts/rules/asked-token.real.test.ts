import { expect, it } from '@jest/globals';
import { askingRules } from '../../../lib/alerts/rules/asked-token.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { write } from '../../../lib/platform/table/write.ts';
import { mapConcurrent } from '../../../lib/values/concurrent.ts';
import { address } from '../../chains/solana/answers.ts';
import { testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { aWallet, USDC, uuid } from '../../support/records.ts';
import { makeScenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

const ABOUT_TOKEN = { ruleType: 'balance', conditions: { asset: address(4), below: 1 } };

it('the checks find an active rule about a token of Solana, and no other rule', async () => {
  const deps = testDeps(await makeTable());
  const scenario = await makeScenario(deps);
  const { organisation } = scenario;
  const { rules } = scenario.evaluation;
  await scenario.makeRule({ ruleType: 'balance', conditions: { asset: USDC, below: 1 } });
  const rule = await scenario.makeRule(ABOUT_TOKEN);
  const asking = [{ organisationId: organisation, ruleId: rule.id }];
  expect(await askingRules(deps.table)).toEqual(asking);
  const off = await rules.replace(organisation, rule, { ...rule, isActive: false });
  expect(await askingRules(deps.table)).toEqual([]);
  const on = await rules.replace(organisation, off, { ...off, isActive: true });
  expect(await askingRules(deps.table)).toEqual(asking);
  await rules.replace(organisation, on, { ...on, conditions: { asset: 'native', below: 1 } });
  expect(await askingRules(deps.table)).toEqual([]);
  const other = await scenario.makeRule(ABOUT_TOKEN);
  await rules.remove(organisation, other.id);
  expect(await askingRules(deps.table)).toEqual([]);
});

it('a rule about a token of Solana takes at most 1,000 wallets', async () => {
  const deps = testDeps(await makeTable());
  const scenario = await makeScenario(deps);
  const { organisation } = scenario;
  // As in an organisation of an earlier version, the wallets need no list.
  await write(deps.table, { put: { ...keys.organisation(organisation), walletCount: 0 } });
  const ids = Array.from({ length: 1_001 }, (_, n) => uuid(1_000 + n));
  await mapConcurrent(ids, 16, (id) =>
    write(deps.table, { put: { ...keys.wallet(organisation, id), ...aWallet({ id, type: 'deposit' }) } }),
  );
  await expect(scenario.makeRule({ ...ABOUT_TOKEN, wallets: { types: ['deposit'] } })).rejects.toMatchObject({
    code: 'validation_failed',
  });
  await scenario.makeRule({ ...ABOUT_TOKEN, wallets: { ids: ids.slice(0, 1_000) } });
  await scenario.makeRule({ ruleType: 'balance', conditions: { asset: 'native', below: 1 } });
});
