import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as registered from '../lib/chains/families.ts';
import * as lists from '../lib/platform/lists/index.ts';
import {
  consoleImports,
  cyclicEdges,
  domainOf,
  filesOf,
  folderOf,
  forbidden,
  imports,
  isIn,
  isPackage,
  matching,
  root,
  source,
  textOf,
} from './support/sources.ts';

/** The folders of lib/chains that implement a chain family. */
const families = Object.keys(registered);

describe('The imports of the repository', () => {
  it('are found by the pattern that reads them', () => {
    expect(source.size).toBeGreaterThan(150);
    expect(imports).toContainEqual({ file: 'functions/wallets/routes.ts', to: 'lib/wallets/schema.ts' });
    expect(imports).toContainEqual({ file: 'lib/chains/evm/evm-address.ts', to: 'ethers' });
    expect(imports.filter(({ to }) => to.endsWith('.ts') && !existsSync(join(root, to)))).toEqual([]);
  });

  it('never lead from lib to its users', () => {
    expect(
      forbidden((from, to) => isIn(from, 'lib') && isIn(to, 'functions', 'infra', 'local', 'bench', 'scripts', 'test')),
    ).toEqual([]);
  });

  it('never lead from functions to the infrastructure or the local stack', () => {
    expect(forbidden((from, to) => isIn(from, 'functions') && isIn(to, 'infra', 'local', 'test'))).toEqual([]);
  });

  it('never lead from infra to local, and from local only to the build, the stages and the pages', () => {
    const mayImport = [
      'infra/bundle-options.ts',
      'infra/stages.ts',
      'infra/chain-watch.ts',
      'infra/web-pages.ts',
      'infra/web-routes.ts',
    ];
    expect(forbidden((from, to) => isIn(from, 'infra') && isIn(to, 'local', 'test'))).toEqual([]);
    expect(
      forbidden((from, to) => isIn(from, 'local') && isIn(to, 'infra', 'test') && !mayImport.includes(to)),
    ).toEqual([]);
  });

  it('never lead from bench to the tests', () => {
    expect(forbidden((from, to) => isIn(from, 'bench') && isIn(to, 'test'))).toEqual([]);
  });

  it('lead from the console to the client of the API, and to no other part of the repository', () => {
    expect(consoleImports).toContainEqual({ file: 'console/app/app.tsx', to: 'console/app/shell.tsx' });
    expect(consoleImports.filter(({ to }) => /\.(tsx?|json|yaml)$/.test(to) && !isIn(to, 'console', 'sdk'))).toEqual(
      [],
    );
  });

  it('form no cycle between the folders of the console, and pages import no other page', () => {
    expect(cyclicEdges('console', domainOf, consoleImports)).toEqual([]);
    const pageOf = (file: string) => /^console\/pages\/([^/]+)/.exec(file)?.[1];
    const across = consoleImports.filter(({ file, to }) => pageOf(file) && pageOf(to) && pageOf(file) !== pageOf(to));
    expect(across).toEqual([]);
  });

  it('lead from the command line only to its own files, the client and packages', () => {
    const [own, ofCli] = [['cli', 'sdk'], imports.filter(({ file }) => isIn(file, 'cli'))];
    expect(ofCli.length).toBeGreaterThan(50);
    expect(forbidden((from, to) => isIn(from, 'cli') && existsSync(join(root, to)) && !isIn(to, ...own))).toEqual([]);
    expect(cyclicEdges('cli', folderOf)).toEqual([]);
  });

  it('form no cycle between the folders of lib', () => {
    expect(cyclicEdges('lib', folderOf)).toEqual([]);
  });

  it('form no cycle between the domains of lib, which are its top folders', () => {
    expect(cyclicEdges('lib', domainOf)).toEqual([]);
  });
});

