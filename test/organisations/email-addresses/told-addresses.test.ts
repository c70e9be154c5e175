import { describe, expect, it } from '@jest/globals';
import { addressesTold, toldAfter } from '../../../lib/organisations/email-addresses/told-addresses.ts';
import { plusDays } from '../../../lib/values/time.ts';

const NOW = new Date('2026-01-31T12:00:00.000Z');
const AT = NOW.toISOString();
const addresses = (name: string, n: number) => Array.from({ length: n }, (_, i) => `${name}${i}@example.com`);
const lostSettings = (lost: readonly string[], lostAt = NOW) => ({ toldUntil: toldAfter({}, lost, lostAt) });

describe('the addresses that hear of a change', () => {
  it('are all of the settings, and all that the settings have lost lately, while there are places for them', () => {
    const [lost, present] = [addresses('lost', 8), addresses('present', 12)];
    expect(addressesTold(lostSettings(lost), present, AT).toSorted()).toEqual([...lost, ...present].toSorted());
  });

  it('are half of each when there are too many of both', () => {
    const told = addressesTold(lostSettings(addresses('lost', 20)), addresses('present', 20), AT);
    expect(told.filter((address) => address.startsWith('lost'))).toHaveLength(10);
    expect(told.filter((address) => address.startsWith('present'))).toHaveLength(10);
  });

  it('name an address once that the settings have again', () => {
    expect(addressesTold(lostSettings(['a@example.com']), ['a@example.com'], AT)).toEqual(['a@example.com']);
  });
});

describe('what the settings note of lost addresses', () => {
  it('ends after three days, also when nobody loses an address', () => {
    const settings = lostSettings(['a@example.com'], plusDays(NOW, -3));
    expect(addressesTold(settings, [], AT)).toEqual([]);
    expect(toldAfter(settings, [], NOW)).toEqual([]);
  });

  it('keeps what was noted before, whatever number of addresses is lost later', () => {
    const settings = lostSettings(['first@example.com'], plusDays(NOW, -1));
    expect(toldAfter(settings, addresses('late', 30), NOW)[0]?.address).toBe('first@example.com');
  });
});
