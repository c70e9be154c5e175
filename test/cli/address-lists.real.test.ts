import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { evmAddress } from '../api/samples.ts';
import { closeAll, listen } from '../platform/outbound/receiver.ts';
import { type ApiClient, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { type BundledCli, bundledCli } from './bundled.ts';

let api: ApiClient;
let cli: BundledCli;
beforeAll(async () => {
  const made = await newOrganisation();
  api = made.api;
  cli = await bundledCli(made.apiKey);
});
afterAll(async () => {
  cli.remove();
  await closeAll();
});

/** Waits for the run of the list that leaves so many addresses, with or without an error. */
const ran = (size: number, hasError: boolean) =>
  eventually(
    async () => (await api.ok(routes.listAddressLists)).data[0],
    (list) => list?.size === size && list.lastRun !== null && (list.lastRun.error !== null) === hasError,
  );

describe('chainwatch address-list', () => {
  it('changes a list, and accepts a source that became much shorter, which apply and the error name', async () => {
    const addresses = Array.from({ length: 10 }, evmAddress);
    const port = await listen(
      createServer((_, response) =>
        response.writeHead(200, { 'Content-Type': 'text/plain' }).end(addresses.join('\n')),
      ),
    );
    const url = `http://127.0.0.1:${port}/list`;
    await cli.json('address-list', 'create', 'sanctioned', '--purpose', 'info', '--source', url);
    await ran(10, false);
    expect(await cli.json('address-list', 'update', 'sanctioned', '--purpose', 'deny')).toMatchObject({
      purpose: 'deny',
      source: { url, format: 'text', column: null },
    });
    const early = await cli.run(['address-list', 'accept', 'sanctioned']);
    expect([early.code, early.err]).toEqual([1, expect.stringContaining('nothing to accept')]);

    addresses.splice(5);
    await cli.json('address-list', 'refresh', 'sanctioned');
    const refused = await ran(10, true);
    expect(refused?.lastRun).toMatchObject({
      error: expect.stringContaining('chainwatch address-list accept sanctioned'),
      refused: { added: 0, removed: 5 },
    });
    const file = join(cli.folder, 'lists.yaml');
    writeFileSync(file, `addressLists: [{ name: sanctioned, purpose: deny, source: { url: "${url}", format: text } }]`);
    expect(await cli.run(['apply', '-f', file])).toMatchObject({
      code: 0,
      out: 'Nothing to change.\n',
      err: expect.stringMatching(/"sanctioned" keeps the addresses .*address-list accept sanctioned/),
    });

    await cli.json('address-list', 'accept', 'sanctioned');
    expect((await ran(5, false))?.lastRun).toMatchObject({ removed: 5, refused: null });
    expect(await cli.run(['apply', '-f', file])).toMatchObject({ code: 0, err: '' });
    const changed = await cli.json('address-list', 'update', 'sanctioned', '--format', 'json', '--column', 'address');
    expect(changed).toMatchObject({ source: { url, format: 'json', column: 'address' } });
  });
});
