import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { actingFor, type Changer } from '../lib/platform/audit/acting.ts';
import { type AuditAction, type AuditEntry, type AuditResource, auditList } from '../lib/platform/audit/audit-entry.ts';
import { audited } from '../lib/platform/audit/audit-log.ts';
import { auditPage } from '../lib/platform/audit/audit-page.ts';
import { AuditQuery } from '../lib/platform/audit/audit-query.ts';
import { compactList } from '../lib/platform/lists/index.ts';
import { dividedOrganisation } from '../lib/platform/table/organisation-parts.ts';
import { openTable } from '../lib/platform/table/table.ts';
import { putAll } from '../lib/platform/table/write-all.ts';
import { plusSeconds } from '../lib/values/time.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { benchDeps } from './bench-deps.ts';
import { sumsOf } from './capacity.ts';
import { startMeteredDynamoDb } from './dynamodb.ts';
import { figure } from './figures.ts';
import { type Goal, reportGoals } from './goals.ts';

/**
 * npm run bench -- audit [--quick]: the read units of a page of the audit log for each filter, in a process that
 * remembers nothing of the list, and what the compaction of an entry costs. `--quick` has a twentieth of the entries.
 */
const MOST_UNITS = 60;
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const ENTRIES = values.quick ? 5_000 : 100_000;
/** As many runs as a merge takes. The benchmark counts what it costs. */
const MERGED = 396;
/** The newest entries are compacted as in service, so that a reader meets many runs and a long tail. */
const RUNS = 380;
const TAIL = 50;
const RECENT = MERGED + RUNS + TAIL;
/** A usual record has four entries. Two records have some 30 and some 50. */
const RESOURCES = ENTRIES / 4;
const BUSY_EVERY = Math.floor(ENTRIES / 28);
const BUSIEST_EVERY = Math.floor(ENTRIES / 50);
const STEP = 2_000;
const DAY_SECONDS = 86_400;
const SECONDS_APART = Math.floor((390 * DAY_SECONDS) / ENTRIES);
const FIRST = new Date('2025-10-01T00:00:00.000Z');
const AN_HOUR = 3_600;
/** A compaction as large as the steps that the benchmark writes. */
const LARGE = { ...auditList.definition.sizes, run: STEP, runs: 1, leaf: 66, node: 36 };

const ACTS: readonly (readonly [AuditAction, AuditResource])[] = [
  ...(['create', 'update', 'mute', 'delete'] as const).map((action) => [action, 'rule'] as const),
  ...(['create', 'update', 'delete'] as const).map((action) => [action, 'wallet'] as const),
  ...(['acknowledge', 'resolve'] as const).map((action) => [action, 'event'] as const),
  ['import', 'transaction'],
  ['annotate', 'transaction'],
];
const people = Array.from(
  { length: 12 },
  (_, n): Changer => ({ kind: 'person', id: `p${n}@example.com`, name: `P${n}` }),
);

