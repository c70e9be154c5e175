import { describe, expect, it } from '@jest/globals';
import { deliveryQuery } from '../../../../console/pages/deliveries/delivery-query.ts';

describe('The filters of the deliveries', () => {
  it('come from the address', () => {
    expect(deliveryQuery({ status: 'failed', webhookId: 'w', eventId: 'e', sort: 'createdAt', open: 'd' })).toEqual({
      status: 'failed',
      webhookId: 'w',
      eventId: 'e',
      sort: 'createdAt',
    });
  });

  it('are the newest deliveries of every status without parameters', () => {
    expect(deliveryQuery({})).toEqual({});
  });
});
