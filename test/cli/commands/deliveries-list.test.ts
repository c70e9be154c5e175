import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../../functions/routes.ts';
import type { Delivery } from '../../../lib/deliveries/schema.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { aDestination, uuid } from '../../support/records.ts';
import { shownDelivery } from '../answers.ts';
import { apiDouble, exampleAnswers, fixed, listOf } from '../api-double.ts';
import { printed } from '../printed.ts';

// The secret is left out of the URL of a chat, so that two channels of one workspace look alike.
const slack: Partial<Delivery> = {
  ...{ webhookId: null, ruleId: null, eventId: null, kind: 'slack', channel: 'slack' },
  event: 'alert.summary',
  url: 'https://hooks.slack.com/…T2vZ',
};
const deliveries = [
  shownDelivery({ ...slack, id: uuid(31), destinationId: uuid(21), alertSummary: 'Ada acknowledged 127 more alerts' }),
  shownDelivery({ ...slack, id: uuid(32), destinationId: uuid(22) }),
  shownDelivery({ ...slack, id: uuid(33), destinationId: uuid(29), alertSummary: 'Bob resolved 3 more alerts' }),
];
const destinations = [
  aDestination({ id: uuid(21), name: 'Treasury Slack' }),
  aDestination({ id: uuid(22), name: 'Ops Slack' }),
];

let environment: Record<string, string>;
beforeAll(async () => {
  const [first] = deliveries;
  if (first === undefined) throw new Error('there is no delivery');
  const url = await apiDouble([
    fixed(routes.listDeliveries, listOf(...deliveries)),
    fixed(routes.getDelivery, { ...first, request: { headers: {}, body: '{}' } }),
    fixed(routes.listDestinations, listOf(...destinations)),
    ...exampleAnswers,
  ]);
  environment = { CHAINWATCH_URL: url, CHAINWATCH_API_KEY: 'cw_test_1', NO_COLOR: '1' };
});
afterAll(closeAll);

const cells = (line: string) => line.split(/ {2,}/);

describe('The list of deliveries', () => {
  it('names destinations in a pipe, where their URLs may be the same, and keeps its columns', async () => {
    const { out } = await printed(['deliveries', 'list'], { environment });
    const [header = '', ...rows] = out.trimEnd().split('\n');
    expect(cells(header).slice(0, 6)).toEqual(['CREATED', 'STATUS', 'TO', 'LAST ANSWER', 'WHAT', 'EVENT']);
    expect(rows.map((row) => cells(row)[2])).toEqual(['Treasury Slack', 'Ops Slack', slack.url]);
  });

  it('says what a message about many told, and its event where nobody wrote that down', async () => {
    const { out } = await printed(['deliveries', 'list'], { environment, columns: 120 });
    const [, ...rows] = out.trimEnd().split('\n');
    expect(rows.map((row) => cells(row)[3])).toEqual([
      'Ada acknowledged 127 more alerts',
      'summary',
      'Bob resolved 3 more alerts',
    ]);
  });

  it('leads to a record with the name and the URL of the receiver', async () => {
    const { out } = await printed(['deliveries', 'get', uuid(31)], { environment });
    expect(out).toMatch(/^to +Treasury Slack \(https:\/\/hooks\.slack\.com\/…T2vZ\)$/m);
    const { out: json } = await printed(['deliveries', 'get', uuid(31), '--json'], { environment });
    expect(JSON.parse(json)).toMatchObject({ url: slack.url, alertSummary: 'Ada acknowledged 127 more alerts' });
  });
});
