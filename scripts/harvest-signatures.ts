import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import { FunctionFragment } from 'ethers';
import * as z from 'zod';
import present from '../lib/chains/evm/methods.json' with { type: 'json' };
import { signaturesIn } from './abi-signatures.ts';

/**
 * Reads the signatures of contracts from the npm packages that methods.json names, and writes them into the
 * file. Downloads each package, runs nothing of it, and keeps nothing of it but names and types of methods. These are
 * facts about deployed contracts, so packages of any licence may state them; the file names the licence.
 *
 * Not a part of `npm run generate`, which needs no network. To add a package, add an entry with its version and no
 * methods, run `node scripts/harvest-signatures.ts`, and then `npm run generate`, which adds the selectors. An entry
 * with methods stays as it is.
 */
const file = new URL('../lib/chains/evm/methods.json', import.meta.url);

/** Contracts that only tests deploy are in no table of methods. */
const OF_TESTS = /(^|[^a-z])(tests?|forge-std|ds-test|harness\w*|echidna|certora|examples?)([^a-z]|$)|mock|[a-z]Test/i;
const isRead = (path: string): boolean => !OF_TESTS.test(path) && !path.endsWith('.d.ts');
const MOST_BYTES = 8_000_000;

const Manifest = z.object({ license: z.string().default('not stated') });

/** A plain value that a literal of a program states; undefined for what is no literal. */
function literal(node: unknown): unknown {
  const { type, ...of }: Readonly<Record<string, unknown>> = typeof node === 'object' ? { ...node } : {};
  const list = (value: unknown) => z.array(z.unknown()).parse(value);
  if (type === 'StringLiteral' || type === 'NumericLiteral' || type === 'BooleanLiteral') return of.value;
  if (type === 'UnaryExpression') return of.operator === '!' ? !literal(of.argument) : undefined;
  if (type === 'ArrayExpression') return list(of.elements).map(literal);
  if (type === 'TSAsExpression' || type === 'ParenthesizedExpression') return literal(of.expression);
  return type === 'ObjectExpression' ? Object.fromEntries(list(of.properties).flatMap(propertyOf)) : undefined;
}

const Property = z.looseObject({
  type: z.literal('ObjectProperty'),
  key: z.union([z.looseObject({ name: z.string() }), z.looseObject({ value: z.string() })]),
});
function propertyOf(node: unknown): readonly (readonly [string, unknown])[] {
  const property = Property.safeParse(node).data;
  return property === undefined ? [] : [[String(property.key.name ?? property.key.value), literal(property.value)]];
}

function inAbi(value: unknown): string[] {
  try {
    return signaturesIn(value);
  } catch {
    return []; // ethers throws for what looks like an entry of an ABI and is none
  }
}

/** The signatures in the literals of a program: the entries of ABIs, and ABIs as JSON or for people. */
function inProgram(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(inProgram);
  const { type, value, loc: _, ...children }: Readonly<Record<string, unknown>> = { ...node };
  if (type === 'StringLiteral' && typeof value === 'string') return inText(value);
  if (type === 'ObjectExpression') {
    const entry = literal(node);
    if (z.object({ type: z.literal('function') }).safeParse(entry).success) return inAbi(entry);
  }
  return [value, ...Object.values(children)].flatMap(inProgram);
}

function inText(text: string): string[] {
  try {
    if (/^function \w+\(/.test(text)) {
      const fragment = FunctionFragment.from(text);
      return fragment.constant ? [] : [fragment.format('sighash')];
    }
    return /"type":\s*"function"/.test(text) ? signaturesIn(JSON.parse(text)) : [];
  } catch {
    return []; // a text of another kind
  }
}

const OPTIONS = { sourceType: 'unambiguous', errorRecovery: true, attachComment: false } as const;

function inFile(path: string): string[] {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size > MOST_BYTES) return [];
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.json')) return inText(text);
  if (!/function \w+\(|type["']?:\s*["']function/.test(text)) return [];
  try {
    return inProgram(parse(text, { ...OPTIONS, plugins: path.endsWith('.ts') ? ['typescript'] : [] }).program);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return []; // a program of another language
  }
}

function harvest({ package: name, version }: { package: string; version: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'signatures-'));
  try {
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const archive = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', `${name}@${version}`], options).trim();
    execFileSync('tar', ['xzf', archive, '--strip-components', '1'], options);
    const { license } = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    const files = globSync('**/*.{json,js,cjs,mjs,ts}', { cwd: folder }).filter(isRead);
    const methods = [...new Set(files.sort().flatMap((path) => inFile(join(folder, path))))];
    console.error(`${name} ${version}: ${methods.length} methods`);
    return { package: name, version, licence: license, methods };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const sources: object[] = [];
for (const source of present) {
  sources.push(source.package !== undefined && source.methods.length === 0 ? harvest(source) : source);
  writeFileSync(file, `${JSON.stringify([...sources, ...present.slice(sources.length)], null, 2)}\n`);
}
