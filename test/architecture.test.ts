import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { routes } from '../functions/routes.ts';
import * as registered from '../lib/chains/families.ts';
import type { Route } from '../lib/platform/http/route.ts';

const root = join(import.meta.dirname, '..');
const filesOf = (...folders: string[]) =>
  globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  ).sort();
const source = new Map(
  filesOf('lib', 'functions', 'infra', 'local').map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);
const linesOf = (file: string) => (source.get(file) ?? '').trimEnd().split('\n').length;
/** The code without its comments, in which a rule may name what it forbids. */
const codeOf = (text: string) => text.replace(/\/\*.*?\*\//gs, '').replace(/(^|\s)\/\/.*$/gm, '');

/** What a file imports: a path from the root of the repository, or the name of a package. */
function importsOf(file: string, text: string): string[] {
  const specifiers = [...codeOf(text).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
  return specifiers.map((each) => (each.startsWith('.') ? relative(root, join(root, dirname(file), each)) : each));
}
const imports = [...source].flatMap(([file, text]) => importsOf(file, text).map((to) => ({ file, to })));

/** The files that a file imports, directly or through other files. */
function loadedBy(file: string): string[] {
  const loaded = new Set([file]);
  for (const each of loaded) for (const { file: from, to } of imports) if (from === each) loaded.add(to);
  return [...loaded];
}

/** Imports that go where they must not, as a list to read. */
const breaking = (isWrong: (from: string, to: string) => boolean) =>
  imports.filter(({ file, to }) => isWrong(file, to)).map(({ file, to }) => `${file} → ${to}`);
/** Files whose code has what only some may have. */
const having = (pattern: RegExp, mayHave: (file: string) => boolean) =>
  [...source].filter(([file, text]) => pattern.test(codeOf(text)) && !mayHave(file)).map(([file]) => file);

const isIn = (file: string, ...folders: string[]) => folders.some((folder) => file.startsWith(`${folder}/`));
const isOf = (specifier: string, ...packages: string[]) =>
  packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));

/** The folders of lib/chains that implement a chain family. */
const families = Object.keys(registered);
const isPackage = (specifier: string) => !/^(lib|functions|infra|local|docs|node:)/.test(specifier);

