import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { root } from '../examples/receiver-process.ts';
import { api, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { stackUrl } from '../support/stack-url.ts';
import { Terminal } from './guide.ts';

// A newcomer pastes the first commands of the README, and pays a second time.

const terminal = new Terminal();
afterAll(() => terminal.close());

const [, section = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('## First steps with curl');
const [, block = ''] = /^```sh\n(.*?)^```$/ms.exec(section) ?? [];
const [setUp = '', pay = ''] = block.split(/^# an account of anvil.*\n/m);
/** The commands after the payment have ids to fill in. */
const [payment = ''] = pay.split(/^api /m);

it('the first commands of the README make an alert of each payment, also of the second within a minute', async () => {
  const { apiKey } = await newOrganisation();
  const client = api(apiKey);
  const here = (commands: string) =>
    commands
      .replace('KEY=cw_test_…', `KEY=${apiKey}`)
      .replaceAll('localhost:3000', stackUrl('STACK_URL'))
      .replaceAll('http://127.0.0.1:3002', stackUrl('STACK_ANVIL_URL'));
  await terminal.run(here(setUp));
  for (const paid of [1, 2]) {
    expect(await terminal.run(here(payment))).toContain('"result":"0x');
    await eventually(
      () => client.ok(routes.listEvents),
      ({ meta }) => meta.total >= paid,
    );
  }
  const { data: rules } = await client.ok(routes.listRules);
  expect(rules).toMatchObject([{ name: 'Over 1,000 USD', suppressedByReason: { cooldown: 0 } }]);
  const { data: wallets } = await client.ok(routes.listWallets);
  expect(wallets).toMatchObject([{ label: 'Treasury', type: 'treasury' }]);
});
