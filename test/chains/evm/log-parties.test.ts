import { describe, expect, it } from '@jest/globals';
import { APPROVAL_EVENTS, tokenApprovals } from '../../../lib/chains/evm/approvals.ts';
import { AUTHORITY_EVENTS, authorityChanges } from '../../../lib/chains/evm/authority.ts';
import { partiesOf } from '../../../lib/chains/evm/evm-block.ts';
import { partiesByEvent } from '../../../lib/chains/evm/log-parties.ts';
import { TRANSFER_EVENTS } from '../../../lib/chains/evm/logs.ts';
import { EXECUTION_EVENTS } from '../../../lib/chains/evm/safe-executions.ts';
import { recordedApprovals, recordedAuthority } from './recorded-events.ts';

const events = [...TRANSFER_EVENTS, ...APPROVAL_EVENTS, ...AUTHORITY_EVENTS, ...EXECUTION_EVENTS];
const CONTRACT = `0x${'c0'.repeat(20)}`;

describe('partiesByEvent', () => {
  it.each(events)('knows the event %s in any case, and no other event that begins alike', (event) => {
    expect(partiesByEvent(event)).toBeDefined();
    expect(partiesByEvent(`0x${event.slice(2).toUpperCase()}`)).toBe(partiesByEvent(event));
    expect(partiesByEvent(`${event.slice(0, -1)}${event.endsWith('0') ? '1' : '0'}`)).toBeUndefined();
  });

  it.each([...AUTHORITY_EVENTS, ...EXECUTION_EVENTS])(
    'names the contract of the event %s, whatever its arguments are',
    (event) => {
      const log = { address: CONTRACT, topics: [event], data: '0x' };
      expect(partiesByEvent(event)?.(log, null)).toEqual([CONTRACT]);
    },
  );

  it.each([undefined, null, 7, '', '0x', `0x${'0'.repeat(64)}`])('knows no event %j', (topic) => {
    expect(partiesByEvent(topic)).toBeUndefined();
  });
});

describe('the parties of recorded transactions', () => {
  it.each([...recordedApprovals, ...recordedAuthority])(
    'contain owners, spenders and changed contracts: $name',
    ({ logs }) => {
      const parties = partiesOf({ hash: '', raw: {}, receipt: { logs } }, null);
      const ends = tokenApprovals(logs).flatMap(({ owner, spender }) => [owner, spender]);
      const named = [...ends, ...authorityChanges(logs).map(({ subject }) => subject)];
      expect(parties).toEqual(expect.arrayContaining(named.map((address) => address.toLowerCase())));
    },
  );
});
