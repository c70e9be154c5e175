import { describe, expect, it } from '@jest/globals';
import { concat, parseEther, toBeHex, toQuantity, zeroPadValue } from 'ethers';
import { RELAY } from '../../local/chains/safe-contracts.ts';
import { quiet } from '../support/quiet.ts';
import {
  ALICE,
  anotherOrganisation,
  begun,
  checkedOnce,
  checkedScenario,
  notified,
  ownNode,
  PAYER,
  readerAt,
} from './checked.ts';

quiet();
const node = ownNode();

const hidden = (tokenAmount: string) => ({ source: 'reconcile', detail: 'full', status: 'success', tokenAmount });

describe('a check of balances finds', () => {
  // Scenario: a stranger pays a watched wallet through a forwarder, and the check runs every ten blocks.
  it('a payment that a contract makes to a wallet, within the blocks between two checks', async () => {
    const chain = node();
    const { address, wallet, run, recorded, evaluated, found, reports } = await checkedOnce(chain);
    const hash = await chain.payThrough(address, parseEther('7'));
    await run({ every: 10 });
    expect(await recorded()).toEqual([]);
    await chain.mine(9);
    await run({ every: 10 });
    const [record, ...others] = await recorded();
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      ...hidden('7'),
      hash,
      walletId: wallet.id,
      direction: 'inbound',
      valueUsd: '21000',
    });
    expect(await evaluated()).toMatchObject([{ walletId: wallet.id, transaction: { hash, source: 'reconcile' } }]);
    expect(await found()).toMatchObject([
      { status: 'explained', difference: '7', transactionIds: [record?.id], walletId: wallet.id },
    ]);
    expect(await reports()).toEqual([]);
  });

  it('several payments of one interval, in the same and in different blocks, beside ordinary payments', async () => {
    const chain = node();
    const { address, run, recorded, found, amounts } = await begun(chain);
    const pays = (ether: string) => ({ from: ALICE, to: address, value: toQuantity(parseEther(ether)) });
    await run();
    await chain.together(
      chain.forwarding(address, parseEther('1')),
      pays('10'),
      chain.forwarding(address, parseEther('2')),
    );
    await chain.send(pays('20'));
    await chain.mine(2);
    await chain.payThrough(address, parseEther('4'));
    await chain.mine(1);
    await chain.payThrough(address, parseEther('8'));
    await chain.send(pays('40'));
    await run();
    const amountsFrom = async (source: string) =>
      (await recorded()).filter((record) => record.source === source).map(({ tokenAmount }) => tokenAmount);
    expect((await amountsFrom('reconcile')).sort()).toEqual(['1', '2', '4', '8']);
    expect((await amountsFrom('watch')).sort()).toEqual(['10', '20', '40']);
    expect(await amounts()).toEqual({ [address.toLowerCase()]: '85' });
    expect((await found()).map(({ status, difference }) => [status, difference])).toEqual([
      ['explained', '3'],
      ['explained', '4'],
      ['explained', '8'],
    ]);
  });

  // Scenario: a stranger calls a contract, which calls a watched contract, which pays.
  it('a payment that a watched contract makes when the contract of a stranger calls the watched contract', async () => {
    const chain = node();
    const treasury = await chain.contract(PAYER);
    await chain.setBalance(treasury, parseEther('100'));
    const { run, recorded, evaluated, amounts } = await checkedOnce(chain, readerAt(chain.url), treasury);
    const receiver = chain.newAddress();
    const poked = concat([zeroPadValue(treasury, 32), zeroPadValue(receiver, 32), toBeHex(parseEther('30'), 32)]);
    const hash = await chain.send({ from: ALICE, to: await chain.contract(`0x${RELAY}`), data: poked });
    await run();
    expect(await recorded()).toMatchObject([
      { ...hidden('30'), hash, direction: 'outbound', feeAmount: expect.any(String) },
    ]);
    expect(await amounts()).toEqual({ [treasury.toLowerCase()]: '70' });
    expect(await evaluated()).toHaveLength(1);
  });

  it('the payment once for each organisation that watches the address', async () => {
    const chain = node();
    const { deps, address, run, recorded, found } = await begun(chain);
    const other = await anotherOrganisation(deps, address);
    const hash = await chain.payThrough(address, parseEther('7'));
    await run();
    for (const own of [{ recorded, found }, other]) {
      const [record, ...others] = await own.recorded();
      expect(others).toEqual([]);
      expect(record).toMatchObject({ ...hidden('7'), hash });
      expect(await own.found()).toMatchObject([{ status: 'explained', transactionIds: [record?.id] }]);
    }
  });

  it('a payment in the first block that the watcher ever scans', async () => {
    const chain = node();
    const { scenario, run, recorded, amounts } = await checkedScenario(readerAt(chain.url));
    const address = chain.newAddress();
    await chain.setBalance(address, parseEther('3'));
    await chain.mine(1);
    await notified(scenario, address);
    const start = (await chain.node.getBlockNumber()) + 1;
    const hash = await chain.payThrough(address, parseEther('7'));
    await run({ start });
    expect(await recorded()).toMatchObject([{ ...hidden('7'), hash }]);
    expect(await amounts()).toEqual({ [address.toLowerCase()]: '10' });
  });

  it('a payment in the block after the wallet was made, whose balance then is the base', async () => {
    const chain = node();
    const address = chain.newAddress();
    await chain.payThrough(address, parseEther('3'));
    const { run, recorded, found } = await begun(chain, readerAt(chain.url), address);
    const hash = await chain.payThrough(address, parseEther('7'));
    await run();
    expect(await recorded()).toMatchObject([{ ...hidden('7'), hash }]);
    expect(await found()).toMatchObject([{ status: 'explained', expected: '3', actual: '10' }]);
  });
});
