import { labelOf } from './field-label.ts';

/** The values that the API knows for the fields of `match`. A new rule type or event appears by itself. */
export interface MatchChoices {
  readonly severities: readonly string[];
  readonly ruleTypes: readonly string[];
  /** Of destinations. */
  readonly events: readonly string[];
  /** Of webhook subscriptions. */
  readonly webhookEvents: readonly string[];
}

/**
 * @param document the OpenAPI document.
 * @throws Error when the document does not describe the values.
 */
export function matchChoicesOf(document: unknown): MatchChoices {
  const valuesOf = (schema: string, field: string): readonly string[] => {
    const path = ['components', 'schemas', schema, 'properties', field, 'items', 'enum'];
    const values = path.reduce<unknown>((node, name) => Object(node)[name], document);
    if (!Array.isArray(values)) throw new Error(`The API does not describe ${field}.`);
    return values.map(String);
  };
  return {
    severities: valuesOf('DestinationMatch', 'severities'),
    ruleTypes: valuesOf('DestinationMatch', 'ruleTypes'),
    events: valuesOf('DestinationMatch', 'events'),
    webhookEvents: valuesOf('CreateWebhook', 'events'),
  };
}

const EVENTS = new Map([
  ['alert.fired', 'A rule matched a transaction'],
  ['alert.retracted', 'An alert no longer holds, because its block was orphaned'],
  ['alert.acknowledged', 'Somebody takes care of an alert'],
  ['alert.resolved', 'Somebody resolved an alert'],
  ['coverage.difference', 'A balance deviates from the records'],
  ['wallet.throttled', 'Transactions of wallets wait, because they are too many'],
  ['configuration.changed', 'Somebody disabled, deleted, repointed or muted what watches or tells'],
  ['ping', 'A test that somebody sends; the subscription gets it in any case'],
]);

/** What an event means. */
export const eventText = (event: string): string => EVENTS.get(event) ?? labelOf(event);
