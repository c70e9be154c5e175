import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signatureHeaders } from '../../lib/channels/http/sign.ts';
import { compile, installClient, nodeOfMachine } from './built-package.ts';

describe('The package @chainwatch/sdk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-package-'));
  beforeAll(() => {
    installClient(folder);
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('runs in the Node of the machine', () => {
    const body = '{"event":"ping"}';
    const headers = signatureHeaders({ body, deliveryId: 'd', timestamp: new Date(), secret: 's' });
    const program = `
      import { createChainwatch, dataOf, verify } from '@chainwatch/sdk';
      const fetch = async (request) => Response.json({ organisation: { name: request.headers.get('authorization') } });
      const chainwatch = createChainwatch({ baseUrl: 'http://127.0.0.1:1', apiKey: 'cw_test_1', fetch });
      console.log(dataOf(await chainwatch.GET('/api/me')).organisation.name);
      console.log(JSON.stringify(await verify(${JSON.stringify(body)}, ${JSON.stringify(headers)}, 's')));`;
    writeFileSync(join(folder, 'program.mjs'), program);
    const { stdout, stderr } = spawnSync(nodeOfMachine(), ['program.mjs'], { cwd: folder, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: `Bearer cw_test_1\n${body}\n`, stderr: '' });
  });

  it('types the answers of the API', () => {
    const program = (type: string) => `
      import { createChainwatch, dataOf } from '@chainwatch/sdk';
      const chainwatch = createChainwatch({ baseUrl: 'http://127.0.0.1:1', apiKey: '' });
      export const name: ${type} = dataOf(await chainwatch.GET('/api/me')).organisation.name;`;
    const check = (type: string) => {
      writeFileSync(join(folder, 'program.ts'), program(type));
      compile(
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2022',
        join(folder, 'program.ts'),
      );
    };
    expect(() => check('string')).not.toThrow();
    expect(() => check('number')).toThrow("Type 'string' is not assignable to type 'number'");
  });
});
