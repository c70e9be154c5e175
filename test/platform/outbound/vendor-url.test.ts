import { describe, expect, it } from '@jest/globals';
import { outboundWith } from '../../../lib/platform/outbound/outbound.ts';

const vendors = { slack: 'http://127.0.0.1:9001' };

describe('The URL of a vendor', () => {
  it('leads to the double that plays the vendor, with the same path and query', () => {
    const { vendorUrl } = outboundWith('loopback', vendors);
    expect(vendorUrl('slack', 'https://hooks.slack.com/services/T0/B0?x=1')).toBe(
      'http://127.0.0.1:9001/services/T0/B0?x=1',
    );
    expect(vendorUrl('slack', 'https://hooks.slack.com//evil.example/x')).toBe('http://127.0.0.1:9001//evil.example/x');
    expect(vendorUrl('teams', 'https://teams.example/x')).toBe('https://teams.example/x');
    expect(vendorUrl('slack', 'no URL')).toBe('no URL');
  });

  it('never changes where the policy is strict, as on a deployed stage', () => {
    const url = 'https://hooks.slack.com/services/T0/B0';
    expect(outboundWith('strict', vendors).vendorUrl('slack', url)).toBe(url);
  });
});