describe('imports go one way', () => {
  it('are found at all', () => {
    expect(source.size).toBeGreaterThan(150);
    expect(imports).toContainEqual({ file: 'functions/wallets/routes.ts', to: 'lib/wallets/schema.ts' });
    expect(imports).toContainEqual({ file: 'lib/chains/evm/evm-address.ts', to: 'ethers' });
    expect(imports.filter(({ to }) => to.endsWith('.ts') && !existsSync(join(root, to)))).toEqual([]);
  });

  it('lib knows nothing of what uses it', () => {
    expect(breaking((from, to) => isIn(from, 'lib') && isIn(to, 'functions', 'infra', 'local', 'test'))).toEqual([]);
  });

  it('functions know lib alone, and neither infrastructure nor the local stack', () => {
    expect(breaking((from, to) => isIn(from, 'functions') && isIn(to, 'infra', 'local', 'test'))).toEqual([]);
  });

  it('infra and local do not know each other, but for the build that local runs', () => {
    const allowed = ['infra/bundle.ts', 'infra/stages.ts'];
    expect(breaking((from, to) => isIn(from, 'infra') && isIn(to, 'local', 'test'))).toEqual([]);
    expect(breaking((from, to) => isIn(from, 'local') && isIn(to, 'infra', 'test') && !allowed.includes(to))).toEqual(
      [],
    );
  });

  it('the domains do not know HTTP', () => {
    expect(
      breaking((from, to) => isIn(from, 'lib') && !isIn(from, 'lib/platform/http') && isIn(to, 'lib/platform/http')),
    ).toEqual([]);
  });

  it.each(families)('no folder but lib/chains/%s imports an SDK of this chain family', (family) => {
    const own = imports.filter(({ file, to }) => isIn(file, `lib/chains/${family}`) && isPackage(to));
    const sdks = new Set(own.map(({ to }) => to).filter((to) => to !== 'zod'));
    const outside = (file: string) => isIn(file, 'lib', 'functions') && !isIn(file, `lib/chains/${family}`);
    expect(breaking((from, to) => outside(from) && [...sdks].some((sdk) => isOf(to, sdk)))).toEqual([]);
  });

  it('a chain family imports neither another family nor the registries above the families', () => {
    const mayKnow = (folder: string) => [folder, 'lib/chains/port', 'lib/values', 'lib/platform'];
    const wrong = families.flatMap((family) => {
      const folder = `lib/chains/${family}`;
      return breaking((from, to) => isIn(from, folder) && isIn(to, 'lib') && !isIn(to, ...mayKnow(folder)));
    });
    expect(wrong).toEqual([]);
    expect(
      breaking((from, to) => isIn(from, 'lib/chains/port') && families.some((f) => to.includes(`/${f}/`))),
    ).toEqual([]);
  });

  it('lib/chains/families.ts alone imports a chain family', () => {
    const isFamily = (file: string) => families.some((family) => isIn(file, `lib/chains/${family}`));
    const mayKnow = (file: string) => file === 'lib/chains/families.ts' || isFamily(file) || isIn(file, 'local');
    const selectors = 'lib/alerts/rules/types/method-call.ts → lib/chains/evm/selectors.ts';
    expect(breaking((from, to) => isFamily(to) && !mayKnow(from))).toEqual([selectors]);
  });

  it('a chain family imports its reader lazily, so that small bundles can leave the reader out', () => {
    const readers = /^lib\/chains\/\w+\/\w+-reader\.ts$/;
    const loading = imports.filter(({ to }) => readers.test(to));
    expect(loading.length).toBe(families.length);
    for (const { file, to } of loading) {
      expect(source.get(file)).toContain(`await import('./${to.split('/').at(-1)}')`);
    }
  });

  it('no other code of lib, functions or infra asks for a chain family by its name', () => {
    const names = new RegExp(`\\bfamily\\)? ?(===|!==) ?'|case '(${families.join('|')})'`);
    expect(having(names, (file) => isIn(file, 'local'))).toEqual([]);
  });

  it('only lib/platform/http and lib/platform/batch.ts know Lambda and middy, and functions the types of their events', () => {
    const ofLambda = (to: string) => isOf(to, 'aws-lambda') || to.startsWith('@middy/');
    const mayKnow = (from: string) =>
      isIn(from, 'lib/platform/http', 'functions', 'local') || from === 'lib/platform/batch.ts';
    expect(breaking((from, to) => ofLambda(to) && !mayKnow(from))).toEqual([]);
    expect(breaking((from, to) => to.startsWith('@middy/') && !isIn(from, 'lib/platform/http'))).toEqual([]);
  });

  it('deliveries know no channel, no subscription, no settings and no alert', () => {
    const domains = ['lib/channels', 'lib/webhooks', 'lib/settings', 'lib/alerts'];
    expect(breaking((from, to) => isIn(from, 'lib/deliveries') && isIn(to, ...domains))).toEqual([]);
  });

  it('each channel is listed in lib/channels/index.ts, and no other code imports a channel from its folder', () => {
    const channelFolders = filesOf('lib/channels').flatMap(
      (file) => /^(lib\/channels\/[\w-]+)\/[\w-]+-channel\.ts$/.exec(file)?.[1] ?? [],
    );
    expect(channelFolders).toHaveLength(4);
    const isChannel = (to: string) => isIn(to, ...channelFolders) && to.endsWith('-channel.ts');
    const listed = imports.filter(({ file, to }) => file === 'lib/channels/index.ts' && isChannel(to));
    expect(listed).toHaveLength(channelFolders.length);
    // The test of a subscription makes a delivery of its own.
    const mayKnow = ['lib/channels/index.ts', 'lib/channels/webhook/ping.ts'];
    expect(breaking((from, to) => isChannel(to) && !mayKnow.includes(from))).toEqual([]);
  });

  it('a function that reads the URL of a channel also registers the secrets of all channels with the log', () => {
    const registry = 'lib/channels/index.ts';
    const readsUrls = (file: string) =>
      isIn(file, 'lib/settings') || /^lib\/channels\/\w+\/.*-(channel|url|fields)\.ts$/.test(file);
    const functions = filesOf('functions').map((file) => ({ file, loaded: loadedBy(file) }));
    const reading = functions.filter(({ loaded }) =>
      loaded.some((each) => readsUrls(each) && !each.includes('/webhook/')),
    );
    expect(reading.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        'functions/pipelines/deliver.ts',
        'functions/settings/get-settings.ts',
        'functions/settings/update-settings.ts',
      ]),
    );
    expect(reading.filter(({ loaded }) => !loaded.includes(registry)).map(({ file }) => file)).toEqual([]);
  });

  it('the document client is known to lib/platform/table, lib/platform/rate-limit and to repositories that query an index', () => {
    const mayKnow = (from: string) =>
      isIn(from, 'lib/platform/table', 'lib/platform/rate-limit') || /^lib\/([\w-]+\/)+(repo|due)\.ts$/.test(from);
    expect(breaking((from, to) => isIn(from, 'lib') && isOf(to, '@aws-sdk/lib-dynamodb') && !mayKnow(from))).toEqual(
      [],
    );
  });
});

