import { describe, expect, it } from '@jest/globals';
import type { AlertEvent } from '../../../lib/alerts/events/schema.ts';
import { noticeBody, pingBody } from '../../../lib/channels/http/payload.ts';
import { differenceNotice, firedNotice, retractedNotice } from '../../support/notices.ts';
import { aMemo, anEvent, aSubjectEvent, aTransaction, OURS, uuid } from '../../support/records.ts';

const fired = (event: AlertEvent) => noticeBody(firedNotice(event));

describe('the payload of alert.fired', () => {
  it('has the fields of the specification in their order', () => {
    const transaction = aTransaction({
      hash: '0xhash',
      chain: 'base',
      fromAddress: '0xfrom',
      toAddress: '0xto',
      tokenSymbol: 'USDC',
      tokenAmount: '0.000000000000000001',
      valueUsd: '123456789012345678901234567890.12',
      blockNumber: 19_000_000,
      blockTimestamp: '2026-01-31T09:00:00.000Z',
      notes: 'private',
    });
    const event = anEvent({
      ruleId: 'rule-id',
      ruleName: 'Zoë "🐋"',
      firedAt: '2026-01-31T09:00:06.000Z',
      transaction,
    });
    expect(fired(event)).toBe(
      '{"event":"alert.fired","fired_at":"2026-01-31T09:00:06.000Z","rule":{"id":"rule-id","name":"Zoë \\"🐋\\""},' +
        '"transaction":{"hash":"0xhash","chain":"base","from":"0xfrom","to":"0xto",' +
        '"value_eth":"0.000000000000000001","value_usd":"123456789012345678901234567890.12",' +
        '"block":19000000,"timestamp":"2026-01-31T09:00:00.000Z"}}',
    );
  });

  it('has empty texts when the transaction has no recipient and no known value', () => {
    const transaction = aTransaction({ toAddress: null, valueUsd: null });
    expect(JSON.parse(fired(anEvent({ transaction }))).transaction).toMatchObject({ to: '', value_usd: '' });
  });
});

describe('the payload of an alert without a transaction', () => {
  it('has null in place of the transaction', () => {
    expect(JSON.parse(fired(aSubjectEvent()))).toEqual({
      event: 'alert.fired',
      fired_at: '2026-01-31T09:00:06.000Z',
      rule: { id: uuid(3), name: 'Large transfer' },
      transaction: null,
    });
  });

  it('has the subject in the full format', () => {
    expect(JSON.parse(noticeBody(firedNotice(aSubjectEvent()), 'full'))).toMatchObject({
      transaction: null,
      subject: { walletId: uuid(2), chain: 'ethereum', asset: 'native', symbol: 'ETH', level: '0.25' },
      direction: null,
      transfers: [],
      verified: null,
      summary: 'Treasury holds 0.25 ETH',
    });
  });
});

describe('the payload of alert.retracted', () => {
  const event = anEvent({ id: 'event-id', firedAt: '2026-01-31T09:00:06.000Z' });
  const retracted = JSON.parse(noticeBody(retractedNotice({ ...event, retractedAt: '2026-01-31T09:01:00.000Z' })));

  it('names the event of the alert and both times', () => {
    expect(Object.keys(retracted)).toEqual(['event', 'event_id', 'fired_at', 'retracted_at', 'rule', 'transaction']);
    expect(retracted).toMatchObject({
      event: 'alert.retracted',
      event_id: 'event-id',
      fired_at: '2026-01-31T09:00:06.000Z',
      retracted_at: '2026-01-31T09:01:00.000Z',
    });
  });

  it('repeats the rule and the transaction of alert.fired', () => {
    const { rule, transaction } = JSON.parse(fired(event));
    expect(retracted).toMatchObject({ rule, transaction });
  });
});

