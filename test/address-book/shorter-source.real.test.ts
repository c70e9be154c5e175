import { afterAll, describe, expect, it } from '@jest/globals';
import { closeAll } from '../platform/outbound/receiver.ts';
import { quiet } from '../support/quiet.ts';
import { several, sourced, text } from './sourced-list.ts';

quiet();
afterAll(closeAll);

/** For the console, the command line and the API. */
const HOW_TO_ACCEPT = /in the console.*address-list accept sanctioned.*PATCH/;

/** A list of ten addresses, and what writes its source. */
async function ofTen() {
  const list = await sourced(text(several(10)));
  await list.run();
  const write = async (url = list.url) => {
    list.deps.advance(1);
    await list.lists.update(list.organisation, list.id, { source: { url, format: 'text', column: null } });
  };
  return {
    ...list,
    write,
    async writeAndRun(url?: string) {
      await write(url);
      await list.run();
      return (await list.read()).lastRun;
    },
  };
}

describe('A source that becomes much shorter', () => {
  it('says how many addresses go, and is accepted when somebody writes the source again', async () => {
    const list = await ofTen();
    list.answers(text(several(2, 10)));
    const refused = { added: 1, removed: 9 };
    expect(await list.refresh()).toMatchObject({ error: expect.stringMatching(HOW_TO_ACCEPT), refused });
    expect(await list.stored()).toHaveLength(10);
    expect(await list.writeAndRun()).toMatchObject({ added: 1, removed: 9, error: null, refused: null });
  });

  // Scenario: somebody repairs a source that fails by writing it again, and its server then answers a part of the list.
  it.each([
    ['the same source', ''],
    ['another source', '?other'],
  ])('keeps the list when somebody wrote %s while the server failed', async (_, query) => {
    const list = await ofTen();
    list.answers((response) => response.writeHead(500).end());
    const url = `${list.url}${query}`;
    expect(await list.writeAndRun(url)).toMatchObject({ error: expect.stringMatching(/500/) });
    list.answers(text(several(1)));
    const refused = { added: 0, removed: 9 };
    expect(await list.refresh()).toMatchObject({ error: expect.stringMatching(HOW_TO_ACCEPT), refused });
    expect([(await list.stored()).length, list.told.length]).toEqual([10, 2]);
    expect(await list.writeAndRun(url)).toMatchObject({ removed: 9, error: null });
  });

  it('may fail after somebody accepted it, and is refused again when it has still fewer addresses', async () => {
    const list = await ofTen();
    list.answers(text(several(5)));
    await list.refresh();
    list.answers((response) => response.writeHead(500).end());
    await list.writeAndRun();
    list.answers(text(several(1)));
    expect(await list.refresh()).toMatchObject({ refused: { added: 0, removed: 9 } });
    list.answers(text(several(5)));
    expect(await list.refresh()).toMatchObject({ removed: 5, error: null });
    list.answers(text(several(3)));
    expect(await list.refresh()).toMatchObject({ error: expect.stringMatching(/3 addresses in place of 5/) });
  });

  it('is not accepted by what was refused of another source', async () => {
    const list = await ofTen();
    list.answers(text(several(5)));
    await list.refresh();
    const other = `${list.url}?other`;
    await list.write(other);
    expect(await list.writeAndRun(other)).toMatchObject({ refused: { added: 0, removed: 5 } });
    expect(await list.stored()).toHaveLength(10);
  });
});
