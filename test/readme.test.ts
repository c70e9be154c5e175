import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';

const readme = readFileSync(`${import.meta.dirname}/../README.md`, 'utf8');
const packageJson: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(`${import.meta.dirname}/../package.json`, 'utf8'),
);

/** The verification function of the README in one language. */
function snippet(language: string): string {
  const code = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(readme)?.[1];
  if (code === undefined) throw new Error(`README.md has no ${language}`);
  return code;
}

/** A program per language around the README's function. It exits with 0 if the signature is valid, else with 1. */
const languages = [
  {
    language: 'js',
    command: [process.execPath],
    file: 'verify.mjs',
    main: '\nprocess.exit(isSigned(Buffer.from(process.argv[2]), process.argv[3], process.argv[4]) ? 0 : 1);\n',
  },
  {
    language: 'python',
    command: ['python3'],
    file: 'verify.py',
    main: '\nimport sys\nsys.exit(0 if is_signed(sys.argv[1].encode(), sys.argv[2], sys.argv[3]) else 1)\n',
  },
  {
    language: 'java',
    command: ['java', '-Dfile.encoding=UTF-8', '-Dsun.jnu.encoding=UTF-8'],
    file: 'Webhook.java',
    main:
      'class Main { public static void main(String[] a) throws Exception { ' +
      'System.exit(Webhook.isSigned(a[0].getBytes(StandardCharsets.UTF_8), a[1], a[2]) ? 0 : 1); } }\n',
  },
];
const here = languages.filter(({ command: [tool = ''] }) => spawnSync(tool, ['--version']).status === 0);

const folder = mkdtempSync(join(tmpdir(), 'readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(here)('isSigned in $language of the README', ({ language, command, file, main }) => {
  const body = '{"event":"alert.fired"}';
  const secret = 'whsec_c2VjcmV0';
  const header = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  // Java runs the first class of a file. The program therefore stands between the imports and the README's class.
  const code = snippet(language);
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

describe('README.md', () => {
  it('names only commands that exist', () => {
    const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((script) => packageJson.scripts[script ?? ''] === undefined)).toEqual([]);
  });

  it('links only to files that exist', () => {
    const linked = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path ?? '');
    expect(linked.length).toBeGreaterThan(3);
    for (const path of linked) expect(() => readFileSync(`${import.meta.dirname}/../${path}`)).not.toThrow(/ENOENT/);
  });
});
