import { readFile, writeFile } from 'node:fs/promises';
import { resting } from '../infra/chain-watch.ts';
import type { AlarmRow } from '../infra/monitoring-alarm.ts';
import { alarmsOf } from '../infra/monitoring-alarms.ts';
import { stages } from '../infra/stages.ts';
import { alarmChapter } from './alarm-chapter.ts';

/** Writes the alarms of prod into docs/operations.md. With --check, only compares the document with the alarms. */
const FILE = new URL('../docs/operations.md', import.meta.url);
const [START, END] = ['<!-- alarms -->\n', '<!-- /alarms -->\n'];

const prod = stages.find(({ name }) => name === 'prod');
if (prod === undefined) throw new Error('there is no stage prod');
// One chain for each watcher: the alarms of the other chains are the same.
const watches = resting(['ethereum', 'solana']);
const topics: Readonly<Record<string, readonly AlarmRow[]>> = alarmsOf({ ...prod, watches, reserve: true });

const document = await readFile(FILE, 'utf8');
const [from, to] = [document.indexOf(START), document.indexOf(END)];
if (from < 0 || to < from) throw new Error(`docs/operations.md lacks ${START.trim()} or ${END.trim()}`);
const made = document.slice(0, from + START.length) + alarmChapter(topics) + document.slice(to);

if (!process.argv.includes('--check')) {
  await writeFile(FILE, made);
} else if (made !== document) {
  console.error('docs/operations.md does not match the alarms. Run `npm run generate` and commit the result.');
  process.exitCode = 1;
}
