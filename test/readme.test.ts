import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signatureHeaders } from '../lib/channels/http/sign.ts';
import { installClient, nodeOfMachine } from './sdk/built-package.ts';

const root = join(import.meta.dirname, '..');
const packageJson: { scripts: Record<string, string> } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));

/** The first code block in this language of a document that contains a text. */
function snippet(file: string, language: string, contained = ''): string {
  const text = readFileSync(`${root}/${file}`, 'utf8');
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'));
  const code = [...blocks].map(([, block = '']) => block).find((block) => block.includes(contained));
  if (code === undefined) throw new Error(`${file} has no code in ${language}`);
  return code;
}

/** For each language: a program around the function of the document. It exits with 0 if the arguments are signed. */
const languages = [
  {
    document: 'README.md',
    language: 'js',
    command: [process.execPath],
    file: 'verify.mjs',
    main: '\nprocess.exit(isSigned(Buffer.from(process.argv[2]), process.argv[3], process.argv[4]) ? 0 : 1);\n',
  },
  {
    document: 'docs/webhooks.md',
    language: 'java',
    command: ['java', '-Dfile.encoding=UTF-8', '-Dsun.jnu.encoding=UTF-8'],
    file: 'Webhook.java',
    main: `
class Main {
  public static void main(String[] a) throws Exception {
    System.exit(Webhook.isSigned(a[0].getBytes(StandardCharsets.UTF_8), a[1], a[2]) ? 0 : 1);
  }
}
`,
  },
];
const here = languages.filter(({ command: [tool = ''] }) => spawnSync(tool, ['--version']).status === 0);

const folder = mkdtempSync(join(tmpdir(), 'readme-'));
beforeAll(() => installClient(folder));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(here)('isSigned in $language of $document', ({ document, language, command, file, main }) => {
  const body = '{"event":"alert.fired"}';
  const secret = 'whsec_c2VjcmV0';
  const header = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  // Java runs the first class of a file, so the program stands between the imports and the class of the document.
  const code = snippet(document, language);
  const program = language === 'java' ? code.replace('class Webhook', `${main}\nclass Webhook`) : code + main;
  const path = join(folder, file);
  writeFileSync(path, program);
  const [tool = '', ...options] = command;
  const run = (...args: string[]) => spawnSync(tool, [...options, path, ...args], { encoding: 'utf8' });

  it('accepts a body that is signed with the secret', () => {
    expect(run(body, header, secret)).toMatchObject({ status: 0, stderr: '' });
  });

  it('refuses another body, another secret and another signature', () => {
    expect([
      run(`${body} `, header, secret).status,
      run(body, header, 'another').status,
      run(body, `sha256=${'0'.repeat(64)}`, secret).status,
    ]).toEqual([1, 1, 1]);
  });
});

describe.each(['README.md', 'docs/webhooks.md'])('verify of the typed client in %s', (document) => {
  const given = 'const { rawBody, request, secret } = JSON.parse(process.argv[2]);\n';
  const code = snippet(document, 'ts', 'verify(');
  const path = join(folder, `${document.replace(/\W/g, '-')}.mjs`);
  writeFileSync(path, `${given}${code}\nconsole.log(JSON.stringify(payload));\n`);
  const rawBody = '{"event":"ping"}';
  const secret = 'whsec_c2VjcmV0';
  const headers = signatureHeaders({ body: rawBody, deliveryId: 'd', timestamp: new Date(), secret });
  const run = (delivery: object) => spawnSync(nodeOfMachine(), [path, JSON.stringify(delivery)], { encoding: 'utf8' });

  it('returns the body of a signed delivery, and throws for another secret', () => {
    expect(run({ rawBody, request: { headers }, secret })).toMatchObject({ status: 0, stdout: `${rawBody}\n` });
    const refused = run({ rawBody, request: { headers }, secret: 'another' });
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('VerificationError');
  });
});

/** The documents that people maintain. Generated and recorded files are none of them. */
const documents = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: root }).sort();

const missing = (names: readonly string[], exists: (name: string) => boolean) => names.filter((name) => !exists(name));

describe.each(documents)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8');

  it('names only npm scripts that exist', () => {
    const named = [...text.matchAll(/npm run (?:-\S+ )?([\w:]+)/g)].map(([, script = '']) => script);
    expect(missing(named, (script) => packageJson.scripts[script] !== undefined)).toEqual([]);
  });

  it('links only to files that exist', () => {
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path);
    expect(missing(linked, (path) => existsSync(join(root, dirname(document), path)))).toEqual([]);
  });

  it('names only source files and folders that exist', () => {
    const named = [...text.matchAll(/`((?:lib|functions|infra|local|scripts|bench|test|examples|sdk)\/[\w./-]+)`/g)];
    const paths = named.map(([, path = '']) => path);
    expect(missing(paths, (path) => existsSync(join(root, path)))).toEqual([]);
  });
});

describe('README.md', () => {
  it('names at least five npm scripts and links to at least five documents', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    expect(readme.match(/npm run [\w:]+/g)?.length).toBeGreaterThanOrEqual(5);
    expect(readme.match(/\]\(docs\//g)?.length).toBeGreaterThanOrEqual(5);
  });
});

describe('docs/glossary.md', () => {
  it('has one row per term, in the order of the alphabet', () => {
    const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
    const terms = [...glossary.matchAll(/^\| (?!term )([^|]+) \|/gm)].map(([, term = '']) => term.toLowerCase());
    expect(terms.length).toBeGreaterThan(100);
    expect(terms).toEqual([...new Set(terms)].sort());
  });
});
