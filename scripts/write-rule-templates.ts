import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';
import * as z from 'zod';
import { CreateRule } from '../lib/alerts/rules/schema.ts';

/**
 * Writes the templates of rules for the console from the files of `examples/apply/`, because a browser reads no YAML.
 * With --check, only compares the committed file with these files; a missing file counts as different.
 */
const FILE = new URL('../console/pages/rules/rule-templates.json', import.meta.url);
const TEAMS = ['Treasury', 'Security', 'Operations'];

/** The rules stay as the file states them, so that a form shows a default only where it adds one. */
const Applied = z.object({
  // A rule that names wallets asks the user of its template to choose them.
  rules: z.array(z.looseObject({ ruleType: z.string(), wallets: z.array(z.string()).optional() })),
});

async function templatesOf(team: string) {
  const file = `examples/apply/${team.toLowerCase()}.yaml`;
  const text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8');
  const { rules } = Applied.parse(parse(text));
  for (const { wallets: _labels, ...rule } of rules) CreateRule.parse(rule);
  return { team, rules };
}

const made = `${JSON.stringify(await Promise.all(TEAMS.map(templatesOf)), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  await writeFile(FILE, made);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== made) {
  console.error('rule-templates.json does not match examples/apply/. Run `npm run generate` and commit the result.');
  process.exitCode = 1;
}
