import { describe, expect, it } from '@jest/globals';
import { changeText } from '../../sdk/index.ts';

describe('A change of the audit log in one line', () => {
  it('has the value before and the value after', () => {
    expect(changeText({ path: 'cooldownMinutes', before: 5, after: 10 })).toBe('cooldownMinutes: 5 -> 10');
    expect(changeText({ path: 'name', before: 'Large', after: 'Huge' })).toBe('name: Large -> Huge');
    expect(changeText({ path: 'tags', before: [], after: ['cold'] })).toBe('tags: nothing -> cold');
  });

  it('says where there was or is no value', () => {
    expect(changeText({ path: 'note', before: null, after: 'Fine' })).toBe('note: none -> Fine');
    expect(changeText({ path: 'note', before: 'Fine', after: null })).toBe('note: Fine -> none');
  });

  it('has no brackets around a list, and no empty end', () => {
    expect(changeText({ path: 'emails', before: [], after: ['a@example.com', 'b@example.com'] })).toBe(
      'emails: nothing -> a@example.com, b@example.com',
    );
    expect(changeText({ path: 'note', before: null, after: '' })).toBe('note: none -> nothing');
    expect(changeText({ path: 'match', before: [{ a: 1 }], after: {} })).toBe('match: [{"a":1}] -> {}');
  });

  it('says of a secret once that it changed', () => {
    expect(changeText({ path: 'secret', before: '(changed)', after: '(changed)' })).toBe('secret: (changed)');
  });
});
