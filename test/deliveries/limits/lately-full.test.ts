import { expect, it } from '@jest/globals';
import { latelyFull } from '../../../lib/deliveries/limits/lately-full.ts';
import { organisationKey } from '../../../lib/deliveries/limits/limit-key.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { organisation, uuid } from '../../support/records.ts';

it('a limit that was full is remembered for a minute, apart from the limits of other organisations', () => {
  let now = new Date('2026-01-31T09:00:00.000Z');
  const lately = latelyFull(() => now);
  const of = { organisationId: organisation, key: organisationKey('first') };
  expect(lately.has(of)).toBe(false);
  lately.add(of);
  now = new Date('2026-01-31T09:00:59.999Z');
  expect(lately.has(of)).toBe(true);
  expect(lately.has({ ...of, key: organisationKey('retries') })).toBe(false);
  expect(lately.has({ ...of, organisationId: OrganisationId.parse(uuid(99)) })).toBe(false);
  now = new Date('2026-01-31T09:01:00.000Z');
  expect(lately.has(of)).toBe(false);
});
