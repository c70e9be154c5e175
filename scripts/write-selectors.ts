import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { FunctionFragment } from 'ethers';
import * as z from 'zod';
import named from '../lib/chains/evm/selectors-named.json' with { type: 'json' };
import harvested from '../lib/chains/evm/selectors-packages.json' with { type: 'json' };
import { signaturesIn } from './abi-signatures.ts';

/**
 * Writes the selector table (selectors.json) and its sources (selectors-sources.json) from the ABIs in npm packages,
 * and the names that functions carry: method-names.json of common methods, more-method-names.json of the others. With
 * --check, only compares the committed files with the packages; a missing file counts as different.
 *
 * The table holds only methods that change state, because a transaction calls no other methods.
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
/** What scripts/harvest-signatures.ts read from packages that need no installation here. */
const downloaded = harvested.map(({ signatures, ...source }) => ({ source, signatures }));

const table = new Map<string, string[]>();
const sources: object[] = [];
function add(entries: readonly { readonly source: object; readonly signatures: readonly string[] }[]): void {
  for (const { source, signatures } of entries) {
    let added = 0;
    for (const signature of signatures) {
      const { selector } = FunctionFragment.from(`function ${signature}`);
      const known = table.get(selector) ?? [];
      if (known.includes(signature)) continue;
      table.set(selector, [...known, signature]);
      added += 1;
    }
    // Count only new signatures, so the figures add up to the size of the table.
    sources.push({ ...source, signatures: added });
  }
}

add([...(await Promise.all(packages.map(read))), ...interfaces]);
const common = new Set(table.keys());
add(downloaded);

const nameOf = ([signature = '']: readonly string[]): string => signature.slice(0, signature.indexOf('('));
const sorted = [...table].sort(([a], [b]) => (a < b ? -1 : 1));
const more = sorted.filter(([selector, signatures]) => !common.has(selector) && signatures.length === 1);
const byName = [...Map.groupBy(more, ([, signatures]) => nameOf(signatures))].sort(([a], [b]) => (a < b ? -1 : 1));
const files = [
  { name: 'selectors.json', content: Object.fromEntries(sorted.map(([each, of]) => [each, of.join(';')])) },
  {
    name: 'method-names.json',
    content: Object.fromEntries(
      sorted.filter(([selector]) => common.has(selector)).map(([selector, of]) => [selector, nameOf(of)]),
    ),
  },
  {
    name: 'more-method-names.json',
    content: {
      /** The selectors of each name, one behind the other and without 0x. */
      names: Object.fromEntries(byName.map(([name, of]) => [name, of.map(([each]) => each.slice(2)).join('')])),
      /** The signatures of each selector that several methods share. */
      shared: Object.fromEntries(sorted.filter(([, signatures]) => signatures.length > 1)),
    },
  },
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
