import { describe, expect, it } from '@jest/globals';
import { allOf, ifSame } from '../../../lib/platform/table/if-same.ts';

describe('ifSame', () => {
  it('compares the named attributes with what was read, null too', () => {
    expect(ifSame({ version: 3, owner: null, name: 'a' }, 'version', 'owner')).toEqual({
      when: '#version = :same_version AND #owner = :same_owner',
      values: { ':same_version': 3, ':same_owner': null },
    });
  });

  it('requires that an attribute is still missing that was missing', () => {
    expect(ifSame({ mark: undefined, hours: 0 }, 'mark', 'hours')).toEqual({
      when: 'attribute_not_exists(#mark) AND #hours = :same_hours',
      values: { ':same_hours': 0 },
    });
  });

  it('requires that there is still no item where there was none', () => {
    expect(ifSame<{ version: number }>(null, 'version')).toEqual({ when: 'attribute_not_exists(#pk)' });
  });
});

describe('allOf', () => {
  it('joins conditions and their values, and leaves out those that require nothing', () => {
    const light = { when: '#light = :on', values: { ':on': true } };
    expect(allOf(light, {}, ifSame({ owner: 'a' }, 'owner'))).toEqual({
      when: '#light = :on AND #owner = :same_owner',
      values: { ':on': true, ':same_owner': 'a' },
    });
    expect(allOf({}, {})).toEqual({});
  });
});