describe('The files of a folder', () => {
  it.each(['lib', 'functions', 'infra', 'local', 'bench', 'scripts', 'cli', 'sdk'])(
    'import each other without a cycle, types too: %s',
    (folder) => {
      expect(imports.filter(({ file, to }) => isIn(file, folder) && isIn(to, folder))).not.toEqual([]);
      expect(cyclicEdges(folder)).toEqual([]);
    },
  );

  it('import each other without a cycle, types too: console', () => {
    expect(cyclicEdges('console', undefined, consoleImports)).toEqual([]);
  });
});

describe('The layers of lib', () => {
  it('are the floors of docs/architecture.md: at most ten, and a room imports only rooms of lower floors', () => {
    const rows = textOf('docs/architecture.md').matchAll(/^\| (\d+) \| (`[^|]+`) \|/gm);
    const floors = new Map<string, number>(
      [...rows].flatMap(([, floor, rooms = '']) =>
        [...rooms.matchAll(/[\w-]+/g)].map(([room]) => [`lib/${room}`, Number(floor)] as const),
      ),
    );
    expect([...floors.keys()].sort()).toEqual([...new Set(filesOf('lib').map(domainOf))].sort());
    expect(Math.max(...floors.values())).toBeLessThan(10);
    const floorOf = (file: string) => floors.get(domainOf(file)) ?? Number.NaN;
    const isInside = (from: string, to: string) => domainOf(from) === domainOf(to);
    const isUp = (from: string, to: string) => !isInside(from, to) && !(floorOf(to) < floorOf(from));
    expect(forbidden((from, to) => isIn(from, 'lib') && isIn(to, 'lib') && isUp(from, to))).toEqual([]);
  });

  it('have values at the bottom, which import nothing else of lib', () => {
    expect(forbidden((from, to) => isIn(from, 'lib/values') && isIn(to, 'lib') && !isIn(to, 'lib/values'))).toEqual([]);
  });

  it('have a platform that imports no domain', () => {
    expect(
      forbidden((from, to) => isIn(from, 'lib/platform') && isIn(to, 'lib') && !isIn(to, 'lib/platform', 'lib/values')),
    ).toEqual([]);
  });

  it('have deliveries that know no channel', () => {
    expect(
      forbidden((from, to) => isIn(from, 'lib/deliveries') && isIn(to, 'lib/channels', 'lib/notifications')),
    ).toEqual([]);
  });

  it('have domains that do not know HTTP', () => {
    const http = 'lib/platform/http';
    expect(forbidden((from, to) => isIn(from, 'lib') && !isIn(from, http) && isIn(to, http))).toEqual([]);
  });
});

describe('The members of a registry', () => {
  it.each<[string, RegExp, string[], readonly string[]]>([
    ['rule types', /^lib\/alerts\/rules\/types\/(?!(index|rule-types)\.ts)/, ['lib/alerts/rules/types/index.ts'], []],
    // The names of EVM methods are data without code, and the rule type compares names of methods.
    [
      'chain families',
      /^lib\/chains\/(?!port\/)[\w-]+\//,
      ['lib/chains/families.ts'],
      [
        'lib/alerts/rules/compile-rule.ts → lib/chains/evm/selectors.ts',
        'lib/alerts/rules/types/method-call.ts → lib/chains/evm/method-selector.ts',
      ],
    ],
    [
      'channels',
      /^lib\/channels\/(?!port\/|notice-text\/|http\/|settings\/|destinations\/|bursts\/)[\w-]+\//,
      ['lib/channels/members.ts'],
      [],
    ],
  ])('are imported by no other file: %s', (_what, member, registries, exceptions) => {
    const isOutside = (from: string, to: string) => dirname(from) !== dirname(to) && !registries.includes(from);
    expect(forbidden((from, to) => isIn(from, 'lib') && member.test(to) && isOutside(from, to))).toEqual(exceptions);
  });
});

