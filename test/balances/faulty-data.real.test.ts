import { describe, expect, it } from '@jest/globals';
import { parseEther, toQuantity } from 'ethers';
import type { Key } from '../../lib/platform/table/keys.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { write } from '../../lib/platform/table/write.ts';
import type { TestDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { rpcNodes } from '../support/rpc-nodes.ts';
import { ALICE, anotherOrganisation, checkedOnce, type OwnNode, ownNode, readerAt } from './checked.ts';
import { isTrace, missing, passingNode } from './passing-node.ts';

quiet();
const node = ownNode();
const { node: serving } = rpcNodes();

/** Gives an item a field that its schema refuses. */
const spoil = ({ table }: TestDeps, update: Key, set: object): Promise<void> =>
  write(table, { update, set: { ...set } });

async function untraced({ url }: OwnNode) {
  const { listener } = passingNode(url, (call) => (isTrace(call) ? missing : undefined));
  return readerAt((await serving(listener)).url);
}

describe('an organisation with faulty data does not stop the checks of other organisations', () => {
  it('when a hidden payment would be recorded in its wallet', async () => {
    const chain = node();
    const { deps, scenario, address, run } = await checkedOnce(chain);
    const other = await anotherOrganisation(deps, address);
    await spoil(deps, keys.address(scenario.organisation, address), { on_anvil: 7 });
    const hash = await chain.payThrough(address, parseEther('1'));
    await run();
    expect(await other.recorded()).toMatchObject([{ hash, source: 'reconcile', tokenAmount: '1' }]);
    expect(await other.found()).toMatchObject([{ status: 'explained' }]);
  });

  it('when its webhooks cannot be read', async () => {
    const chain = node();
    const { deps, scenario, address, run } = await checkedOnce(chain, await untraced(chain));
    const other = await anotherOrganisation(deps, address);
    const { id } = await scenario.makeWebhook('http://127.0.0.1:1/', { events: ['coverage.difference'] });
    await spoil(deps, keys.webhook(scenario.organisation, id), { events: 7 });
    await chain.payThrough(address, parseEther('1'));
    await run();
    expect(await other.found()).toMatchObject([{ status: 'open', difference: '1' }]);
    expect(await other.reports()).toHaveLength(2);
  });

  it('when one of its records cannot be read', async () => {
    const chain = node();
    const { deps, scenario, address, run, recorded, amounts } = await checkedOnce(chain);
    const receiver = chain.newAddress();
    const other = await anotherOrganisation(deps, receiver);
    await run();
    await chain.send({ from: ALICE, to: address, value: toQuantity(parseEther('1')) });
    await chain.payThrough(receiver, parseEther('2'));
    await run({ every: 100 });
    const [record] = await recorded();
    if (record === undefined) throw new Error('the payment has no record');
    await spoil(deps, keys.transaction(scenario.organisation, record.id), { packed: new Uint8Array(1) });
    await run();
    expect(await amounts()).toMatchObject({ [address.toLowerCase()]: '1', [receiver.toLowerCase()]: '2' });
    expect(await other.recorded()).toMatchObject([{ source: 'reconcile', tokenAmount: '2' }]);
  });
});
