import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { labelOf } from '../../../console/design/field-label.ts';
import { eventText, matchChoicesOf } from '../../../console/design/match-choices.ts';
import { heardWords } from '../../../console/design/match-words.ts';
import { root } from '../../support/sources.ts';

const document: unknown = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));

describe('The choices of what is heard', () => {
  it('come from the document of the API', () => {
    const { severities, ruleTypes, events, webhookEvents } = matchChoicesOf(document);
    expect(severities).toEqual(['info', 'warning', 'critical']);
    expect(ruleTypes).toContain('authority_change');
    expect(events).toContain('alert.fired');
    expect(webhookEvents).toEqual(expect.arrayContaining(['ping', ...events]));
  });

  it('are refused when the document does not describe them', () => {
    expect(() => matchChoicesOf({ components: {} })).toThrow('The API does not describe severities.');
  });

  it('have a text and a noun for each event', () => {
    const { events, webhookEvents } = matchChoicesOf(document);
    const names = { ruleName: () => undefined, walletLabel: () => undefined };
    for (const event of webhookEvents) expect(eventText(event)).not.toBe(labelOf(event));
    for (const event of events) expect(heardWords({}, [event], names)[0]?.text).not.toContain(event);
  });
});