describe('what is pure stays pure', () => {
  const pure =
    /(^|\/)(schema|compile-rule|conditions|sign|backoff|\w+-decode|logs|view|payload|keys|csv|fields|decimal)\.ts$/;

  it('schemas, judges, signing, back-off and decoding reach no client, environment or dependency', () => {
    const reaching = (to: string) =>
      to.startsWith('@aws-sdk/') || ['lib/platform/env.ts', 'lib/platform/table/table.ts'].includes(to);
    expect(filesOf('lib').filter((file) => pure.test(file)).length).toBeGreaterThan(20);
    expect(breaking((from, to) => isIn(from, 'lib') && pure.test(from) && reaching(to))).toEqual([]);
  });

  it('only lib/platform/deps.ts and the local stack read the clock', () => {
    const clock = /\bDate\.now\(|\bnew Date\(\s*\)/;
    expect(clock.test(source.get('lib/platform/deps.ts') ?? '')).toBe(true);
    expect(having(clock, (file) => file === 'lib/platform/deps.ts' || isIn(file, 'local'))).toEqual([]);
  });

  it('only lib/platform/deps.ts and the local stack make ids, and nothing but IVs and waits is random elsewhere', () => {
    expect(having(/\brandomUUID\(/, (file) => file === 'lib/platform/deps.ts' || isIn(file, 'local'))).toEqual([]);
    expect(having(/\bMath\.random\(/, (file) => file === 'lib/platform/table/write.ts' || isIn(file, 'local'))).toEqual(
      [],
    );
    const takesBytes = /import\s*\{[^}]*\brandomBytes\b[^}]*\}\s*from 'node:crypto'/;
    expect(
      having(
        takesBytes,
        (file) => ['lib/platform/deps.ts', 'lib/platform/sealer.ts'].includes(file) || isIn(file, 'local'),
      ),
    ).toEqual([]);
  });
});

describe('each thing has its place', () => {
  it('keys are built in lib/platform/table/keys.ts alone', () => {
    expect(having(/ORG#/, (file) => file === 'lib/platform/table/keys.ts')).toEqual([]);
  });

  it('error codes become statuses in lib/values/errors.ts alone', () => {
    expect(having(/\bstatusCode: [45]\d\d\b/, (file) => isIn(file, 'local', 'infra'))).toEqual([]);
  });

  it('the environment is read in lib/platform/env.ts, and by the tools that run on a developer machine', () => {
    expect(
      having(/\bprocess\.env\b/, (file) => file === 'lib/platform/env.ts' || isIn(file, 'local', 'infra')),
    ).toEqual([]);
  });

  it.each(Object.entries<Route>(routes))('%s has its handler, which fits on a screen', (_name, { handler }) => {
    const file = `functions/${handler}.ts`;
    expect(source.has(file)).toBe(true);
    expect(linesOf(file)).toBeLessThanOrEqual(40);
    expect(source.get(file)).toMatch(/^export const handler = (endpoint|publicEndpoint|streamEndpoint)\(/m);
  });

  it('every file under a folder of functions belongs to a route', () => {
    const handlers = Object.values(routes).map(({ handler }) => `functions/${handler}.ts`);
    expect(
      filesOf('functions/*').filter(
        (file) => !handlers.includes(file) && !isIn(file, 'functions/pipelines') && !file.endsWith('/routes.ts'),
      ),
    ).toEqual([]);
  });

  it('no handler has a try, JSON or a status of its own', () => {
    const handlers = Object.values(routes).map(({ handler }) => `functions/${handler}.ts`);
    expect(having(/\btry \{|JSON\.|statusCode/, (file) => !handlers.includes(file))).toEqual([]);
  });
});

describe('files', () => {
  it('have at most 250 lines', () => {
    expect([...source.keys()].filter((file) => linesOf(file) > 250)).toEqual([]);
  });

  it('are not named for having no name', () => {
    const vague = /(^|\/)(utils?|helpers?|common|shared|misc|services?)(\.ts|\/)/;
    expect([...source.keys(), ...filesOf('test')].filter((file) => vague.test(file))).toEqual([]);
  });

  it('leave nothing to do', () => {
    const undone = new RegExp(['TO', 'FIX'].map((word) => `\\b${word}${word === 'TO' ? 'DO' : 'ME'}\\b`).join('|'));
    expect([...source].filter(([, text]) => undone.test(text)).map(([file]) => file)).toEqual([]);
  });
});
