import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { AbiCoder, FunctionFragment, Interface } from 'ethers';
import * as z from 'zod';
import { calledMethod } from '../../../lib/chains/evm/called-method.ts';
import { selectorOf } from '../../../lib/chains/evm/method-selector.ts';
import sources from '../../../lib/chains/evm/methods.json' with { type: 'json' };
import { methodName } from '../../../lib/chains/evm/selectors.ts';

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

const Called = z.looseObject({ hash: z.string(), to: z.string(), nonce: z.unknown(), input: z.string().min(10) });

/** The call data of all recorded transactions that call an address, by hash. */
function recordedCalls(): ReadonlyMap<string, string> {
  const fixtures = new URL('../../fixtures/evm/', import.meta.url);
  const calls = new Map<string, string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { data } = Called.safeParse(value);
    if (data?.nonce !== undefined) calls.set(data.hash, data.input);
    Object.values(value).forEach(visit);
  };
  for (const file of readdirSync(fixtures, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.json')) visit(JSON.parse(readFileSync(new URL(file, fixtures), 'utf8')));
  }
  return calls;
}

describe('the selector table', () => {
  const lines = sources.flatMap(({ methods }) => methods);
  const methodsOf = (line: string): readonly [string, string] => [line.slice(0, 10), line.slice(11)];

  it('contains every signature once, under the selector of the signature', () => {
    expect(lines.filter((line) => line !== `${selectorOf(line.slice(11))} ${line.slice(11)}`)).toEqual([]);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.length).toBeGreaterThan(11_000);
  });

  it('names the method of every signature that has its selector alone', () => {
    const bySelector = Map.groupBy(lines.map(methodsOf), ([selector]) => selector);
    const alone = [...bySelector.values()].flatMap(([method, other]) =>
      method === undefined || other !== undefined ? [] : [method],
    );
    expect(alone.length).toBeGreaterThan(11_000);
    const misnamed = alone.filter(
      ([selector, signature]) => calledMethod(selector, selector) !== signature.split('(')[0],
    );
    expect(misnamed).toEqual([]);
  });

  it('equals the output of scripts/write-selectors.ts', () => {
    const { status, stderr } = spawnSync(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      script,
      '--check',
    ]);
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
  });

  it('has a version and a licence of every package', () => {
    const packages = sources.filter((source) => 'package' in source);
    expect(packages.length).toBeGreaterThan(50);
    expect(packages.filter(({ version, licence }) => !/^\d/.test(version ?? '') || !licence)).toEqual([]);
  });

  it('contains every method of OpenZeppelin that a transaction can call', () => {
    const calls = methods.filter(({ reads }) => !reads).map(({ signature }) => signature);
    expect(calls.length).toBeGreaterThan(100);
    expect(calls.filter((each) => !methodName(selectorOf(each)))).toEqual([]);
  });

  it('contains no common method that only reads', () => {
    const reads = methods.filter((method) => method.reads).map(({ signature }) => signature);
    expect(reads.length).toBeGreaterThan(100);
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

  it('names at least 85 of 100 recorded calls', () => {
    const called = recordedCalls();
    expect(called.size).toBeGreaterThan(100);
    const unnamed = [...called.values()].filter((input) => calledMethod(input.slice(0, 10), input) === undefined);
    expect(unnamed.length / called.size).toBeLessThan(0.15);
  });

  it('names a selector in any case and has no name for an unknown selector', () => {
    expect(methodName('0xA9059CBB')).toBe('transfer');
    expect(methodName('0x64617461')).toBeUndefined();
  });
});

describe('a selector that several methods share', () => {
  const SELECTOR = '0x12345678';
  const [SHORT, LONG, TEXT] = ['first(address,uint256)', 'second(address,uint256,uint256)', 'third(string)'];
  const named = (data: string, ...among: string[]) =>
    calledMethod(SELECTOR, data, new Map([[SELECTOR, among.map((each) => `${SELECTOR} ${each}`)]]));
  const called = (signature: string, ...values: unknown[]) => {
    const { inputs } = FunctionFragment.from(`function ${signature}`);
    return SELECTOR + AbiCoder.defaultAbiCoder().encode(inputs, values).slice(2);
  };
  const A = `0x${'ab'.repeat(20)}`;

  it('has the name of the method whose parameters the call data fit', () => {
    expect(named(called(SHORT, A, 1), SHORT, LONG, TEXT)).toBe('first');
    expect(named(called(LONG, A, 1, 2), SHORT, LONG, TEXT)).toBe('second');
    expect(named(called(TEXT, 'x'.repeat(40)), SHORT, LONG, TEXT)).toBe('third');
    expect(named(called(LONG, A, 1, 2).toUpperCase().replace('0X', '0x'), SHORT, LONG)).toBe('second');
  });

  it.each([
    ['fit none of the methods', called('other(uint256)', 1)],
    ['have bytes behind the parameters', `${called(SHORT, A, 1)}00`],
    ['have a word that is no address', called('first(uint256,uint256)', 2n ** 255n, 1)],
    ['are missing', SELECTOR],
    ['are longer than any that are decoded', called(TEXT, 'x'.repeat(20_000))],
  ])('has no name when the call data %s', (_what, data) => {
    expect(named(data, SHORT, LONG, TEXT)).toBeUndefined();
  });

  it('has no name when the call data fit two methods, or are unknown', () => {
    expect(named(called(SHORT, A, 1), SHORT, 'other(address,uint256)')).toBeUndefined();
    expect(named('0x', SHORT, LONG)).toBeUndefined();
  });

  it('is told without much work when a stranger made the call data', () => {
    const nested = 'fourth(uint256[][][][][])';
    // Each offset points back at the list that holds it.
    const data = SELECTOR + '20'.padStart(64, '0') + `${'ff'.padStart(64, '0')}${'00'.repeat(32)}`.repeat(200);
    const start = performance.now();
    expect(named(data, nested, SHORT)).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
