import { describe, expect, it } from '@jest/globals';
import { replayAllRefusal } from '../../../../console/pages/deliveries/replay-all-limits.ts';

describe('A replay of all deliveries', () => {
  it('can begin from the filters that it takes', () => {
    expect(replayAllRefusal({})).toBeUndefined();
    expect(replayAllRefusal({ status: 'failed' })).toBeUndefined();
    expect(replayAllRefusal({ status: 'delivered', webhookId: 'w' })).toBeUndefined();
  });

  it('cannot begin while the list shows the deliveries of one alert', () => {
    expect(replayAllRefusal({ eventId: 'e' })).toMatch(/by alert/);
    expect(replayAllRefusal({ eventId: 'e', status: 'failed' })).toMatch(/by alert/);
  });

  it('cannot begin while the list shows one replay, or what goes to no webhook and no destination', () => {
    expect(replayAllRefusal({ replayId: 'r', status: 'failed' })).toMatch(/by replay/);
    expect(replayAllRefusal({ destinationId: 'none' })).toMatch(/by settings and rules/);
    expect(replayAllRefusal({ destinationId: 'd' })).toBeUndefined();
  });

  it.each(['pending', 'retrying', 'lost'])('cannot begin while the list shows the status %s', (status) => {
    expect(replayAllRefusal({ status })).toMatch(/Only failed, unsent and delivered/);
  });
});
