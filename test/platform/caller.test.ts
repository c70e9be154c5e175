import { describe, expect, it } from '@jest/globals';
import { rateIdOf } from '../../lib/platform/caller.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { organisation, uuid } from '../support/records.ts';

describe('rateIdOf', () => {
  it('counts each key, and the same subject apart in each organisation', () => {
    const other = OrganisationId.parse(uuid(2));
    const person = { kind: 'person', id: 'person:ada', name: 'Ada', email: null } as const;
    expect(rateIdOf({ organisation, actor: { kind: 'key', id: uuid(90), name: 'Key' } })).toBe(uuid(90));
    expect(rateIdOf({ organisation, actor: person })).toBe(`${organisation}#person:ada`);
    expect(rateIdOf({ organisation: other, actor: person })).toBe(`${other}#person:ada`);
  });
});
