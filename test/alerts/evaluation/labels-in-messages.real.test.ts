import { expect, it } from '@jest/globals';
import { bookRepo } from '../../../lib/address-book/repo.ts';
import { CreateBookEntry } from '../../../lib/address-book/schema.ts';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import { evmAddress } from '../../api/samples.ts';
import { testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, RECEIVER } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

it('a mail names the addresses of its rule and of the payment by their labels in the address book', async () => {
  const deps = testDeps(await makeTable());
  const scenario = await makeScenario(deps);
  const { organisation } = scenario;
  await settingsRepo(deps).change(organisation, { emails: ['ops@example.com'] });
  const kraken = evmAddress();
  const book = { [kraken]: 'Our account at Kraken', [RECEIVER]: 'Ops gas station' };
  for (const [address, label] of Object.entries(book)) {
    await bookRepo(deps).create(organisation, CreateBookEntry.parse({ address, label }));
  }
  const conditions = { counterparty_not_in: [kraken] };
  await scenario.makeRule({ notifyEmail: true, ruleType: 'outbound_only', conditions });
  await scenario.evaluate(await scenario.record(1));

  const [mail] = await scenario.deliveries();
  const [title, , why, ...rest] = JSON.parse(mail?.body ?? '').text.split('\n');
  expect([title, why]).toEqual([
    'Warning: Treasury paid 1 ETH (3,000 USD) to Ops gas station',
    'The transfer is outbound and the counterparty is Ops gas station (none of Our account at Kraken).',
  ]);
  expect(rest).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Rule: Any — .*, unless the other end is “Our account at Kraken”$/),
      `To: Ops gas station, ${RECEIVER}`,
    ]),
  );
});
