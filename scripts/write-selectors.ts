import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { FunctionFragment } from 'ethers';
import * as z from 'zod';
import named from '../lib/chains/evm/selectors-named.json' with { type: 'json' };

/**
 * Writes the selector table (selectors.json) and its sources (selectors-sources.json) from the ABIs in npm packages.
 * With --check, only compares the committed files with the packages; a missing file counts as different.
 *
 * The table holds only methods that change state, because a transaction calls no other methods. If two signatures share
 * a selector, the first source in the order below wins. Within a source the first file by name wins.
 */
const packages = [
  { package: '@openzeppelin/contracts', abis: 'build/contracts/*.json' },
  { package: '@safe-global/safe-deployments', abis: 'dist/assets/**/*.json' },
  { package: '@metamask/metamask-eth-abis', abis: 'dist/abis/*.js' },
  { package: 'abitype', abis: 'dist/esm/exports/abis.js' },
  { package: '@0x/contract-artifacts', abis: 'lib/artifacts/*.json' },
  { package: '@zoralabs/protocol-deployments', abis: 'dist/index.js' },
];
const PERMISSIVE = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause'] as const;
const modules = new URL('../node_modules/', import.meta.url);

const Package = z.object({ version: z.string(), license: z.enum(PERMISSIVE) });
/**
 * The types of a contract's ABI. A library's ABI has other types, such as `IERC20`, but no transaction calls a library.
 */
const Parameter = z.looseObject({
  type: z.string().regex(/^(tuple|address|bool|string|function|bytes\d*|u?int\d+)[[\]\d]*$/),
});
const Method = z.looseObject({ type: z.literal('function'), name: z.string(), inputs: z.array(Parameter) });

/** The signatures of all state-changing methods, at any depth of an artifact or of the exports of a module. */
function signaturesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const method = Method.safeParse(value);
  if (!method.success) return Object.values(value).flatMap(signaturesIn);
  const fragment = FunctionFragment.from(method.data);
  return fragment.constant ? [] : [fragment.format('sighash')];
}

/**
 * Reads a package's signatures and licence.
 * @throws Error when the package is missing or its licence is not permissive.
 */
async function read(source: (typeof packages)[number]) {
  const folder = new URL(`${source.package}/`, modules);
  const { version, license } = Package.parse(JSON.parse(await readFile(new URL('package.json', folder), 'utf8')));
  const signatures: string[] = [];
  for (const file of globSync(source.abis, { cwd: fileURLToPath(folder) }).sort()) {
    const url = new URL(file, folder);
    const content: unknown = file.endsWith('.json') ? JSON.parse(await readFile(url, 'utf8')) : await import(url.href);
    signatures.push(...signaturesIn(content));
  }
  if (signatures.length === 0) throw new Error(`${source.package} ${version} has no ABI at ${source.abis}`);
  return { source: { package: source.package, version, licence: license }, signatures };
}

/** Interfaces of deployed contracts that are in none of these packages. */
const interfaces = Object.entries(named).map(([contract, signatures]) => ({ source: { contract }, signatures }));

const table = new Map<string, string>();
const sources: object[] = [];
for (const { source, signatures } of [...(await Promise.all(packages.map(read))), ...interfaces]) {
  const before = table.size;
  for (const signature of signatures) {
    const { selector } = FunctionFragment.from(`function ${signature}`);
    if (!table.has(selector)) table.set(selector, signature);
  }
  // Count only new signatures, so the figures add up to the size of the table.
  sources.push({ ...source, signatures: table.size - before });
}

const signatures = [...table].sort(([a], [b]) => (a < b ? -1 : 1));
const names = signatures.map(([selector, signature]) => [selector, signature.slice(0, signature.indexOf('('))]);
const files = [
  { name: 'selectors.json', content: Object.fromEntries(signatures) },
  { name: 'method-names.json', content: Object.fromEntries(names) },
  { name: 'selectors-sources.json', content: sources },
];
for (const { name, content } of files) {
  const file = new URL(`../lib/chains/evm/${name}`, import.meta.url);
  const made = `${JSON.stringify(content, null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    await writeFile(file, made);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== made) {
    console.error(`${name} does not match the packages. Run \`npm run generate\` and commit the result.`);
    process.exitCode = 1;
  }
}
