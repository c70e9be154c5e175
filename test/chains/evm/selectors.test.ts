import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Interface } from 'ethers';
import * as z from 'zod';
import signatures from '../../../lib/chains/evm/selectors.json' with { type: 'json' };
import { methodName, selectorOf, selectorsOf } from '../../../lib/chains/evm/selectors.ts';

const contracts = new URL('../../../node_modules/@openzeppelin/contracts/build/contracts/', import.meta.url);
const Artifact = z.object({ abi: z.array(z.looseObject({ type: z.string() })) });

describe('the selector table', () => {
  it('files every signature under the selector it has', () => {
    const misfiled = Object.entries(signatures).filter(([selector, signature]) => selectorOf(signature) !== selector);
    expect(misfiled).toEqual([]);
  });

  it('has every method of OpenZeppelin', () => {
    const missing = readdirSync(contracts).flatMap((file) => {
      const { abi } = Artifact.parse(JSON.parse(readFileSync(new URL(file, contracts), 'utf8')));
      const methods = new Interface(JSON.stringify(abi.filter(({ type }) => type === 'function')));
      return methods.fragments
        .map((method) => method.format('sighash'))
        .filter((each) => !methodName(selectorOf(each)));
    });
    expect(missing).toEqual([]);
  });

  it('names a selector in any case and leaves an unknown one unnamed', () => {
    expect(methodName('0xA9059CBB')).toBe('transfer');
    expect(methodName('0x64617461')).toBeUndefined();
  });

  it('gives every selector of a name, whatever its arguments', () => {
    expect(selectorsOf('safeTransferFrom').sort()).toEqual(['0x42842e0e', '0xb88d4fde', '0xf242432a']);
    expect(selectorsOf('noSuchMethod')).toEqual([]);
  });
});
