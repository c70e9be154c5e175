import { describe, expect, it } from '@jest/globals';
import { filterOf } from '../../../local/aws/event-filter.ts';

const record = { eventName: 'INSERT', dynamodb: { Keys: { pk: { S: 'ORG#1' }, sk: { S: 'TX#9' } }, SizeBytes: 12 } };
const passes = (...patterns: object[]) => filterOf(patterns.map((pattern) => JSON.stringify(pattern)))(record);

describe('The filter of an event source mapping', () => {
  it('accepts every record without patterns', () => {
    expect(passes()).toBe(true);
  });

  it('accepts a record that matches every field of a pattern', () => {
    expect(passes({ eventName: ['INSERT'], dynamodb: { Keys: { sk: { S: [{ prefix: 'TX#' }] } } } })).toBe(true);
    expect(passes({ eventName: ['INSERT'], dynamodb: { Keys: { sk: { S: [{ prefix: 'RULE#' }] } } } })).toBe(false);
    expect(passes({ eventName: ['MODIFY'], dynamodb: { Keys: { sk: { S: [{ prefix: 'TX#' }] } } } })).toBe(false);
  });

  it('accepts a record that matches one of several patterns, or one value of a list', () => {
    expect(passes({ eventName: ['REMOVE'] }, { eventName: ['INSERT'] })).toBe(true);
    expect(passes({ eventName: ['MODIFY', 'INSERT'] })).toBe(true);
  });

  it.each([
    [{ suffix: '#9' }, true],
    [{ suffix: '#8' }, false],
    [{ exists: true }, true],
    [{ exists: false }, false],
    [{ 'anything-but': ['TX#8'] }, true],
    [{ 'anything-but': ['TX#9'] }, false],
  ])('applies the condition %j', (condition, expected) => {
    expect(passes({ dynamodb: { Keys: { sk: { S: [condition] } } } })).toBe(expected);
  });

  it('rejects a record without the field of the pattern', () => {
    expect(passes({ dynamodb: { NewImage: { kind: { S: ['a'] } } } })).toBe(false);
    expect(passes({ dynamodb: { NewImage: { kind: { S: [{ exists: false }] } } } })).toBe(true);
  });

  it('throws for an unsupported condition instead of ignoring it', () => {
    expect(() => filterOf(['{"a":[{"numeric":[">",1]}]}'])).toThrow();
    expect(() => filterOf(['not json'])).toThrow();
  });
});
