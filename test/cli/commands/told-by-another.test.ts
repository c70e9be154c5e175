import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { routes } from '../../../functions/routes.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { uuid } from '../../support/records.ts';
import { shownDelivery } from '../answers.ts';
import { apiDouble, exampleAnswers, fixed } from '../api-double.ts';
import { printed } from '../printed.ts';

let environment: Record<string, string>;
beforeAll(async () => {
  const told = shownDelivery({ status: 'summarised', summaryId: uuid(7) });
  const shown = fixed(routes.getDelivery, { ...told, request: { headers: {}, body: '{}' } });
  const url = await apiDouble([shown, ...exampleAnswers]);
  environment = { CHAINWATCH_URL: url, CHAINWATCH_API_KEY: 'cw_test_1', NO_COLOR: '1' };
});
afterAll(closeAll);

it('says of a delivery without a message of its own which message told the alert', async () => {
  const { out } = await printed(['deliveries', 'get', uuid(6)], { environment, columns: 80 });
  expect(out).toContain(`Another message told this alert to the same recipient: deliveries get ${uuid(7)}`);
  const { out: json } = await printed(['deliveries', 'get', uuid(6), '--json'], { environment, columns: 80 });
  expect(JSON.parse(json)).toMatchObject({ status: 'summarised', summaryId: uuid(7) });
});
