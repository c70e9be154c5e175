import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { FunctionFragment, Interface } from 'ethers';
import * as z from 'zod';
import names from '../../../lib/chains/evm/method-names.json' with { type: 'json' };
import { selectorOf } from '../../../lib/chains/evm/method-selector.ts';
import signatures from '../../../lib/chains/evm/selectors.json' with { type: 'json' };
import { methodName } from '../../../lib/chains/evm/selectors.ts';
import sources from '../../../lib/chains/evm/selectors-sources.json' with { type: 'json' };

const contracts = new URL('../../../node_modules/@openzeppelin/contracts/build/contracts/', import.meta.url);
const Artifact = z.object({ abi: z.array(z.looseObject({ type: z.string() })) });
/** The signature of every method of OpenZeppelin, and whether the method only reads. */
const methods = readdirSync(contracts).flatMap((file) => {
  const { abi } = Artifact.parse(JSON.parse(readFileSync(new URL(file, contracts), 'utf8')));
  return new Interface(JSON.stringify(abi.filter(({ type }) => type === 'function'))).fragments
    .filter((fragment) => fragment instanceof FunctionFragment)
    .map((method) => ({ reads: method.constant, signature: method.format('sighash') }));
});
const script = fileURLToPath(new URL('../../../scripts/write-selectors.ts', import.meta.url));

describe('the selector table', () => {
  it('contains every signature under the selector of the signature', () => {
    const misfiled = Object.entries(signatures).filter(([selector, signature]) => selectorOf(signature) !== selector);
    expect(misfiled).toEqual([]);
  });

  it('contains the name of the method of every signature', () => {
    const named = Object.entries(signatures).map(([selector, signature]) => [selector, signature.split('(')[0]]);
    expect(names).toEqual(Object.fromEntries(named));
  });

  it('equals the output of scripts/write-selectors.ts', () => {
    const { status, stderr } = spawnSync(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      script,
      '--check',
    ]);
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
  });

  it('has a source for every signature, and every source has a permissive licence', () => {
    expect(sources.reduce((sum, source) => sum + source.signatures, 0)).toBe(Object.keys(signatures).length);
    const licences = sources.filter((source) => 'package' in source).map(({ licence }) => licence);
    expect(licences.length).toBeGreaterThan(4);
    expect(licences.filter((licence) => !['MIT', 'ISC', 'Apache-2.0'].includes(licence ?? ''))).toEqual([]);
  });

  it('contains every method of OpenZeppelin that a transaction can call', () => {
    const calls = methods.filter(({ reads }) => !reads).map(({ signature }) => signature);
    expect(calls.length).toBeGreaterThan(100);
    expect(calls.filter((each) => !methodName(selectorOf(each)))).toEqual([]);
  });

  it('contains no method that only reads', () => {
    const reads = methods.filter((method) => method.reads).map(({ signature }) => signature);
    expect(reads.filter((each) => methodName(selectorOf(each)))).toEqual([]);
  });

  it.each([
    ['0xa9059cbb', 'transfer'],
    ['0x095ea7b3', 'approve'],
    ['0xd505accf', 'permit'],
    ['0xd0e30db0', 'deposit'],
    ['0x2e1a7d4d', 'withdraw'],
    ['0xac9650d8', 'multicall'],
    ['0x82ad56cb', 'aggregate3'],
    ['0x38ed1739', 'swapExactTokensForTokens'],
    ['0x414bf389', 'exactInputSingle'],
    ['0x04e45aaf', 'exactInputSingle'],
    ['0x3593564c', 'execute'],
    ['0x12aa3caf', 'swap'],
    ['0x617ba037', 'supply'],
    ['0x6a761202', 'execTransaction'],
    ['0x1fad948c', 'handleOps'],
    ['0xfb0f3ee1', 'fulfillBasicOrder'],
    ['0x8264fe98', 'buyPunk'],
    ['0xe9e05c42', 'depositTransaction'],
  ])('names the selector %s as %s', (selector, name) => {
    expect(methodName(selector)).toBe(name);
  });

  it('names a selector in any case and has no name for an unknown selector', () => {
    expect(methodName('0xA9059CBB')).toBe('transfer');
    expect(methodName('0x64617461')).toBeUndefined();
  });
});
