import { describe, expect, it } from '@jest/globals';
import { OrganisationId } from '../../lib/values/ids.ts';
import { raisedBy } from '../../lib/watch/raised.ts';
import type { Touch } from '../../lib/watch/touches.ts';
import { uuid } from '../support/records.ts';
import { hashOf, RECEIVER, SENDER } from '../support/scenario.ts';
import { STRANGER } from './payments.ts';

const UNI = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984';
const FAKE = '0x00000000000000000000000000000000DeaDBeef';
const organisationId = OrganisationId.parse(uuid(1));

/** A transaction of a stranger that moves a token out of the wallet. */
const taking = (place: number, token: string, amount: string, more: object = {}): Touch => ({
  organisationId,
  walletId: uuid(2),
  address: SENDER,
  place,
  urgency: 'other',
  inBlock: {
    undecoded: null,
    blockHash: hashOf(1),
    transaction: {
      chain: 'ethereum',
      hash: hashOf(place),
      blockNumber: 1,
      blockTimestamp: '2026-03-01T00:00:00.000Z',
      status: 'success',
      fromAddress: STRANGER,
      toAddress: token,
      kind: 'contract_call',
      methodName: null,
      methodSelector: null,
      gasPriceGwei: '1',
      feeAmount: '0',
      movements: [
        { asset: 'T', tokenAddress: token, tokenId: null, standard: 'ERC-20', from: SENDER, to: RECEIVER, amount },
      ],
      ...more,
    },
  },
});
const approving = (place: number, token: string, amount: string | null, approved = true): Touch => {
  const approval = { standard: 'ERC-20', asset: 'T', tokenAddress: token, tokenId: null, owner: SENDER };
  const granted = { spender: STRANGER, amount, unlimited: amount === null, approved, expiresAt: null };
  return taking(place, token, '0', { approvals: [{ ...approval, ...granted }] });
};

/** The places of the touches that are raised for a wallet that has held UNI, and what was asked. */
async function raised(...touches: readonly Touch[]) {
  const asked: (readonly string[])[] = [];
  const among = async (_: OrganisationId, __: unknown, tokens: readonly string[]) => {
    asked.push(tokens);
    return new Set(tokens.filter((token) => token === UNI));
  };
  const found = [...(await raisedBy({ among }, touches)).values()];
  expect(found.every(({ urgency }) => urgency === 'urgent')).toBe(true);
  return { places: found.map(({ place }) => place), asked };
}

describe('A match is raised to urgent', () => {
  it('that takes a token which the wallet has held, but not what a stranger says of his own token', async () => {
    expect(await raised(taking(1, FAKE, '9'), taking(2, UNI, '1'))).toEqual({ places: [2], asked: [[FAKE, UNI]] });
  });

  it('that approves a token which the wallet has held, but not the end of an approval', async () => {
    expect((await raised(approving(1, UNI, '0', false), approving(2, UNI, null))).places).toEqual([2]);
  });

  it('that is the greatest of its token in the block: an offer is taken in crumbs', async () => {
    const crumbs = Array.from({ length: 300 }, (_, n) => taking(n, UNI, '0.000001'));
    expect((await raised(...crumbs, taking(900, UNI, '5'), ...crumbs)).places).toEqual([900]);
  });

  it('never without a token that leaves the wallet, so that nothing is asked', async () => {
    const inbound = taking(1, UNI, '0');
    const urgent: Touch = { ...taking(2, UNI, '1'), urgency: 'urgent' };
    expect(await raised(inbound, urgent)).toEqual({ places: [], asked: [] });
  });
});
