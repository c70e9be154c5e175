import { beforeAll, describe, expect, it } from '@jest/globals';
import { classicAddressToXAddress } from 'xrpl';
import { routes } from '../../functions/routes.ts';
import { type ApiClient, invalid, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { addWallet, evmAddress, importInto, solanaAddress, walletBody, xrpAddress } from './samples.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const CONFLICT = { status: 409, code: 'conflict' };

let client: ApiClient;
beforeAll(async () => {
  client = (await newOrganisation()).api;
});

const total = async (): Promise<number> => (await client.ok(routes.listWallets)).meta.total;
const refused = (body: unknown) => client.refused(routes.createWallet, { body });

describe('POST /api/wallets', () => {
  it('answers 201 with the wallet and its defaults', async () => {
    const body = { label: 'Cold 🧊', address: evmAddress(), chains: ['ethereum', 'base'] };
    const { status, body: wallet } = await client.call(routes.createWallet, { body });
    expect(status).toBe(201);
    expect(wallet).toEqual({
      ...body,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'hot',
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      watch: true,
      ...{ tags: [], externalId: null, managedBy: null },
      status: 'active',
      throttledSince: null,
      ...{ mutedUntil: null, muteReason: null, muteCritical: false },
      createdAt: expect.stringMatching(INSTANT),
      updatedAt: expect.stringMatching(INSTANT),
    });
  });

  it('stores the given fields', async () => {
    const named = { tags: ['deposit', '充值'], externalId: 'Customer 7', managedBy: 'wallets.yaml' };
    const given = { type: 'cold', color: '#1A2b3c', watch: false, ...named };
    expect(await addWallet(client, given)).toMatchObject(given);
  });

  it('stores an EVM address in any case with its checksum', async () => {
    const address = evmAddress();
    for (const [chain, spelling] of [
      ['ethereum', address.toLowerCase()],
      ['base', `0x${address.slice(2).toUpperCase()}`],
    ]) {
      expect(await addWallet(client, { address: spelling, chains: [chain] })).toMatchObject({ address });
    }
  });

  it('keeps Solana addresses and splits XRP X-addresses into classic address and tag', async () => {
    const solana = solanaAddress();
    expect(await addWallet(client, { address: solana, chains: ['solana'] })).toMatchObject({ address: solana });
    const classic = xrpAddress();
    const tagged = classicAddressToXAddress(classic, 12345, false);
    const wallet = await addWallet(client, { address: tagged, chains: ['xrp'] });
    expect(wallet).toMatchObject({ address: classic, destinationTag: 12345 });
    const plain = await addWallet(client, { address: xrpAddress(), chains: ['xrp'] });
    expect(plain).not.toHaveProperty('destinationTag');
  });

  it('makes a wallet for each tag of an XRP account, and one without a tag', async () => {
    const classic = xrpAddress();
    const chains = ['xrp'];
    const xAddress = (tag: number | false) => ({ address: classicAddressToXAddress(classic, tag, false), chains });
    const bodies = [xAddress(1), xAddress(2), xAddress(0), { address: classic, chains, destinationTag: 3 }];
    for (const [n, tag] of [1, 2, 0, 3].entries()) {
      expect(await addWallet(client, bodies[n])).toMatchObject({ address: classic, destinationTag: tag });
    }
    expect(await addWallet(client, { address: classic, chains })).not.toHaveProperty('destinationTag');
    const again = [...bodies, { address: classic, chains, destinationTag: 1 }, xAddress(false), xAddress(3)];
    for (const body of again) expect(await refused(walletBody(body))).toEqual(CONFLICT);
    expect(
      await addWallet(client, { ...xAddress(2), destinationTag: 2, chains: ['xrp'], address: xrpAddress() }),
    ).toMatchObject({
      destinationTag: 2,
    });
  });

  it('refuses a tag that contradicts the address or its chain', async () => {
    const address = classicAddressToXAddress(xrpAddress(), 7, false);
    const bad = [
      { address, chains: ['xrp'], destinationTag: 8 },
      { destinationTag: 1 },
      { address: xrpAddress(), chains: ['xrp'], destinationTag: -1 },
      { address: xrpAddress(), chains: ['xrp'], destinationTag: 4_294_967_296 },
      { address: xrpAddress(), chains: ['xrp'], destinationTag: null },
    ];
    for (const more of bad) expect(await refused(walletBody(more))).toEqual(invalid('destinationTag'));
    expect(await refused(walletBody({ address: 'none', chains: ['xrp'], destinationTag: 1 }))).toEqual(
      invalid('address'),
    );
  });

  it('is 409 for an address that is already a wallet on one of the chains, in any spelling', async () => {
    const address = evmAddress();
    await addWallet(client, { address, chains: ['ethereum', 'base'] });
    const before = await total();
    const again = { address: address.toLowerCase(), chains: ['polygon', 'base'] };
    expect(await refused(walletBody(again))).toEqual(CONFLICT);
    expect(await total()).toBe(before);
    expect((await addWallet(client, { address, chains: ['polygon'] })).address).toBe(address);
    const { api } = await newOrganisation();
    expect((await addWallet(api, { address, chains: ['ethereum'] })).address).toBe(address);
  });

  it('creates one wallet when many requests add the same address at once', async () => {
    const body = walletBody();
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.call(routes.createWallet, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  const bad: [field: string, more: object][] = [
    ['label', { label: undefined }],
    ['label', { label: '' }],
    ['label', { label: '   ' }],
    ['label', { label: 'x'.repeat(65) }],
    ['label', { label: '🧊'.repeat(65) }],
    ['label', { label: 'a\nb' }],
    ['label', { label: '\ud800' }],
    ['label', { label: 7 }],
    ['type', { type: 'x'.repeat(33) }],
    ['color', { color: 'red' }],
    ['color', { color: '#12345' }],
    ['chains', { chains: [] }],
    ['chains', { chains: 'ethereum' }],
    ['chains.1', { chains: ['ethereum', 'dogecoin'] }],
    ['chains', { chains: ['ethereum', 'solana'] }],
    ['watch', { watch: 'yes' }],
    ['tags', { tags: Array.from({ length: 11 }, (_, n) => `tag ${n}`) }],
    ['tags.0', { tags: ['x'.repeat(65)] }],
    ['tags.1', { tags: ['deposit', ' '] }],
    ['externalId', { externalId: '' }],
    ['externalId', { externalId: 'x'.repeat(129) }],
    ['externalId', { externalId: 'a\nb' }],
    ['externalId', { externalId: ' PX1 ' }],
    ['managedBy', { managedBy: 'x'.repeat(65) }],
    ['id', { id: 'mine' }],
    ['address', { address: 'nobody' }],
    ['address', { address: '0x52908400098527886E0F7030069857D2E4169Ee7' }],
    ['address', { address: '0x52908400098527886E0F7030069857D2E4169EE' }],
    ['address', { address: 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS' }],
    ['address', { address: solanaAddress() }],
    ['address', { address: evmAddress(), chains: ['solana'] }],
    ['address', { address: `${solanaAddress()}0`, chains: ['solana'] }],
    ['address', { address: evmAddress(), chains: ['xrp'] }],
    ['address', { address: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYf', chains: ['xrp'] }],
    ['address', { address: classicAddressToXAddress(xrpAddress(), 1, true), chains: ['xrp'] }],
  ];
  it.each(bad)('refuses an invalid %s: %j', async (field, more) => {
    expect(await refused(walletBody(more))).toEqual(invalid(field));
  });

  it.each([
    ['0x0000000000000000000000000000000000000001', 'ethereum', 'is a precompile of the EVM'],
    ['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'ethereum', 'is the contract of the token USDC'],
    ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'ethereum', 'is the contract of the wrapped coin'],
    ['0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', 'ethereum', 'is a router of Uniswap'],
    ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'solana', 'is a token program'],
    ['SysvarC1ock11111111111111111111111111111111', 'solana', 'is a sysvar of Solana'],
    ['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'xrp', 'is a special address of the XRP Ledger, which belongs to nobody'],
  ])('refuses %s on %s, which %s', async (address, chain, reason) => {
    const response = await client.call(routes.createWallet, { body: walletBody({ address, chains: [chain] }) });
    expect([response.status, response.body]).toMatchObject([
      400,
      { errors: [{ path: 'address', message: `${reason} on ${chain}: it is no account of a user` }] },
    ]);
  });

  it.each<[string[], object]>([
    [['address', 'color'], { address: 'nobody', color: 'red' }],
    [['chains', 'label', 'surprise'], { chains: ['ethereum', 'solana'], label: '', surprise: 1 }],
    [['address', 'chains'], { address: '', chains: ['ethereum', 'solana'] }],
  ])('names every invalid field: %j', async (fields, more) => {
    expect(await refused(walletBody(more))).toEqual(invalid(...fields));
  });

  it('names every invalid field of a change, also chains that do not belong together', async () => {
    const wallet = await addWallet(client);
    const body = { label: '', chains: ['ethereum', 'solana'] };
    expect(await client.refused(routes.updateWallet, { params: { id: wallet.id }, body })).toEqual(
      invalid('chains', 'label'),
    );
  });

  it('stores nothing when it refuses a request', async () => {
    const { data } = await client.ok(routes.listWallets, { query: { pageSize: 100 } });
    expect(data.filter(({ address }) => /nobody|^0x52908400|^XE/i.test(address))).toEqual([]);
  });
});

describe('GET /api/wallets', () => {
  it('filters by chain, by words of the label and by the beginning of the address, newest first', async () => {
    const { api } = await newOrganisation();
    const first = await addWallet(api, { label: 'Payroll', chains: ['ethereum', 'base'] });
    const second = await addWallet(api, { label: 'Treasury' });
    const third = await addWallet(api, { label: 'Savings', address: solanaAddress(), chains: ['solana'] });
    const ids = async (query: Record<string, string>) =>
      (await api.ok(routes.listWallets, { query })).data.map(({ id }) => id);
    expect(await ids({})).toEqual([third.id, second.id, first.id]);
    expect(await ids({ chain: 'base' })).toEqual([first.id]);
    // So long that no address contains the text by chance.
    expect(await ids({ q: 'PAYROL' })).toEqual([first.id]);
    expect(await ids({ q: second.address.slice(2, 20).toLowerCase() })).toEqual([second.id]);
    expect(await ids({ q: 'treas', chain: 'ethereum' })).toEqual([second.id]);
    for (const route of [routes.listWallets, routes.listBookEntries]) {
      expect(await api.refused(route, { query: { q: '' } })).toEqual(invalid('q'));
    }
    expect(await ids({ pageSize: '1', page: '2' })).toEqual([second.id]);
    expect(await api.refused(routes.listWallets, { query: { chain: 'dogecoin' } })).toEqual(invalid('chain'));
  });
});

describe('POST /api/wallets/bulk', () => {
  const bulk = (api: ApiClient, wallets: unknown) => api.call(routes.createWallets, { body: { wallets } });

  it('answers what became of each row, as the list shows it', async () => {
    const { api } = await newOrganisation();
    const known = await addWallet(api, { label: 'Known' });
    const rows = [
      walletBody({ tags: ['deposit'], externalId: 'customer 7' }),
      { ...walletBody(), address: known.address },
      walletBody({ address: 'nobody' }),
    ];
    const { status, body } = await bulk(api, rows);
    expect(status).toBe(200);
    const { data } = await api.ok(routes.listWallets, { query: { externalId: 'customer 7' } });
    expect(body).toEqual({
      created: data,
      existing: [{ index: 1, id: known.id, differs: ['label'] }],
      failed: [{ index: 2, code: 'validation_failed', errors: [expect.objectContaining({ path: 'address' })] }],
    });
    expect((await api.ok(routes.listWallets, { query: { tag: 'deposit' } })).data).toEqual(data);
  });

  it('refuses a body without rows and with too many rows', async () => {
    const { api } = await newOrganisation();
    expect(await api.refused(routes.createWallets, { body: {} })).toEqual(invalid('wallets'));
    for (const wallets of [[], {}, Array(101).fill({})]) {
      expect(await api.refused(routes.createWallets, { body: { wallets } })).toEqual(invalid('wallets'));
    }
  });

  it('shows a page of 300 wallets for at most 60 read units, which its function may consume', async () => {
    const { api } = await newOrganisation();
    const rows = () => Array.from({ length: 100 }, (_, n) => walletBody({ label: `Customer ${n}`, tags: ['deposit'] }));
    await Promise.all([bulk(api, rows()), bulk(api, rows()), bulk(api, rows())]);
    const queries: Record<string, string>[] = [
      {},
      { tag: 'deposit', chain: 'ethereum' },
      { q: 'customer 7' },
      { page: '10' },
    ];
    for (const query of queries) {
      const { data, meta } = await api.ok(routes.listWallets, { query });
      expect(meta.total).toBe('q' in query ? 33 : 300);
      expect(data).toHaveLength(25);
    }
  });
});

describe('PATCH /api/wallets/:id', () => {
  it('changes the given fields, and transactions show the changed wallet', async () => {
    const wallet = await addWallet(client);
    const transaction = await importInto(client, wallet);
    const change = { label: 'Renamed', type: 'multisig', color: '#000000', watch: false };
    const names = { tags: ['eu'], externalId: evmAddress(), managedBy: null };
    const changed = await client.ok(routes.updateWallet, { params: { id: wallet.id }, body: { ...change, ...names } });
    expect(changed).toEqual({ ...wallet, ...change, ...names, updatedAt: expect.stringMatching(INSTANT) });
    expect(await client.ok(routes.getWallet, { params: { id: wallet.id } })).toEqual(changed);
    const shown = await client.ok(routes.getTransaction, { params: { id: transaction.id } });
    const { tags, externalId } = names;
    expect(shown.wallet).toEqual({ label: 'Renamed', type: 'multisig', color: '#000000', tags, externalId });
  });

  it('occupies the address on added chains and frees the address on removed chains', async () => {
    const wallet = await addWallet(client, { chains: ['ethereum', 'base'] });
    const params = { id: wallet.id };
    await client.ok(routes.updateWallet, { params, body: { chains: ['base', 'polygon'] } });
    const other = await addWallet(client, { address: wallet.address, chains: ['ethereum'] });
    expect(await client.refused(routes.updateWallet, { params, body: { chains: ['ethereum'] } })).toEqual(CONFLICT);
    expect(await client.ok(routes.getWallet, { params })).toMatchObject({ chains: ['base', 'polygon'] });
    expect(other.chains).toEqual(['ethereum']);
  });

  it('refuses an added chain on which the address is listed, and accepts other chains', async () => {
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const { id } = await addWallet(client, { address: usdc, chains: ['base'] });
    const change = (chains: string[]) => client.refused(routes.updateWallet, { params: { id }, body: { chains } });
    expect(await change(['base', 'ethereum'])).toEqual(invalid('address'));
    const { chains } = await client.ok(routes.updateWallet, { params: { id }, body: { chains: ['base', 'polygon'] } });
    expect(chains).toEqual(['base', 'polygon']);
  });

  it.each<[string, object]>([
    ['', {}],
    ['address', { address: evmAddress() }],
    ['label', { label: '' }],
    ['chains', { chains: ['solana'] }],
    ['chains', { chains: [] }],
    ['color', { color: null }],
  ])('refuses a bad change of %s: %j', async (field, body) => {
    const wallet = await addWallet(client);
    expect(await client.refused(routes.updateWallet, { params: { id: wallet.id }, body })).toEqual(invalid(field));
    expect(await client.ok(routes.getWallet, { params: { id: wallet.id } })).toEqual(wallet);
  });
});

describe('The external id of a wallet', () => {
  it('is unique in an organisation, also in a race', async () => {
    const { api } = await newOrganisation();
    const bodies = Array.from({ length: 8 }, () => walletBody({ externalId: 'customer 7' }));
    const answers = await Promise.all(bodies.map((body) => api.call(routes.createWallet, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect((await api.ok(routes.listWallets)).meta.total).toBe(1);
    expect(await addWallet(client, { externalId: 'customer 7' })).toMatchObject({ externalId: 'customer 7' });
  });

  it('moves to another wallet when its wallet gives it up or is deleted', async () => {
    const { api } = await newOrganisation();
    const [first, second] = [await addWallet(api, { externalId: 'a' }), await addWallet(api, { externalId: 'b' })];
    const change = (id: string, externalId: string | null) =>
      api.call(routes.updateWallet, { params: { id }, body: { externalId } });
    expect(await change(second.id, 'a')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await change(first.id, 'a')).toMatchObject({ status: 200 });
    expect(await change(first.id, null)).toMatchObject({ status: 200, body: { externalId: null } });
    expect(await change(second.id, 'a')).toMatchObject({ status: 200, body: { externalId: 'a' } });
    expect(await addWallet(api, { externalId: 'b' })).toMatchObject({ externalId: 'b' });
    await api.call(routes.deleteWallet, { params: { id: second.id } });
    expect(await addWallet(api, { externalId: 'a' })).toMatchObject({ externalId: 'a' });
  });

  it('goes to one of many wallets that ask for it at once', async () => {
    const { api } = await newOrganisation();
    const wallets = await Promise.all(Array.from({ length: 6 }, () => addWallet(api)));
    const body = { externalId: 'customer 7' };
    const answers = await Promise.all(wallets.map(({ id }) => api.call(routes.updateWallet, { params: { id }, body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)]);
  });
});

describe('DELETE /api/wallets/:id', () => {
  it('answers 204, then 404, frees the address, and keeps the wallet in its transactions', async () => {
    const wallet = await addWallet(client, { label: 'Short-lived' });
    const params = { id: wallet.id };
    const transaction = await importInto(client, wallet);
    expect((await client.call(routes.deleteWallet, { params })).status).toBe(204);
    for (const route of [routes.getWallet, routes.deleteWallet]) {
      expect(await client.refused(route, { params })).toEqual(NOT_FOUND);
    }
    expect(await client.refused(routes.updateWallet, { params, body: { label: 'x' } })).toEqual(NOT_FOUND);
    const kept = await client.ok(routes.getTransaction, { params: { id: transaction.id } });
    expect(kept).toEqual(transaction);
    expect(kept.wallet.label).toBe('Short-lived');
    const { data } = await client.ok(routes.listTransactions, { query: { walletId: wallet.id } });
    expect(data).toEqual([transaction]);
    expect((await addWallet(client, { address: wallet.address })).id).not.toBe(wallet.id);
  });
});
