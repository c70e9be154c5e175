import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { root } from '../examples/receiver-process.ts';
import { eventually } from '../support/eventually.ts';
import { knownSecrets } from '../support/secrets.ts';
import type { Terminal } from './guide.ts';

const isUpdate = process.env.UPDATE_GOLDEN === '1';
/** In an update nobody knows what a read will show: by then, the stack has done what the commands before asked for. */
const UPDATE_PAUSE_MS = 10_000;

/** A block, the name of the file that it is, and what the guide shows that its commands print. */
const BLOCK = /(?:^`([\w.-]+)`:\n\n)?^```(\w+)\n(.*?)^```$(?:\n\n^```\n(.*?)^```$)?/gms;
/** Commands that change nothing, so that they can be repeated until the stack has done its work. */
const IS_READ = /^(?:chainwatch [\w-]+ list\b[^\n]*|received)\n$/;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g;
const DURATION = /\b\d+ ms\b/g;

/** Ids, times and durations are others in each run. */
const comparable = (text: string): string =>
  text.replace(UUID, 'id').replace(TIME, 'time').replace(DURATION, 'n ms').replace(/ +$/gm, '');

/**
 * Follows a guide in a terminal: writes its files, runs all of its commands in their order, and expects what it shows.
 * UPDATE_GOLDEN=1 writes what the commands print into the guide.
 * @param actual what the test has in the place of texts of the guide, such as the URL of the service.
 * @returns how many outputs it has compared.
 */
export async function followGuide(
  name: string,
  terminal: Terminal,
  actual: Readonly<Record<string, string>> = {},
): Promise<number> {
  const path = join(root, 'docs/guides', `${name}.md`);
  const guide = readFileSync(path, 'utf8');
  /** Ids of this run by the ids that the guide shows in their places. */
  const ids = new Map<string, string>();
  const places = Object.entries(actual);
  const here = (text: string) =>
    places.reduce((all, [shown, ours]) => all.replaceAll(shown, ours), text).replace(UUID, (id) => ids.get(id) ?? id);
  const there = (text: string) => places.reduce((all, [shown, ours]) => all.replaceAll(ours, shown), text);
  let written = guide;
  let compared = 0;
  for (const [block, file, language, code = '', shown] of guide.matchAll(BLOCK)) {
    if (file !== undefined) await terminal.run(`cat > ${file} <<'END_OF_FILE'\n${code}END_OF_FILE`);
    if (language !== 'sh') continue;
    // CSV files end their lines with CR LF.
    const print = async () => there((await terminal.run(here(code))).replaceAll('\r\n', '\n').replace(/ +$/gm, ''));
    if (isUpdate && IS_READ.test(code)) await setTimeout(UPDATE_PAUSE_MS);
    const isExpected = (text: string) => comparable(text) === comparable(shown ?? text);
    const printed = IS_READ.test(code) && !isUpdate ? await eventually(print, isExpected, 120) : await print();
    expect([...knownSecrets].filter((secret) => printed.includes(secret))).toEqual([]);
    if (shown === undefined) continue;
    compared++;
    const ours = printed.match(UUID) ?? [];
    for (const [n, id] of (shown.match(UUID) ?? []).entries()) ids.set(id, ours[n] ?? '');
    if (isUpdate)
      written = written.replace(block, () => block.replace(/```\n[^`]*```$/, () => `\`\`\`\n${printed}\`\`\``));
    else expect(comparable(printed)).toBe(comparable(shown));
  }
  if (isUpdate)
    writeFileSync(
      path,
      written.replace(UUID, (id) => ids.get(id) ?? id),
    );
  return compared;
}
