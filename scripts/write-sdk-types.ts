import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';

/**
 * Writes sdk/api-types.ts, sdk/channels.ts and sdk/api-names.ts from docs/openapi.json. With --check, only compares the
 * committed files with the document. The generator of the types runs in a process of its own, because it needs
 * TypeScript 5.
 */
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const generator = path('../sdk/generator/generate.mjs');
const { stdout: types } = await promisify(execFile)(process.execPath, [generator, path('../docs/openapi.json')], {
  maxBuffer: 64 * 1024 ** 2,
});

const Conditions = z.object({ properties: z.record(z.string(), z.unknown()).default({}) });
const Reference = z.object({ $ref: z.string() });
const OneRule = z.object({ ruleType: z.object({ const: z.string() }), conditions: Reference });
const Document = z.object({
  'x-channels': z.array(z.unknown()),
  components: z.object({
    schemas: z
      .object({
        CreateRule: z.object({ oneOf: z.array(z.object({ properties: OneRule })) }),
        CreateWallet: z.object({
          properties: z.object({ chains: z.object({ items: z.object({ enum: z.array(z.string()) }) }) }),
        }),
      })
      .catchall(z.unknown()),
  }),
});
const document = Document.parse(JSON.parse(await readFile(path('../docs/openapi.json'), 'utf8')));
const { 'x-channels': channels } = document;
const channelList = `// Generated from docs/openapi.json by \`npm run generate\`.
/** The channels, each with the field of a rule that turns it on and the field of the settings with a secret URL. */
export const CHANNELS = ${JSON.stringify(channels, null, 2)} as const;
`;
const { schemas } = document.components;
const conditionsOf = ({ $ref }: z.output<typeof Reference>): string[] =>
  Object.keys(Conditions.parse(schemas[basename($ref)]).properties);
const ruleConditions = Object.fromEntries(
  schemas.CreateRule.oneOf.map(({ properties: { ruleType, conditions } }) => [
    ruleType.const,
    conditionsOf(conditions),
  ]),
);
const chains = schemas.CreateWallet.properties.chains.items.enum;
const nameLists = `// Generated from docs/openapi.json by \`npm run generate\`.
/** The chains that the API knows. A service may not watch all of them. */
export const CHAIN_IDS: readonly string[] = ${JSON.stringify(chains, null, 2)};

/** The rule types, each with the conditions that it takes. */
export const RULE_CONDITIONS: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(ruleConditions, null, 2)};
`;
const files = [
  { url: new URL('../sdk/api-types.ts', import.meta.url), made: types },
  { url: new URL('../sdk/channels.ts', import.meta.url), made: channelList },
  { url: new URL('../sdk/api-names.ts', import.meta.url), made: nameLists },
];

for (const { url, made } of files) {
  if (!process.argv.includes('--check')) {
    await writeFile(url, made);
  } else if ((await readFile(url, 'utf8').catch(() => '')) !== made) {
    console.error(`sdk/${basename(url.pathname)} does not match docs/openapi.json. Run \`npm run generate\`.`);
    process.exitCode = 1;
  }
}
