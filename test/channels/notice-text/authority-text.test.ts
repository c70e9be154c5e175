import { describe, expect, it } from '@jest/globals';
import { authorityFacts } from '../../../lib/channels/notice-text/authority-text.ts';
import { anApproval, anAuthorityChange, aTransaction, NFT, OURS, THEIRS, USDC } from '../../support/records.ts';

const factsOf = (more: Parameters<typeof aTransaction>[0]) => authorityFacts(aTransaction(more));
const firstOf = (more: Parameters<typeof aTransaction>[0]) => factsOf(more)[0]?.value;

describe('the facts of an approval', () => {
  it('name the spender, the owner and the contract of the token', () => {
    expect(factsOf({ approvals: [anApproval()] })).toEqual([
      { name: 'Approval', value: `unlimited USDC to ${THEIRS}` },
      { name: 'Approved by', value: OURS },
      { name: 'Approved token', value: USDC },
    ]);
  });

  it.each([
    [{ amount: '1.5', unlimited: false }, 'USDC', `1.5 USDC to ${THEIRS}`],
    [{ amount: '0', unlimited: false, approved: false }, 'USDC', `revoked USDC from ${THEIRS}`],
    [{ amount: null, tokenId: '7', unlimited: false }, 'BAYC', `token 7 of BAYC to ${THEIRS}`],
    [{ amount: null }, 'BAYC', `all tokens of BAYC to ${THEIRS}`],
    [{ amount: null, unlimited: false, approved: false }, 'BAYC', `revoked all tokens of BAYC from ${THEIRS}`],
    [{}, 'Claim at usdc.com', `unlimited “Claim at usdc[.]com” to ${THEIRS}`],
  ])('say of %j what it grants', (more, asset, value) => {
    expect(firstOf({ approvals: [anApproval({ asset, ...more })] })).toBe(value);
  });

  it('hold the largest token id whole, and the time at which the approval ends', () => {
    const tokenId = String(2n ** 256n - 1n);
    const expiresAt = '2026-02-01T00:00:00.000Z';
    const facts = factsOf({ approvals: [anApproval({ asset: 'N', tokenAddress: NFT, tokenId, expiresAt })] });
    expect(facts[0]?.value).toContain(`token ${tokenId} of N`);
    expect(facts).toContainEqual({ name: 'Approved until', value: expiresAt });
  });

  it('are few, also when a transaction holds hundreds', () => {
    const facts = factsOf({
      approvals: Array(500).fill(anApproval()),
      authority: Array(400).fill(anAuthorityChange()),
    });
    expect(facts).toHaveLength(15);
    expect(facts).toContainEqual({ name: 'Further approvals', value: '497' });
    expect(facts).toContainEqual({ name: 'Further changes of authority', value: '397' });
  });
});

describe('the facts of a change of authority', () => {
  it.each([
    [{}, `owner added ${THEIRS}`],
    [{ kind: 'owner_removed', before: OURS, after: null }, `owner removed ${OURS}`],
    [{ kind: 'threshold_changed', after: '2' }, 'threshold changed to 2'],
    [{ kind: 'threshold_changed', before: '1', after: '2' }, 'threshold changed from 1 to 2'],
    [{ kind: 'ownership_transferred', before: OURS }, `ownership transferred from ${OURS} to ${THEIRS}`],
    [{ kind: 'master_key_disabled', after: null }, 'master key disabled'],
  ] as const)('say of %j what changed', (more, value) => {
    expect(firstOf({ authority: [anAuthorityChange(more)] })).toBe(value);
  });

  it('name each subject once', () => {
    const subjects = factsOf({ authority: [anAuthorityChange(), anAuthorityChange({ kind: 'module_enabled' })] });
    expect(subjects.filter(({ name }) => name === 'Authority over')).toEqual([{ name: 'Authority over', value: OURS }]);
  });
});
