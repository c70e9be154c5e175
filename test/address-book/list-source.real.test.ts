import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from '@jest/globals';
import { outboundWith } from '../../lib/platform/outbound/outbound.ts';
import { addressBookKeys } from '../../lib/platform/table/address-book-keys.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { write } from '../../lib/platform/table/write.ts';
import { closeAll, counting } from '../platform/outbound/receiver.ts';
import { quiet } from '../support/quiet.ts';
import { listWorld } from './list-world.ts';
import { type Answering, addressOf, several, sourced, text } from './sourced-list.ts';

quiet();
afterAll(closeAll);

describe('The source of a list', () => {
  it('adds and removes addresses, and says what came and went', async () => {
    const list = await sourced(text(`# title\n\n${several(10)}`));
    await list.run();
    expect((await list.read()).lastRun).toEqual({
      at: expect.any(String),
      added: 10,
      removed: 0,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      error: null,
      refused: null,
    });
    list.answers(text(`${several(9)}\n${addressOf(77)}`));
    expect(await list.refresh()).toMatchObject({ added: 1, removed: 1, error: null });
    expect(await list.stored()).toEqual([...several(9).split('\n'), addressOf(77)].sort());
  });

  it('is asked with its version, and changes nothing when its server answers 304 or the same bytes', async () => {
    const version = { ETag: '"v1"', 'Last-Modified': 'Sat, 31 Jan 2026 09:00:00 GMT' };
    const list = await sourced(text(several(3), version));
    await list.run();
    list.answers((response, { headers }) => response.writeHead(headers['if-none-match'] === '"v1"' ? 304 : 500).end());
    const { sha256 } = (await list.refresh()) ?? {};
    expect((await list.read()).lastRun).toEqual({
      at: list.deps.now().toISOString(),
      added: 0,
      removed: 0,
      sha256,
      error: null,
      refused: null,
    });
    expect(list.asked.at(-1)?.headers).toMatchObject({ 'if-modified-since': version['Last-Modified'] });
    list.answers(text(several(3)));
    expect(await list.refresh()).toMatchObject({ added: 0, removed: 0, sha256, error: null });
    expect(await list.stored()).toHaveLength(3);
  });

  const failures: [what: string, answer: Answering, error: RegExp][] = [
    ['a page', text('<!DOCTYPE html><html><body>Sign in</body></html>'), /web page/],
    [
      'HTML by its type',
      (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(several(20)),
      /web page/,
    ],
    ['no list', text('Lorem ipsum\ndolor sit\namet'), /no address/],
    ['mostly other rows', text(`${several(10, 1)}\n${'nobody\n'.repeat(11)}`), /11 of 21 rows/],
    ['bytes that are no text', (response) => response.writeHead(200).end(Buffer.from([0xff, 0xfe, 0x00])), /UTF-8/],
    ['an error', (response) => response.writeHead(503).end(), /answered 503/],
    ['a much shorter list', text(several(7)), /7 addresses in place of 10/],
    ['more than 100,000 addresses', text(several(100_001)), /more than 100000 addresses/],
    ['more than 5 MB', text('#'.repeat(5 * 1024 * 1024 + 1)), /more than 5 MB/],
    [
      'more than 5 MB without saying so',
      (response) => {
        response.writeHead(200);
        for (let n = 0; n < 6; n++) response.write('#'.repeat(1024 * 1024));
        response.end();
      },
      /more than 5 MB/,
    ],
    [
      'a broken body',
      (response) => response.writeHead(200, { 'Content-Length': '99' }).end('0x', () => response.destroy()),
      /broke/,
    ],
    ['endless redirects', (response) => response.writeHead(302, { Location: '/again' }).end(), /redirects/],
    [
      'a redirect into the network',
      (response) => response.writeHead(302, { Location: 'http://10.0.0.1/' }).end(),
      /https|public/,
    ],
  ];
  it.each(failures)('that answers %s leaves the list as it was, and people are told once', async (_, answer, error) => {
    const list = await sourced(text(several(10)));
    await list.run();
    list.answers(answer);
    expect(await list.refresh()).toMatchObject({ added: 0, removed: 0, error: expect.stringMatching(error) });
    await list.refresh();
    expect(list.told).toEqual([expect.objectContaining({ name: 'sanctioned', reason: expect.stringMatching(error) })]);
    expect([(await list.stored()).join('\n'), (await list.read()).sourced]).toEqual([several(10), 10]);
    list.answers(text(several(11)));
    expect(await list.refresh()).toMatchObject({ added: 1, removed: 0, error: null });
  });

  it('is followed to where it redirects', async () => {
    const list = await sourced((response, { url }) =>
      url === '/list' ? response.writeHead(301, { Location: '/moved' }).end() : response.writeHead(200).end(several(4)),
    );
    await list.run();
    expect([list.asked.map(({ url }) => url), (await list.stored()).length]).toEqual([['/list', '/moved'], 4]);
  });

  it('is fetched again after a day', async () => {
    const list = await sourced(text(several(4)));
    await list.run();
    const { gsi3sk } = Object((await list.deps.table.client.send(new GetCommand(itemOf(list)))).Item);
    expect(gsi3sk).toContain('2026-03-02T12:00:00.000Z');
  });

  it.each([
    ['csv', 'wallet', `name,wallet\n"A, ""b""",${addressOf(1)}\nC,${addressOf(2)}\n`],
    ['csv', null, `${addressOf(1)},x\r\n${addressOf(2)},y\r\n`],
    ['json', null, JSON.stringify([addressOf(1), addressOf(2), addressOf(1)])],
    [
      'json',
      'to',
      JSON.stringify([{ from: 'x', to: addressOf(1) }, { to: addressOf(2).toUpperCase().replace('0X', '0x') }]),
    ],
    ['text', null, `${addressOf(1)} # one\n${addressOf(2)};two\n`],
  ])('can be %s with the column %s', async (format, column, body) => {
    const list = await sourced(text(body), { format, column });
    await list.run();
    expect((await list.read()).lastRun?.error).toBeNull();
    expect(await list.stored()).toEqual([addressOf(1), addressOf(2)]);
  });

  it('cannot bring more addresses than the organisation may have', async () => {
    const list = await sourced(text(several(5)));
    await write(list.deps.table, { update: keys.organisation(list.organisation), set: { limit_listEntries: 4 } });
    await list.run();
    expect((await list.read()).lastRun).toMatchObject({ error: expect.stringMatching(/4 addresses together/) });
    expect([await list.stored(), await list.counted()]).toEqual([[], 0]);
  });

  it('is never reached where the stage allows public addresses alone', async () => {
    const trap = await counting();
    const world = await listWorld(outboundWith('strict').fetchDocument, { url: `http://127.0.0.1:${trap.port}/` });
    await world.run();
    expect((await world.read()).lastRun?.error).toMatch(/https/);
    expect(trap.connections).toBe(0);
  });
});

const itemOf = ({
  deps,
  organisation,
  id,
}: Pick<Awaited<ReturnType<typeof sourced>>, 'deps' | 'organisation' | 'id'>) => ({
  TableName: deps.table.name,
  Key: { ...addressBookKeys.list(organisation, id) },
});