describe('The counted lists', () => {
  const folder = 'lib/platform/lists';

  it('are used through their index by the product; the benchmarks measure the files behind it', () => {
    const users = (from: string) => !isIn(from, folder, 'bench');
    expect(forbidden((from, to) => users(from) && isIn(to, folder) && to !== `${folder}/index.ts`)).toEqual([]);
  });

  it('offer at most six functions', () => {
    expect(Object.keys(lists).length).toBeLessThanOrEqual(6);
  });
});

describe('The chain families', () => {
  it('import neither another family nor the registries above the families', () => {
    const mayImport = (folder: string) => [folder, 'lib/chains/port', 'lib/values', 'lib/platform'];
    const wrong = families.flatMap((family) => {
      const folder = `lib/chains/${family}`;
      return forbidden((from, to) => isIn(from, folder) && isIn(to, 'lib') && !isIn(to, ...mayImport(folder)));
    });
    expect(wrong).toEqual([]);
  });

  it('load their reader lazily, so that small bundles can leave the reader out', () => {
    const loading = imports.filter(({ to }) => /^lib\/chains\/\w+\/\w+-reader\.ts$/.test(to));
    const ofProduct = loading.filter(({ file }) => isIn(file, 'lib'));
    expect(ofProduct.length).toBe(families.length);
    for (const { file, to } of ofProduct) {
      expect(source.get(file)).toContain(`await import('./${to.split('/').at(-1)}')`);
    }
  });

  it('are named in no condition of lib, functions or infra', () => {
    const names = new RegExp(`\\bfamily\\)? ?(===|!==) ?'|case '(${families.join('|')})'`);
    expect(matching(names, (file) => isIn(file, 'local'))).toEqual([]);
  });
});

describe('The packages', () => {
  it.each(families)('include the SDKs of lib/chains/%s, which no other folder of the product imports', (family) => {
    const folder = `lib/chains/${family}`;
    const isOutside = (file: string) => isIn(file, 'lib', 'functions') && !isIn(file, folder);
    const own = imports.filter(({ file }) => isIn(file, folder)).map(({ to }) => to);
    const sdks = own.filter((to) => !isIn(to, 'lib', 'docs') && !to.startsWith('node:') && to !== 'zod');
    expect(forbidden((from, to) => isOutside(from) && isPackage(to, ...sdks))).toEqual([]);
  });

  it('include middy, which only lib/platform/http imports', () => {
    expect(forbidden((from, to) => to.startsWith('@middy/') && !isIn(from, 'lib/platform/http'))).toEqual([]);
  });

  it('include the types of Lambda events, which the handlers, lib/platform and the local stack import', () => {
    const mayImport = (from: string) =>
      isIn(from, 'lib/platform/http', 'functions', 'local') || from === 'lib/platform/batch.ts';
    expect(forbidden((from, to) => isPackage(to, 'aws-lambda') && !mayImport(from))).toEqual([]);
  });

  it('include the document client, which only the table, the rate limit and repositories with an index import', () => {
    const mayImport = (from: string) =>
      isIn(from, 'lib/platform/table', 'lib/platform/rate-limit') || /^lib\/([\w-]+\/)+(repo|due)\.ts$/.test(from);
    expect(
      forbidden((from, to) => isIn(from, 'lib') && isPackage(to, '@aws-sdk/lib-dynamodb') && !mayImport(from)),
    ).toEqual([]);
  });
});

describe('The files', () => {
  const files = filesOf('lib', 'functions', 'infra', 'local', 'bench', 'scripts', 'cli');

  it('have unique names, except the names that each domain repeats', () => {
    const repeated = ['schema.ts', 'repo.ts', 'index.ts', 'routes.ts'];
    const byName = Map.groupBy(
      files.filter((file) => !repeated.includes(basename(file))),
      (file) => basename(file),
    );
    expect([...byName.values()].filter(({ length }) => length > 1)).toEqual([]);
  });

  it('of lib lie in a folder', () => {
    expect(files.filter((file) => dirname(file) === 'lib')).toEqual([]);
  });
});
