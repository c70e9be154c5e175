import { expect, it } from '@jest/globals';
import { keys, prefixes } from '../../../lib/platform/table/keys.ts';
import { metKeys, metPrefixes } from '../../../lib/platform/table/met-keys.ts';
import { organisation, uuid } from '../../support/records.ts';

it('The counterparties of a wallet are in the partition of its organisation, alike ones side by side', () => {
  const [own, alike, other] = [
    metKeys.met(organisation, uuid(1), 'out', '12345678', '0x1234aa5678'),
    metKeys.met(organisation, uuid(1), 'out', '12345678', '0x1234bb5678'),
    metKeys.met(organisation, uuid(1), 'in', '12345678', '0x1234aa5678'),
  ];
  const since = metKeys.since(organisation);
  expect([own, alike, other, since].map(({ pk }) => pk)).toEqual(Array(4).fill(keys.organisation(organisation).pk));
  const prefix = metPrefixes.alike(uuid(1), 'out', '12345678');
  expect([own, alike, other, since].map(({ sk }) => sk.startsWith(prefix))).toEqual([true, true, false, false]);
  const others = Object.values(prefixes).filter((each) => typeof each === 'string');
  expect(others.filter((each) => own.sk.startsWith(each) || since.sk.startsWith(each))).toEqual([]);
});
