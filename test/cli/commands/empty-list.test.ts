import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../../functions/routes.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { apiDouble, fixed, listOf } from '../api-double.ts';
import { printed } from '../printed.ts';

let environment: Record<string, string>;
beforeAll(async () => {
  const url = await apiDouble([fixed(routes.listWallets, listOf()), fixed(routes.listEvents, listOf())]);
  environment = { CHAINWATCH_URL: url, CHAINWATCH_API_KEY: 'cw_test_1', NO_COLOR: '1' };
});
afterAll(closeAll);

const onTerminal = (...args: readonly string[]) => printed(args, { environment, columns: 80 });

describe('An empty list', () => {
  it('names the filters on a terminal, in place of a bare header', async () => {
    expect(await onTerminal('wallet', 'list', '--type', 'cld', '--limit', '5')).toEqual({
      ...{ code: 0, out: '', err: 'None match --type cld.\n' },
    });
    expect(await onTerminal('events', 'list', '--severity', 'critical', '--chain', 'base')).toMatchObject({
      err: 'None match --severity critical --chain base.\n',
    });
  });

  it('says without filters that there is nothing', async () => {
    expect(await onTerminal('wallet', 'list')).toMatchObject({ out: '', err: 'There are none.\n' });
  });

  it('stays a header in a pipe, and a document with --json', async () => {
    expect(await printed(['wallet', 'list'], { environment })).toMatchObject({
      out: expect.stringMatching(/^ID +LABEL/),
      err: '',
    });
    const { out } = await onTerminal('wallet', 'list', '--json');
    expect(JSON.parse(out)).toEqual({ data: [], meta: { total: 0 } });
  });
});
