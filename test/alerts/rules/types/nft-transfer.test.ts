import { describe, expect, it } from '@jest/globals';
import { compileRule, type EvaluableRule } from '../../../../lib/alerts/rules/compile-rule.ts';
import { NATIVE } from '../../../../lib/chains/port/chain.ts';
import { allFamilies } from '../../../../lib/chains/registry.ts';
import type { Transfer } from '../../../../lib/transactions/schema.ts';
import { anNftTransfer, aTokenTransfer, aTransfer, evaluated, NFT, THEIRS } from '../../../support/records.ts';

const evaluateRule = (conditions: EvaluableRule['conditions'], transfers: Transfer[]) =>
  compileRule({ ruleType: 'nft_transfer', walletIds: [], conditions }).evaluate(evaluated({ transfers }), {});
const matches = (...given: Parameters<typeof evaluateRule>): boolean => evaluateRule(...given).matches;

const standards = allFamilies.flatMap((family) => Object.entries(family.standards));

describe('nft_transfer', () => {
  it.each(standards)('follows the chain family in whether %s is fungible: %j', (standard, { fungible }) => {
    expect(matches({}, [anNftTransfer({ standard })])).toBe(!fungible);
  });

  it('does not fire on the native asset, and says why', () => {
    const { matches: fires, reasons } = evaluateRule({}, [aTransfer()]);
    expect(fires).toBe(false);
    expect(reasons).toContainEqual({
      condition: 'standard',
      expected: 'a standard of non-fungible tokens',
      actual: NATIVE,
      passed: false,
    });
  });

  it('fires on a non-fungible token beside the payment for the token', () => {
    expect(matches({}, [aTransfer({ direction: 'outbound' }), aTokenTransfer(), anNftTransfer()])).toBe(true);
  });

  it('does not fire on a transfer of no token', () => {
    expect(matches({}, [anNftTransfer({ standard: 'ERC-1155', amount: '0' })])).toBe(false);
    expect(matches({}, [])).toBe(false);
  });

  it.each(['inbound', 'outbound', 'internal'] as const)('fires only on %s transfers when the rule says so', (way) => {
    const directions = ['inbound', 'outbound', 'internal'] as const;
    const firing = directions.filter((direction) => matches({ direction: way }, [anNftTransfer({ direction })]));
    expect(firing).toEqual([way]);
  });

  it('matches the address of the token in any case', () => {
    for (const token_address of [NFT, NFT.toLowerCase()]) {
      expect(matches({ token_address }, [anNftTransfer()])).toBe(true);
      expect(matches({ token_address }, [anNftTransfer({ tokenAddress: THEIRS })])).toBe(false);
    }
  });

  it('compares token ids exactly, beyond the numbers that JSON holds exactly', () => {
    const token_id = String(2n ** 256n - 1n);
    expect(matches({ token_id }, [anNftTransfer({ tokenId: token_id })])).toBe(true);
    for (const tokenId of [String(2n ** 256n - 2n), `0${token_id}`, null]) {
      expect(matches({ token_id }, [anNftTransfer({ tokenId })])).toBe(false);
    }
    const nftoken = anNftTransfer({ standard: 'XLS-20', tokenId: `000A${'0B'.repeat(30)}` });
    expect(matches({ token_id: `000a${'0b'.repeat(30)}` }, [nftoken])).toBe(true);
    expect(matches({}, [nftoken])).toBe(true);
  });

  it('requires standard, address, token id and direction in the same transfer', () => {
    const conditions = { token_address: NFT, token_id: '7', direction: 'inbound' };
    expect(matches(conditions, [anNftTransfer()])).toBe(true);
    const spoilt: Partial<Transfer>[] = [
      { standard: 'ERC-20' },
      { tokenAddress: THEIRS },
      { tokenId: '8' },
      { direction: 'outbound' },
    ];
    for (const more of spoilt) expect(matches(conditions, [anNftTransfer(more)])).toBe(false);
    expect(matches(conditions, spoilt.map(anNftTransfer))).toBe(false);
  });
});
