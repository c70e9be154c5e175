import { describe, expect, it } from '@jest/globals';
import { stateMachine } from '../../../lib/platform/table/state-machine.ts';

const lamp = stateMachine('Lamp', 'light', ['off', 'on', 'broken'], {
  make: { from: ['nothing'], to: 'off', because: 'A worker builds it.' },
  switch: {
    from: ['off', 'on'],
    to: 'unchanged',
    when: [{ same: 'version' }, { over: 'lockedUntil' }],
    because: 'A person presses the button.',
  },
  mark: {
    from: ['on'],
    to: 'unchanged',
    when: [{ same: 'owner' }, { unset: 'mark' }],
    because: 'An owner marks it.',
  },
  wearOut: { from: ['on'], to: 'broken', when: [{ equal: ['hours', 'lifetime'] }], because: 'It burnt for too long.' },
});
const note = stateMachine('Note', null, ['there'], {
  write: { from: ['nothing', 'there'], to: 'there', because: 'A person writes it.' },
  read: { from: ['there'], to: 'deleted', because: 'A person reads it.' },
});

describe('stateMachine', () => {
  it('requires that the item does not exist for a transition from nothing', () => {
    expect(lamp.allows('make', {})).toEqual({ when: 'attribute_not_exists(#pk)' });
  });

  it('requires one of the states and all guards, with the values that the caller gives', () => {
    const now = new Date('2026-01-31T09:00:00.000Z');
    expect(lamp.allows('switch', { version: 3, now })).toEqual({
      when:
        '#light IN (:from0, :from1) AND #version = :same_version AND ' +
        '(attribute_not_exists(#lockedUntil) OR #lockedUntil = :null OR #lockedUntil < :now)',
      values: { ':from0': 'off', ':from1': 'on', ':same_version': 3, ':null': null, ':now': now.toISOString() },
    });
  });

  it('lets items pass that lack an attribute that must be unset', () => {
    expect(lamp.allows('mark', { owner: 'a' })).toEqual({
      when: '#light IN (:from0) AND #owner = :same_owner AND (attribute_not_exists(#mark) OR #mark = :null)',
      values: { ':from0': 'on', ':same_owner': 'a', ':null': null },
    });
  });

  it('compares two attributes of the item', () => {
    expect(lamp.allows('wearOut', {}).when).toBe('#light IN (:from0) AND #hours = #lifetime');
  });

  it('requires only that the item exists when no attribute stores the state', () => {
    expect(note.allows('read', {})).toEqual({ when: 'attribute_exists(#pk)' });
  });

  it('requires nothing for a transition from nothing and from the only state', () => {
    expect(note.allows('write', {})).toEqual({});
  });
});
