import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { uuid } from '../../support/records.ts';
import { shownRule } from '../answers.ts';
import { listOf, serving } from '../api-double.ts';
import { printed } from '../printed.ts';

const [KRAKEN, OTHER] = ['0x28C6c06298d514Db089934071355E5743bf21d60', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'];
const entry = (n: number, label: string, address: string) => ({ id: uuid(n), label, address, lists: [] });
const book = listOf(entry(1, 'Our account at Kraken', KRAKEN), entry(2, 'Partner', KRAKEN), entry(3, 'Partner', OTHER));

/** The bodies of the requests that create a rule. */
const bodies: unknown[] = [];
let environment: Record<string, string>;
beforeAll(async () => {
  const url = await serving(async (request, response) => {
    const chunks = await request.toArray();
    const isPost = request.method === 'POST';
    const body = isPost ? JSON.parse(Buffer.concat(chunks).toString()) : {};
    if (isPost) bodies.push(body);
    const isKnown = body.ruleType !== 'quantum';
    response.writeHead(isPost ? (isKnown ? 201 : 400) : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isPost ? shownRule({ audience: 1 }) : book));
  });
  environment = { CHAINWATCH_URL: url, CHAINWATCH_API_KEY: 'cw_test_1' };
});
afterAll(closeAll);

async function add(...args: readonly string[]) {
  bodies.length = 0;
  const { code, err } = await printed(['rule', 'add', 'A', ...args], { environment });
  return { code, err, body: bodies[0] };
}
const counterparties = (...stated: readonly string[]) =>
  add('--type', 'any_transfer', '--conditions', JSON.stringify({ counterparty_not_in: stated }));

describe('rule add', () => {
  it('begins without a cooldown, so that a larger payment a minute later is an alert', async () => {
    expect((await add('--type', 'large_transfer')).body).toMatchObject({ cooldownMinutes: 0 });
    expect((await add('--type', 'large_transfer', '--cooldown', '15')).body).toMatchObject({ cooldownMinutes: 15 });
  });

  it.each(['frequency', 'gas_spike'])('leaves the cooldown of %s to the service', async (type) => {
    const { code, body } = await add('--type', type);
    expect(code).toBe(0);
    expect(body).not.toHaveProperty('cooldownMinutes');
  });

  it('takes labels of the address book for counterparties, and sends addresses', async () => {
    expect((await counterparties('our account at kraken', 'list:banks', OTHER)).body).toMatchObject({
      conditions: { counterparty_not_in: [KRAKEN, 'list:banks', OTHER] },
    });
  });

  it('names the nearest label of an unknown one, and creates nothing', async () => {
    expect(await counterparties('Our acount at Kraken')).toEqual({
      code: 2,
      err: expect.stringContaining('Did you mean Our account at Kraken?'),
      body: undefined,
    });
  });

  it('answers a misspelt type or condition with the nearest name alone', async () => {
    expect(await add('--type', 'large_transfr')).toEqual({
      ...{ code: 2, err: 'There is no rule type "large_transfr". Did you mean large_transfer?\n', body: undefined },
    });
    expect(await add('--type', 'any_transfer', '--conditions', '{value_uds: {gte: 1}}')).toEqual({
      ...{ code: 2, err: '--conditions: value_uds is no condition. Did you mean value_usd?\n', body: undefined },
    });
    expect(await add('--type', 'quantum')).toMatchObject({
      ...{ code: 2, err: 'There is no rule type "quantum". See `chainwatch rule add --help`.\n' },
    });
  });
});
