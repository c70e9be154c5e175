import { describe, expect, it } from '@jest/globals';
import { filterOf } from '../../../local/aws/event-filter.ts';

const record = { eventName: 'INSERT', dynamodb: { Keys: { pk: { S: 'ORG#1' }, sk: { S: 'TX#9' } }, SizeBytes: 12 } };
const passes = (...patterns: object[]) => filterOf(patterns.map((pattern) => JSON.stringify(pattern)))(record);

describe('the filter of an event source', () => {
  it('passes every record when there is no pattern', () => {
    expect(passes()).toBe(true);
  });

  it('passes a record that meets every field of a pattern', () => {
    expect(passes({ eventName: ['INSERT'], dynamodb: { Keys: { sk: { S: [{ prefix: 'TX#' }] } } } })).toBe(true);
    expect(passes({ eventName: ['INSERT'], dynamodb: { Keys: { sk: { S: [{ prefix: 'RULE#' }] } } } })).toBe(false);
    expect(passes({ eventName: ['MODIFY'], dynamodb: { Keys: { sk: { S: [{ prefix: 'TX#' }] } } } })).toBe(false);
  });

  it('passes a record that meets any of several patterns, or any value of a list', () => {
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
  ])('understands %j', (condition, expected) => {
    expect(passes({ dynamodb: { Keys: { sk: { S: [condition] } } } })).toBe(expected);
  });

  it('does not take a missing field for a match', () => {
    expect(passes({ dynamodb: { NewImage: { kind: { S: ['a'] } } } })).toBe(false);
    expect(passes({ dynamodb: { NewImage: { kind: { S: [{ exists: false }] } } } })).toBe(true);
  });

  it('refuses a condition it does not know, instead of ignoring it', () => {
    expect(() => filterOf(['{"a":[{"numeric":[">",1]}]}'])).toThrow();
    expect(() => filterOf(['not json'])).toThrow();
  });
});
