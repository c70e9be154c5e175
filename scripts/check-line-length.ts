import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

// Lists the lines that are too long, in the files that the arguments name, or in every file of the repository. The
// formatter breaks long code, but neither comments nor strings nor Markdown.

const LIMIT = 120;

/** Recorded and generated files: a line of such a file holds one value, which cannot be broken. */
const GENERATED = [
  'package-lock.json',
  'bench/results.md',
  'docs/openapi.json',
  'sdk/api-types.ts',
  'lib/chains/evm/methods.json',
  'test/fixtures/*.json',
  'test/fixtures/*.gz',
  'test/golden',
  'test/fuzz/corpus.json',
  'docs/pictures',
];
const named = process.argv.slice(2);
const paths = named.length > 0 ? named : ['.'];
const pathspecs = [...paths, ...GENERATED.map((path) => `:(exclude)${path}`)];
const listFiles = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...pathspecs];
const files = execFileSync('git', listFiles, { encoding: 'utf8' }).split('\0').filter(existsSync);

const tooLong = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line, index) => ({ place: `${file}:${index + 1}`, columns: [...line].length }))
    .filter(({ columns }) => columns > LIMIT),
);
for (const { place, columns } of tooLong) console.error(`${place} has ${columns} columns, the limit is ${LIMIT}`);
process.exitCode = tooLong.length > 0 ? 1 : 0;
