import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { FunctionFragment } from 'ethers';
import * as z from 'zod';
import sources from '../lib/chains/evm/methods.json' with { type: 'json' };
import { signaturesIn } from './abi-signatures.ts';

/**
 * Writes methods.json: the methods that have a name, each with its selector, at the source that states it. Reads the
 * installed packages again; keeps the interfaces of contracts, which people write, and what
 * scripts/harvest-signatures.ts found. Writes the names of the methods of the former two into method-names.json, too.
 * With --check, only compares the committed files with what it would write.
 *
 * A method stands at the first source that states it. The table holds only methods that change state, because a
 * transaction calls no other methods.
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
  const methods: string[] = [];
  for (const file of globSync(source.abis, { cwd: fileURLToPath(folder) }).sort()) {
    const url = new URL(file, folder);
    const content: unknown = file.endsWith('.json') ? JSON.parse(await readFile(url, 'utf8')) : await import(url.href);
    methods.push(...signaturesIn(content));
  }
  if (methods.length === 0) throw new Error(`${source.package} ${version} has no ABI at ${source.abis}`);
  return { package: source.package, version, licence: license, methods };
}

/** A line such as `0xa9059cbb transfer(address,uint256)`, of a line or of a signature alone. */
function lineOf(text: string): string {
  const method = FunctionFragment.from(`function ${text.slice(text.lastIndexOf(' ') + 1)}`);
  return `${method.selector} ${method.format('sighash')}`;
}

const known = new Set<string>();
function written<Source extends { readonly methods: readonly string[] }>(source: Source) {
  const methods = [...new Set(source.methods.map(lineOf))].filter((line) => !known.has(line));
  for (const line of methods) known.add(line);
  return { ...source, methods: methods.sort((a, b) => (a.slice(11) < b.slice(11) ? -1 : 1)) };
}

const isInstalled = (name: string) => packages.some((each) => each.package === name);
const interfaces = sources.filter(({ contract }) => contract !== undefined);
const others = sources.filter((source) => source.package !== undefined && !isInstalled(source.package));
const common = [...(await Promise.all(packages.map(read))), ...interfaces].map(written);
const harvested = others.map(written);
const names = new Map<string, string>();
// Of two methods with one selector, the first is in use.
for (const line of common.flatMap(({ methods }) => methods)) {
  const [selector = '', name = ''] = line.split(/[ (]/);
  if (!names.has(selector)) names.set(selector, name);
}
const files = [
  { name: 'methods.json', content: [...common, ...harvested] },
  { name: 'method-names.json', content: Object.fromEntries([...names].sort(([a], [b]) => (a < b ? -1 : 1))) },
];
for (const { name, content } of files) {
  const file = new URL(`../lib/chains/evm/${name}`, import.meta.url);
  const made = `${JSON.stringify(content, null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    await writeFile(file, made);
  } else if ((await readFile(file, 'utf8')) !== made) {
    console.error(`${name} does not match the packages. Run \`npm run generate\` and commit the result.`);
    process.exitCode = 1;
  }
}
