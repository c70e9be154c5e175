import { expect, it } from '@jest/globals';
import { prettyJson } from '../../../console/design/pretty-json.ts';

it('JSON stands in lines, and a text that is no JSON stays as it is', () => {
  expect(prettyJson('{"ok":true}')).toBe('{\n  "ok": true\n}');
  expect(prettyJson('{"ok":tr')).toBe('{"ok":tr');
});
