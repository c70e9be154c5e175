import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { apiDouble } from '../api-double.ts';
import { organisation } from '../organisation.ts';
import { printed } from '../printed.ts';

let environment: Record<string, string>;
beforeAll(async () => {
  environment = { CHAINWATCH_URL: await apiDouble(organisation), CHAINWATCH_API_KEY: 'cw_test_1' };
});
afterAll(closeAll);

const listed = async (columns: number, more: Readonly<Record<string, string>> = {}) =>
  (await printed(['events', 'list'], { environment: { ...environment, ...more }, columns })).out;

describe('A person sees how severe an alert is', () => {
  it.each([
    [80, 'crit', 'warn'],
    [120, 'critical', 'warning'],
  ])('on %s columns, in words and in colours', async (columns, critical, warning) => {
    const out = await listed(columns);
    expect(out).toContain(`\u001b[31m${critical}\u001b[39m`);
    expect(out).toContain(`\u001b[33m${warning}\u001b[39m`);
  });

  it('without colours where NO_COLOR is set', async () => {
    const out = await listed(80, { NO_COLOR: '1' });
    expect(out).not.toContain('\u001b');
    expect(out).toMatch(/ crit .* 5f1c247c$/m);
    expect(out).toMatch(/ info .* 5f1c264f$/m);
  });
});