describe('the payload of coverage.difference', () => {
  it('has the fields of the contract in their order', () => {
    const wallet = { id: 'wallet-id', label: 'Zoë "🐋"', address: '0xours' };
    const amounts = { expected: '2.5', actual: '0.000000000000000001', difference: '-2.499999999999999999' };
    const notice = differenceNotice({ id: 'difference-id', wallet, asset: 'USDC', tokenAddress: '0xusdc', ...amounts });
    expect(noticeBody({ ...notice, chainId: 'base', fromHeight: 18_999_901 })).toBe(
      '{"event":"coverage.difference","occurred_at":"2026-01-31T09:00:06.000Z",' +
        '"wallet":{"id":"wallet-id","label":"Zoë \\"🐋\\"","address":"0xours"},"chain":"base","asset":"USDC",' +
        '"expected":"2.5","actual":"0.000000000000000001","difference":"-2.499999999999999999",' +
        '"from_height":18999901,"to_height":19000000,"reconciliation_id":"difference-id"}',
    );
  });
});

describe('the payload of ping', () => {
  it('names the subscription and the time', () => {
    expect(JSON.parse(pingBody('webhook-id', new Date('2026-01-31T09:00:00Z')))).toEqual({
      event: 'ping',
      fired_at: '2026-01-31T09:00:00.000Z',
      webhook: { id: 'webhook-id' },
    });
  });
});

describe('the full format', () => {
  const retracted = { ...anEvent(), retractedAt: '2026-01-31T09:01:00.000Z' };

  it.each([
    ['alert.fired', firedNotice(anEvent())],
    ['alert.retracted', retractedNotice(retracted)],
  ])('adds keys to the standard body of %s and changes none of its keys', (_kind, notice) => {
    const standard: object = JSON.parse(noticeBody(notice));
    const full: object = JSON.parse(noticeBody(notice, 'full'));
    const { transaction, reasons, severity } = anEvent();
    expect(full).toEqual({
      ...standard,
      event_id: anEvent().id,
      severity,
      wallet: { id: uuid(2), label: 'Treasury', address: OURS, tags: ['deposit'], externalId: 'customer 7' },
      summary: 'Treasury received 1 ETH (3,000 USD) from 0x8617…070D',
      from_label: null,
      to_label: null,
      direction: transaction.direction,
      value_status: transaction.valueStatus,
      destination_tag: null,
      references: [],
      transfers: transaction.transfers,
      approvals: [],
      authority: [],
      omitted: { transfers: 0, approvals: 0, authority: 0 },
      source: 'import',
      verified: false,
      reasons,
      suppressed: { count: 0, largest_usd: null },
    });
    expect(Object.keys(full).slice(0, Object.keys(standard).length)).toEqual(Object.keys(standard));
  });

  it.each(['alert.fired', 'alert.retracted'])('of %s states how far the facts can be trusted', (kind) => {
    const transaction = aTransaction({
      source: 'watch',
      verified: true,
      valueUsd: null,
      valueStatus: 'pending',
      destinationTag: 0,
      references: [aMemo],
      omitted: { transfers: 4_500, approvals: 20, authority: 1 },
    });
    const event = anEvent({ transaction, suppressed: { count: 3, largestUsd: '7500' } });
    const notice =
      kind === 'alert.fired'
        ? firedNotice(event)
        : retractedNotice({ ...event, retractedAt: '2026-01-31T09:01:00.000Z' });
    expect(JSON.parse(noticeBody(notice, 'full'))).toMatchObject({
      event: kind,
      source: 'watch',
      verified: true,
      value_status: 'pending',
      destination_tag: 0,
      references: [aMemo],
      omitted: { transfers: 4_500, approvals: 20, authority: 1 },
      suppressed: { count: 3, largest_usd: '7500' },
    });
  });

  it('states what the cooldown suppressed since the last alert', () => {
    const notice = firedNotice(anEvent({ suppressed: { count: 3, largestUsd: '7500' } }));
    expect(JSON.parse(noticeBody(notice, 'full'))).toMatchObject({ suppressed: { count: 3, largest_usd: '7500' } });
  });
});
