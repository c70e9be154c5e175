import type { AlarmRow, AwsMetric, Watched } from '../infra/monitoring-alarm.ts';

const COLUMNS = 120;

/** The chapter on alarms: a table of what makes each alarm ring, then what breaks and what to do. */
export function alarmChapter(topics: Readonly<Record<string, readonly AlarmRow[]>>): string {
  const rows = documented(Object.values(topics).flat());
  const table = [
    '| alarm | severity | rings when |',
    '|---|---|---|',
    ...rows.map((row) => `| \`${nameOf(row)}\` | ${row.severity} | ${condition(row)} |`),
  ];
  const chapters = Object.entries(topics).map(([topic, own]) => [`### ${topic}`, ...sections(own)].join('\n\n'));
  return `\n${[table.join('\n'), ...chapters].join('\n\n')}\n\n`;
}

const nameOf = ({ name, pattern }: AlarmRow): string => pattern ?? name;

/** One row for the alarms that exist once for each chain. */
const documented = (rows: readonly AlarmRow[]): AlarmRow[] => [
  ...new Map(rows.map((row) => [nameOf(row), row])).values(),
];

/** Alarms with the same text share a section. */
const sections = (rows: readonly AlarmRow[]): string[] =>
  [...Map.groupBy(documented(rows), ({ breaks, act }) => `${breaks}\n\nDo: ${act}`)].map(([text, own]) => {
    const [first = '', ...others] = own.map((row) => `\`${nameOf(row)}\``);
    const also = others.length > 0 ? [`The same holds for ${others.join(', ')}.`] : [];
    const undoing = own.some(({ undoesRelease }) => undoesRelease) ? ['This alarm undoes a release under way.'] : [];
    return [`#### ${first}`, ...[text, ...also, ...undoing].map(wrapped)].join('\n\n');
  });

/** What has a limit in percent. */
const PERCENTAGES: ReadonlySet<Watched['kind']> = new Set(['percentage', 'share', 'quota', 'unreserved']);

function condition({ watches, statistic, threshold, minutes, periods, enough, pattern }: AlarmRow): string {
  if (watches.kind === 'bill') return '80 % of `monthlyBudgetUsd` is spent, or the forecast exceeds it';
  const times = enough === undefined ? `${periods}` : `${enough} of ${periods}`;
  const time = periods === 1 ? `in ${minutes} min` : `in ${times} × ${minutes} min`;
  const what = subject(watches, pattern !== undefined);
  if (watches.kind === 'absence') return `${what} ${time}`;
  const limit = 'above' in threshold ? `over ${threshold.above}` : `under ${threshold.below}`;
  if (statistic === 'Sum' && limit === 'over 0') return `${what}: any ${time}`;
  const unit = PERCENTAGES.has(watches.kind) ? ' %' : '';
  return `${what}: ${statistic} ${limit}${unit} ${time}`;
}

function subject(watches: Exclude<Watched, { kind: 'bill' }>, isPerChain: boolean): string {
  switch (watches.kind) {
    case 'events':
      return [watches.event, ...(watches.also ?? [])].map((event) => `\`${event}\``).join(' or ');
    case 'lines':
      return `\`${watches.name}\`${isPerChain ? ' of a chain' : ''}`;
    case 'refusals':
      return `requests with the error \`${watches.error}\``;
    case 'aws':
      return `\`${watches.metric.name}\``;
    case 'sum':
      return namesOf(watches.of).join(' + ');
    case 'percentage': {
      const { part, whole, least } = watches;
      const from = least === undefined ? '' : `, from ${least} on`;
      return `${namesOf([part]).join()} of ${namesOf([whole]).join()}${from}`;
    }
    case 'share':
      return `\`${watches.part}\` of \`${watches.whole}\``;
    case 'quota':
      return `${namesOf([watches.used]).join()} of ${namesOf([watches.perSecond]).join()}`;
    case 'unreserved':
      return 'unreserved runs';
    case 'absence':
      return `no \`${watches.of.name}\` while others run`;
  }
}

const namesOf = (metrics: readonly AwsMetric[]): string[] => [...new Set(metrics.map(({ name }) => `\`${name}\``))];

/** Breaks the lines of a text between words. Later lines of a list item are indented. */
const wrapped = (text: string): string =>
  text
    .split('\n')
    .map((paragraph) => {
      const indent = paragraph.startsWith('- ') ? '  ' : '';
      const lines: string[] = [];
      for (const word of paragraph.split(' ')) {
        const longer = `${lines.at(-1) ?? ''} ${word}`;
        if (lines.length === 0) lines.push(word);
        else if (longer.length <= COLUMNS) lines[lines.length - 1] = longer;
        else lines.push(`${indent}${word}`);
      }
      return lines.join('\n');
    })
    .join('\n');
