import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { addressInShort } from '../../lib/values/untrusted-text.ts';
import { type Actor, newActor } from '../support/anvil.ts';
import { type ApiClient, invalid, NOT_FOUND, newOrganisation, refusalOf } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { stackUrl } from '../support/stack-url.ts';
import { addRule, addWallet, evmAddress, evmHash, importInto, solanaHash, xrpHash } from './samples.ts';

let client: ApiClient;
let actor: Actor;
let token: Awaited<ReturnType<Actor['deployToken']>>;
beforeAll(async () => {
  client = (await newOrganisation()).api;
  actor = await newActor(stackUrl('STACK_ANVIL_URL'));
  token = await actor.deployToken();
});
afterAll(() => actor.stop());

const lookup = (query: Record<string, string>) => client.ok(routes.lookupTransaction, { query });

/** The answer of a lookup of a hash on the chain. */
async function onChain(hash: string, api = client) {
  const found = await api.ok(routes.lookupTransaction, { query: { hash } });
  if (found.source !== 'blockchain') throw new Error(`${hash} is in the database`);
  return found;
}

const anvilWallet = (more: object = {}) => addWallet(client, { chains: ['anvil'], ...more });

describe('GET /api/transactions/lookup', () => {
  it('answers the stored records of a hash, one per wallet, for a hash in any case', async () => {
    const hash = evmHash();
    const one = await importInto(client, await addWallet(client), { hash });
    const two = await importInto(client, await addWallet(client), { hash });
    for (const spelling of [hash, `0x${hash.slice(2).toUpperCase()}`]) {
      const found = await lookup({ hash: spelling });
      if (found.source !== 'database') throw new Error('not found in the workspace');
      expect([...found.transactions].sort((a, b) => a.createdAt.localeCompare(b.createdAt))).toEqual([one, two]);
      expect(found.transaction).toEqual(found.transactions[0]);
    }
  });

  it('reads a native transfer between strangers from the chain, and stores nothing', async () => {
    const to = evmAddress();
    const hash = await actor.sendEther(to, '1.5');
    const { transaction, transfers, ...more } = await onChain(`0x${hash.slice(2).toUpperCase()}`);
    expect(transaction).toEqual({
      hash,
      chain: 'anvil',
      blockNumber: expect.any(Number),
      blockTimestamp: expect.stringMatching(/\.000Z$/),
      fromAddress: actor.address,
      toAddress: to,
      valueDecimal: '1.5',
      tokenSymbol: 'ETH',
      txType: 'transfer',
      status: 'success',
    });
    const gwei = expect.stringMatching(/^\d+(\.\d+)?$/);
    expect(more).toEqual({
      ...{ source: 'blockchain', status: 'success', gasPriceGwei: gwei, methodName: null },
      ...{ destinationTag: null, references: [] },
      summary: `${addressInShort(actor.address)} paid 1.5 ETH (3,750 USD) to ${addressInShort(to)}`,
    });
    expect(transfers).toMatchObject([{ asset: 'ETH', amount: '1.5', valueUsd: '3750', direction: 'outbound' }]);
    expect((await onChain(hash)).transaction).not.toHaveProperty('walletId');
    expect((await client.ok(routes.listTransactions, { query: { chain: 'anvil' } })).meta.total).toBe(0);
  });

  it('gives the USDC of a stranger no value, whatever its amount', async () => {
    const wallet = await anvilWallet();
    const hash = await token.mint(wallet.address, `1${'0'.repeat(39)}`);
    const { transfers } = await onChain(hash);
    expect(transfers).toMatchObject([{ asset: 'USDC', amount: `1${'0'.repeat(39)}`, valueUsd: null }]);
  });

  it('answers an ERC-20 transfer to a wallet as a body that the import accepts unchanged', async () => {
    const wallet = await anvilWallet();
    await token.mint(actor.address, '100');
    const hash = await token.transfer(wallet.address, '2.5');
    const { transaction, transfers, methodName, gasPriceGwei, summary } = await onChain(hash);
    expect(summary).toMatch(/^.+ received 2\.5 .*USDC from /);
    const paid = { fromAddress: actor.address, toAddress: wallet.address, valueDecimal: '2.5', tokenSymbol: 'USDC' };
    expect(transaction).toMatchObject({ walletId: wallet.id, txType: 'transfer', ...paid });
    expect(methodName).toBe('transfer');
    const { status, body } = await client.call(routes.importTransaction, { body: transaction });
    expect(status).toBe(201);
    const told = { transfers, methodName, gasPriceGwei, summary };
    expect(body).toMatchObject({ hash, direction: 'inbound', valueUsd: null, ...told });
    expect(transfers).toMatchObject([{ tokenAddress: token.address, standard: 'ERC-20', direction: 'inbound' }]);
    expect(await lookup({ hash })).toMatchObject({ source: 'database', transaction: body });
  });

  it('reads a deploy, a mint and a failed transaction from the chain', async () => {
    const wallet = await anvilWallet();
    const deploy = await onChain(token.deployment);
    expect(deploy.transaction).toMatchObject({ txType: 'contract_deploy', fromAddress: actor.address });
    expect(deploy.transaction).not.toHaveProperty('toAddress');
    expect(deploy.summary).toBe(`${addressInShort(actor.address)} deployed a contract`);
    const mint = await onChain(await token.mint(wallet.address, '7'));
    expect(mint.transaction).toMatchObject({ walletId: wallet.id, txType: 'token_mint', valueDecimal: '7' });
    expect(mint.methodName).toBe('mint');
    const failed = await onChain(await token.overdraw(wallet.address));
    expect(failed).toMatchObject({ status: 'failed', transfers: [], transaction: { status: 'failed' } });
    expect(failed.summary).toMatch(/ called transfer on .*, which failed$/);
  });

  it.each<[string[], Record<string, string>]>([
    [['hash'], {}],
    [['hash'], { hash: '' }],
    [['hash'], { hash: 'nothing' }],
    [['hash'], { hash: evmHash().slice(0, -1) }],
    [['hash'], { hash: `${evmHash()}0` }],
    [['hash'], { hash: `${solanaHash().slice(1)}0` }],
    [['hash'], { hash: xrpHash(), chain: 'ethereum' }],
    [['hash'], { hash: evmHash(), chain: 'solana' }],
    [['chain'], { hash: evmHash(), chain: 'dogecoin' }],
    [['chain', 'hash'], { hash: 'nothing', chain: 'dogecoin' }],
    [['hash', 'network'], { hash: xrpHash(), chain: 'ethereum', network: 'anvil' }],
    [['network'], { hash: evmHash(), network: 'anvil' }],
  ])('refuses a bad %s: %j', async (fields, query) => {
    expect(await client.refused(routes.lookupTransaction, { query })).toEqual(invalid(...fields));
  });

  it('is 404 for a hash that none of the asked chains knows', async () => {
    const queries: Record<string, string>[] = [{ hash: evmHash() }, { hash: evmHash(), chain: 'anvil' }];
    for (const query of queries) {
      expect(await client.refused(routes.lookupTransaction, { query })).toEqual(NOT_FOUND);
    }
  });

  it('is 502 with Retry-After when no node of the chain answers', async () => {
    const queries: Record<string, string>[] = [
      { hash: solanaHash() },
      { hash: xrpHash() },
      { hash: xrpHash(), chain: 'xrp-testnet' },
      { hash: evmHash(), chain: 'ethereum' },
    ];
    for (const query of queries) {
      const answer = await client.call(routes.lookupTransaction, { query });
      expect(refusalOf(answer)).toEqual({ status: 502, code: 'chain_unavailable' });
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
  });

  it('gives an import the facts of the chain, on which rules then fire', async () => {
    const { api } = await newOrganisation();
    await addWallet(api, { address: actor.address, chains: ['anvil'] });
    const rules = new Map<string, object>([
      ['gas', { ruleType: 'gas_spike', conditions: { gas_price_gwei: { gt: '0' } } }],
      ['name', { ruleType: 'method_call', conditions: { method: 'mint' } }],
      ['signature', { ruleType: 'method_call', conditions: { method: 'mint(address, uint256)' } }],
      ['selector', { ruleType: 'method_call', conditions: { method: '0x40C10F19' } }],
      ['overload', { ruleType: 'method_call', conditions: { method: 'mint(uint256)' } }],
      ['call', { ruleType: 'contract_call', conditions: { contract_address: token.address.toLowerCase() } }],
      ['deploy', { ruleType: 'contract_deploy' }],
      ['mint', { ruleType: 'token_mint', conditions: { token_address: token.address } }],
      ['usdc', { ruleType: 'token_transfer', conditions: { token_symbol: 'usdc', amount: { gte: '7' } } }],
    ]);
    for (const [name, rule] of rules) await addRule(api, { name, ...rule });
    const expected = new Map<string, string[]>();
    const imported = async (hash: string, fires: string[]) => {
      const { transaction } = await onChain(hash, api);
      const { id } = await api.ok(routes.importTransaction, { body: transaction });
      expected.set(id, fires.sort());
    };
    await imported(token.deployment, ['gas', 'deploy']);
    const minting = ['gas', 'name', 'signature', 'selector', 'call', 'mint', 'usdc'];
    await imported(await token.mint(actor.address, '7'), minting);
    await imported(await token.overdraw(evmAddress()), ['gas', 'call']);
    await imported(await actor.sendEther(evmAddress(), '1'), ['gas']);

    const wanted = [...expected.values()].flat().length;
    const { data } = await eventually(
      () => api.ok(routes.listEvents, { query: { pageSize: 100 } }),
      ({ meta }) => meta.total >= wanted,
    );
    const fired = Map.groupBy(data, ({ transactionId }) => transactionId);
    expect(new Map([...fired].map(([id, events]) => [id, events.map(({ ruleName }) => ruleName).sort()]))).toEqual(
      expected,
    );
  });
});
