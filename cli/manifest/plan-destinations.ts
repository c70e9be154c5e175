import { checkDone, dataOf } from '../../sdk/index.ts';
import { CreateDestination, type Destination, secretFieldOf, UpdateDestination } from '../base/api-values.ts';
import { CommandError, wrongUse } from '../base/failures.ts';
import { newKey } from './idempotency-key.ts';
import type { ManifestDestination } from './manifest-schema.ts';
import { matched, type Stated } from './match.ts';
import { type MatchReferences, matchDifferences, type ReferencedMatch } from './match-references.ts';
import {
  differences,
  type FieldChange,
  type PlannedChange,
  type SecretOf,
  type SingleChange,
} from './planned-change.ts';
import type { PresentState } from './present-state.ts';
import type { ReadManifest } from './read-manifest.ts';

/** A destination of the file, with what it names. */
interface StatedDestination extends Stated<ManifestDestination> {
  readonly match: ReferencedMatch | undefined;
  /** With the secret. */
  readonly config: Readonly<Record<string, string>>;
}

/**
 * @param matchOf finds what a match names.
 * @param secretOf the value of an environment variable that the file names.
 * @throws CommandError
 */
export function planDestinations(
  { manifest, at }: ReadManifest,
  { destinations }: PresentState,
  matchOf: MatchReferences,
  secretOf: SecretOf,
): { changes: PlannedChange[]; deletions: PlannedChange[] } {
  const items = (manifest.destinations ?? []).map((item, n): StatedDestination => {
    const field = secretFieldOf(item.kind);
    const value = field === undefined || !item.secret ? undefined : secretOf(item.secret.variable);
    const secret = field === undefined || value === undefined ? {} : { [field]: value };
    return {
      item,
      identity: item.name,
      place: at('destinations', n, 'name'),
      match: item.match && matchOf(item.match, (...path) => at('destinations', n, 'match', ...path)),
      config: { ...item.config, ...secret },
    };
  });
  const { stated, others } = matched(items, destinations, ({ name }) => name);
  return {
    changes: stated.flatMap((each) => (each.present === undefined ? [creation(each)] : change(each, each.present))),
    deletions: others.map(deletion),
  };
}

function creation({ item: { name, kind, secret, isActive }, place, match, config }: StatedDestination): PlannedChange {
  const field = secretFieldOf(kind);
  if (field !== undefined && !secret) throw wrongUse(`${place}: needs config.${field}, as \${NAME} of a variable NAME`);
  return {
    action: 'create',
    resource: 'destination',
    name,
    id: null,
    fields: [],
    async make(run) {
      const body = CreateDestination.parse({ name, kind, config, match: match?.body(run), isActive });
      dataOf(await run.api.POST('/api/destinations', { params: newKey(), body }));
    },
  };
}

function change({ item, place, match, config }: StatedDestination, present: Destination): PlannedChange[] {
  const { id, name } = present;
  if (item.kind !== present.kind) {
    throw new CommandError(
      `${place}: is of kind ${item.kind}, but destination ${id} is of kind ${present.kind}. A kind cannot change: ` +
        'give the destination another name, or delete the destination first.',
    );
  }
  const ofConfig = configDifferences(item.kind, config, present.config);
  const ofMatch = matchDifferences(match, present.match);
  const ofRest = differences({ isActive: item.isActive }, { isActive: present.isActive });
  const fields = [...ofConfig, ...ofMatch, ...ofRest];
  if (fields.length === 0) return [];
  const make: SingleChange['make'] = async (run) => {
    const body = UpdateDestination.parse({
      ...(ofConfig.length > 0 && { config }),
      ...(ofMatch.length > 0 && { match: match?.body(run) }),
      ...(ofRest.length > 0 && { isActive: item.isActive }),
    });
    checkDone(await run.api.PATCH('/api/destinations/{id}', { params: { path: { id } }, body }));
  };
  return [{ action: 'change', resource: 'destination', name, id, fields, make }];
}

/** The API shows the secret masked, and so does the plan. */
function configDifferences(
  kind: string,
  config: StatedDestination['config'],
  present: Destination['config'],
): FieldChange[] {
  const field = secretFieldOf(kind);
  const secret = field === undefined ? undefined : config[field];
  const shown = { ...config, ...(field !== undefined && secret !== undefined && { [field]: `…${secret.slice(-4)}` }) };
  return differences(shown, present).map((each) => ({ ...each, field: `config.${each.field}` }));
}

const deletion = ({ id, name }: Destination): PlannedChange => ({
  action: 'delete',
  resource: 'destination',
  name,
  id,
  fields: [],
  make: async ({ api }) => checkDone(await api.DELETE('/api/destinations/{id}', { params: { path: { id } } })),
});