/** Numbers that look random, and are the same in each run. */
function numbers(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const organisation = dividedOrganisation(randomUUID());
const resourceIds = Array.from({ length: RESOURCES }, () => randomUUID());
const random = numbers();

const dynamoDb = await startMeteredDynamoDb();
try {
  const { name } = await createBareTable(dynamoDb.client);
  const table = openTable(name, dynamoDb.client);
  let now = FIRST;
  const deps = { ...benchDeps(table), now: () => now };
  const real = () => plusSeconds(new Date(), AN_HOUR);

  /** Writes the items of entries as transactions would. A rare actor and a rare act have some entries each. */
  async function write(first: number, count: number): Promise<void> {
    const items = Array.from({ length: count }, (_, n) => {
      const at = first + n;
      now = plusSeconds(FIRST, at * SECONDS_APART);
      const [action, resource] =
        at % 4_000 === 7
          ? (['rotate', 'webhook'] as const)
          : (ACTS[random(ACTS.length)] ?? ACTS[0] ?? ['create', 'rule']);
      const actor = at % 5_000 === 9 ? people[11] : people[random(11)];
      const before = { name: `Before ${random(1e6)}`, cooldownMinutes: random(100), isActive: true };
      const after = { ...before, name: `After ${random(1e6)}`, cooldownMinutes: random(100) };
      const id = resourceIds[at % BUSY_EVERY === 12 ? 0 : at % BUSIEST_EVERY === 6 ? 1 : random(RESOURCES)] ?? '';
      const acting = { actor: actor ?? { kind: 'system', id: null, name: null }, requestId: randomUUID() } as const;
      return actingFor(acting, () => audited(deps, organisation, { action, resource, id, before, after }));
    });
    await putAll(
      table,
      items.flat().map(({ put }) => put),
    );
  }

  const older = ENTRIES - RECENT;
  for (let n = 0; n < older; n += STEP) {
    await write(n, Math.min(STEP, older - n));
    await compactList({ ...deps, now: () => new Date() }, auditList, organisation, { until: real(), sizes: LARGE });
  }
  await compactList({ ...deps, now: () => new Date() }, auditList, organisation, {
    until: real(),
    sizes: { ...LARGE, run: 1 },
  });
  await write(older, MERGED);
  dynamoDb.usage.clear();
  const metered = { ...deps, table: openTable(name, dynamoDb.metered), now: () => new Date() };
  await compactList(metered, auditList, organisation, { until: real() });
  const { writeUnits } = sumsOf(dynamoDb.usage);
  await write(older + MERGED, RUNS);
  await compactList({ ...deps, now: () => new Date() }, auditList, organisation, { until: real() });
  await write(older + MERGED + RUNS, TAIL);

  /** The page of a process that remembers nothing. */
  async function page(query: object) {
    dynamoDb.usage.clear();
    const own = { ...deps, table: openTable(name, dynamoDb.metered) };
    const { data, meta } = await auditPage(own, organisation, AuditQuery.parse({ pageSize: '25', ...query }));
    return { data, total: meta.total, units: sumsOf(dynamoDb.usage).readUnits };
  }

  const [newest] = (await page({})).data;
  if (newest === undefined) throw new Error('the log is empty');
  const days = (from: number, to: number) => ({
    from: plusSeconds(FIRST, from * DAY_SECONDS).toISOString(),
    to: plusSeconds(FIRST, to * DAY_SECONDS).toISOString(),
  });
  const actorOf = ({ actor }: AuditEntry) => actor.id ?? actor.kind;
  const cases: Readonly<Record<string, object>> = {
    'the first page': {},
    'the last page': { page: String(Math.ceil(ENTRIES / 25)) },
    'an actor': { actor: actorOf(newest) },
    'an actor with few entries': { actor: 'p11@example.com' },
    'an action': { action: 'mute' },
    'an action with few entries': { action: 'rotate' },
    'a resource': { resource: 'wallet' },
    'an action and a resource by an actor': { action: 'update', resource: 'rule', actor: actorOf(newest) },
    'a record': { resourceId: newest.resourceId ?? '' },
    'a record, with its resource': { resource: newest.resource, resourceId: newest.resourceId ?? '' },
    'a busy record': { resourceId: resourceIds[0] ?? '' },
    'a busier record, 50 on a page': { resourceId: resourceIds[1] ?? '', pageSize: '50' },
    'a month': days(100, 130),
    'a resource in a day': { resource: 'wallet', ...days(200, 201) },
    'a record in a month': { resourceId: newest.resourceId ?? '', ...days(100, 130) },
  };
  const goals: Goal[] = [];
  for (const [what, query] of Object.entries(cases)) {
    const { total, units } = await page(query);
    goals.push({
      name: `${what}: ${figure(total)} of ${figure(ENTRIES)}`,
      figure: units,
      unit: 'read units',
      atMost: MOST_UNITS,
    });
  }
  goals.push({ name: 'the compaction of an entry', figure: writeUnits / MERGED, unit: 'write units' });
  reportGoals(goals);
} finally {
  await dynamoDb.stop();
}
