import fc from 'fast-check';
import { hostileKeys, hostileUrls, hostileValues, type Json } from './values.ts';

/** Changes one part of a value. Numbers select the change, so the same numbers change another value in the same way. */
type Change = (value: Json, draw: Draw) => Json;
type Draw = (below: number) => number;

const pick = <T>(items: readonly T[], draw: Draw): T => {
  const item = items[draw(items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from');
  return item;
};

const isUrl = (value: Json) => typeof value === 'string' && /^(https?:|\{\{receiver)/.test(value);
const hostile: Change = (value, draw) => (isUrl(value) ? pick(hostileUrls, draw) : pick(hostileValues, draw));
const wrapped: Change = (value, draw) => pick<Json>([[value], { value }, [value, value], JSON.stringify(value)], draw);
const recased: Change = (value, draw) =>
  typeof value === 'string' && !value.includes('{{') && !isUrl(value)
    ? pick(
        [
          value.toUpperCase(),
          ` ${value}`,
          `${value}\n`,
          `${value}\u0000`,
          `${value}\ud800`,
          value.slice(1),
          value.repeat(50),
        ],
        draw,
      )
    : pick(hostileValues, draw);

const CHANGES: readonly Change[] = [hostile, hostile, wrapped, recased];

/** Builds an object. Keeps `__proto__` as an own key, as JSON.parse does. */
const withKey = (object: Readonly<Record<string, Json>>, key: string, value: Json): Json =>
  Object.fromEntries([...Object.entries(object), [key, value]]);

function changed(value: Json, draw: Draw): Json {
  const isInner = typeof value === 'object' && value !== null;
  if (!isInner || draw(6) === 0) return pick(CHANGES, draw)(value, draw);
  if (Array.isArray(value)) {
    if (value.length === 0) return [pick(hostileValues, draw)];
    const at = draw(value.length);
    return value.map((item, index) => (index === at ? changed(item, draw) : item));
  }
  const keys = Object.keys(value);
  const key = keys[draw(keys.length + 1)];
  if (key === undefined) return withKey(value, pick(hostileKeys, draw), pick(hostileValues, draw));
  if (draw(8) === 0) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name === key ? changed(part, draw) : part]),
  );
}

/** Makes one to three changes to a value. */
export const mutated = (value: Json): fc.Arbitrary<Json> =>
  fc.array(fc.array(fc.nat(0xffff), { minLength: 40, maxLength: 40 }), { minLength: 1, maxLength: 3 }).map((rounds) => {
    let mutant = value;
    for (const numbers of rounds) {
      let next = 0;
      mutant = changed(mutant, (below) => (numbers[next++ % numbers.length] ?? 0) % below);
    }
    return mutant;
  });

/** Changes to the text of a JSON body. Characters `\xNN` stand for bytes, which need not be UTF-8. */
export const textChanges: readonly ((text: string) => string)[] = [
  (text) => `\ufeff${text}`,
  (text) => `${text}${text}`,
  (text) => `${text}x`,
  (text) => `${text}\u0000`,
  (text) => ` \n\t${text}\r\n`,
  (text) => text.slice(0, -1),
  (text) => text.slice(0, Math.floor(text.length / 2)),
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace(/\}$/, ',}'),
  (text) => `${text}//`,
  (text) => text.replace(/^\{"(\w+)":/, '{"$1":1,"$1":'),
  (text) => text.replace(/^\{/, '{"__proto__":{"x":1},'),
  (text) => text.replace(/^\{/, '{"constructor":{"prototype":{"x":1}},'),
  (text) => text.replace(/^\{/, '{"a":1e400,'),
  (text) => text.replace(/:(true|false|-?\d+)/, ':1e400'),
  (text) => text.replace(/:(true|false|-?\d+)/, ':-0'),
  (text) => text.replace(/:(true|false|-?\d+)/, `:${'9'.repeat(400)}`),
  (text) => text.replace(/:(true|false|-?\d+)/, ':NaN'),
  (text) => text.replace(/:"/, ':"\\ud800'),
  (text) => text.replace(/:"/, ':"\\u0000'),
  (text) => text.replace(/:"/, ':"\u0001'),
  (text) => text.replace(/:("[^"]*"|true|false|-?\d+)/, ':{{repeat:10000:[}}{{repeat:10000:]}}'),
  (text) => text.replace(/:("[^"]*"|true|false|-?\d+)/, ':{{repeat:5000:{"a":}}1{{repeat:5000:}}}'),
  (text) => text.replace(/^\{/, '{"x":{{repeat:10000:[}}{{repeat:10000:]}},'),
  (text) => text.replace(/^\{/, '{"x":"{{repeat:262200:x}}",'),
  () => '{{repeat:100000:[}}',
  () => '{{repeat:120000:{"a":}}',
  () => '',
  () => 'null',
  () => '[]',
  () => '"text"',
  () => '7',
  () => '{{repeat:300000: }}{}',
];
