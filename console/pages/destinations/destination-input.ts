import { CHANNELS, type components } from '../../../sdk/index.ts';
import { channelText } from '../../design/delivery-words.ts';
import { filledMatch, isSameMatch, isSameSet, type Match, USUAL_EVENTS } from '../../design/match-words.ts';

export type Destination = components['schemas']['Destination'];
type NewDestination = components['schemas']['CreateDestination'];
type DestinationChanges = components['schemas']['UpdateDestination'];

/** The kinds of destinations, each with the fields of its config. */
export const KINDS = CHANNELS.flatMap(({ kind, destination }) =>
  destination === null ? [] : [{ kind, label: channelText(kind), ...destination }],
);

/** What the user writes about a destination. A secret is empty until the user writes another. */
export interface DestinationInput {
  readonly name: string;
  readonly kind: string;
  readonly config: Readonly<Record<string, string>>;
  readonly events: readonly string[];
  readonly match: Match;
}

export const kindOf = (kind: string) => KINDS.find((each) => each.kind === kind);

/** The events that a destination hears. */
export const eventsOf = ({ match: { events = [] } }: Pick<Destination, 'match'>): readonly string[] =>
  events.length === 0 ? USUAL_EVENTS : events;

export function inputOf(destination: Destination | undefined): DestinationInput {
  if (destination === undefined) {
    return { name: '', kind: KINDS[0]?.kind ?? '', config: {}, events: USUAL_EVENTS, match: {} };
  }
  const { name, kind, config, match } = destination;
  const { events: _, ...rest } = match;
  const fields = kindOf(kind)?.fields ?? [];
  const shown = fields.flatMap(({ field, isSecret }) => (isSecret ? [] : [[field, config[field] ?? ''] as const]));
  return { name, kind, config: Object.fromEntries(shown), events: eventsOf(destination), match: rest };
}

/** The usual events go without saying. */
const matchOf = ({ match, events }: DestinationInput) => ({
  ...filledMatch(match),
  ...(isSameSet(events, USUAL_EVENTS) ? {} : { events: [...events] }),
});

/** What the user wrote for the kind. A user who chose another kind before may have written more. */
const configOf = ({ kind, config }: DestinationInput): Readonly<Record<string, string>> =>
  Object.fromEntries((kindOf(kind)?.fields ?? []).map(({ field }) => [field, (config[field] ?? '').trim()]));

/** The request for a new destination. The API checks its contents. */
export function newDestination(input: DestinationInput): unknown {
  return { name: input.name, kind: input.kind, config: configOf(input), match: matchOf(input) };
}

/** A form makes the body from what the API describes. */
export const isNewDestination = (body: unknown): body is NewDestination => typeof Object(body).kind === 'string';

/** The fields that the user changed. What a colleague changed meanwhile stays, and so does a secret left empty. */
export function destinationChanges(before: DestinationInput, after: DestinationInput): unknown {
  const old = configOf(before);
  const config = Object.entries(configOf(after)).filter(([field, value]) => value !== old[field]);
  const isSame = isSameMatch(before.match, after.match) && isSameSet(before.events, after.events);
  return {
    ...(after.name === before.name ? {} : { name: after.name }),
    ...(config.length === 0 ? {} : { config: Object.fromEntries(config) }),
    ...(isSame ? {} : { match: matchOf(after) }),
  };
}

/** The same for a change. A change of nothing is none. */
export const isDestinationChange = (body: unknown): body is DestinationChanges => Object.keys(Object(body)).length > 0;
