import { describe, expect, it } from '@jest/globals';
import { withTags } from '../../../../console/design/with-tags.ts';
import { changesIn, isOutdated } from '../../../../console/pages/transactions/annotation-draft.ts';

const before = { notes: 'rent', tags: ['ops', 'march'] };

describe('What a user writes about a transaction', () => {
  it('changes only the fields that the user changed', () => {
    expect(changesIn({ ...before, before })).toEqual({});
    expect(changesIn({ ...before, notes: '', before })).toEqual({ notes: '' });
    expect(changesIn({ ...before, tags: ['march'], before })).toEqual({ tags: ['march'] });
  });

  it('is outdated when the record is no longer what the user began with', () => {
    const draft = { notes: 'mine', tags: [], before };
    expect(isOutdated(draft, { notes: 'rent', tags: ['ops', 'march'] })).toBe(false);
    expect(isOutdated(draft, { notes: 'theirs', tags: ['ops', 'march'] })).toBe(true);
    expect(isOutdated(draft, { notes: 'rent', tags: ['ops'] })).toBe(true);
  });

  it('has each tag once, without blanks', () => {
    expect(withTags(['ops'], ' march , ops,, ')).toEqual(['ops', 'march']);
  });
});
