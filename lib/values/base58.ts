/** Bitcoin's alphabet, which Solana uses too. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ZERO = '1';
/** The value of a digit, by its character code. */
const VALUES = Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)));

/** Digits read at once: 58^9 is still exact in a number, which saves most of the arithmetic on bigint. */
const CHUNK = 9;
const SCALES = Array.from({ length: CHUNK + 1 }, (_, digits) => 58n ** BigInt(digits));
const LOG2_58 = Math.log2(58);

/** The digits of 10,240 bytes: no chain has a longer text, and a node that states one must not cost seconds. */
const LONGEST_TEXT = 14_000;

/** The bytes of a base58 text; null when the text is too long or has a character outside the alphabet. */
export function decodeBase58(text: string): Buffer | null {
  const value = text.length > LONGEST_TEXT ? null : numberIn(text, 0, text.length);
  if (value === null) return null;
  // Each leading zero digit is a zero byte, which the number does not show.
  let zeros = 0;
  while (text[zeros] === ZERO) zeros += 1;
  const hex = value === 0n ? '' : value.toString(16);
  return Buffer.from('00'.repeat(zeros) + hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

/** Digits up to which one after the other is fastest. */
const SHORT = 288;
/** 58 to the power of `SHORT`, of its double, and so on. */
const POWERS: bigint[] = [58n ** BigInt(SHORT)];

/**
 * The number that the digits from `start` to before `end` write. Long texts are halved: digit after digit would take
 * the square of the length, and strangers write texts of 14,000 digits.
 */
function numberIn(text: string, start: number, end: number): bigint | null {
  if (end - start <= SHORT) return shortNumberIn(text, start, end);
  let [low, place] = [SHORT, 0];
  for (; 2 * low < end - start; place += 1) low *= 2;
  const [first, second] = [numberIn(text, start, end - low), numberIn(text, end - low, end)];
  return first === null || second === null ? null : first * powerAt(place) + second;
}

function powerAt(place: number): bigint {
  const known = POWERS[place];
  if (known !== undefined) return known;
  const power = powerAt(place - 1) ** 2n;
  POWERS[place] = power;
  return power;
}

function shortNumberIn(text: string, from: number, to: number): bigint | null {
  let value = 0n;
  for (let start = from; start < to; start += CHUNK) {
    const end = Math.min(start + CHUNK, to);
    const digits = numberOf(text, start, end);
    if (digits === null) return null;
    value = value * (SCALES[end - start] ?? 1n) + BigInt(digits);
  }
  return value;
}

/** The base58 text of bytes. */
export function encodeBase58(bytes: Buffer): string {
  let text = '';
  for (let value = BigInt(`0x0${bytes.toString('hex')}`); value > 0n; value /= 58n) {
    text = ALPHABET.charAt(Number(value % 58n)) + text;
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return ZERO.repeat(zeros < 0 ? bytes.length : zeros) + text;
}

/**
 * The first four bytes of a base58 text as one big-endian number, computed from its first digits alone. A block holds
 * a thousand long instructions of which only these bytes matter. Null for a short text, for text that is not base58 at
 * its start, and in one case of a hundred where the first digits do not decide the bytes.
 */
export function base58Start(text: string): number | null {
  if (text.length < 4 * CHUNK || text.startsWith(ZERO)) return null;
  const digits = numberOf(text, 0, CHUNK);
  if (digits === null) return null;
  const bits = Math.log2(digits) + (text.length - CHUNK) * LOG2_58;
  const start = 2 ** (bits - 8 * (Math.floor(bits / 8) - 3));
  // The omitted digits and the logarithms cause an error of less than a hundredth, even in a text of a thousand digits.
  const rest = start % 1;
  return rest < 0.01 || rest > 0.99 ? null : Math.floor(start);
}

/**
 * The first byte of a base58 text, computed without the other bytes. Null for an empty text, for text that is not
 * base58, and in the rare case where the rounding of a long number might decide.
 */
export function base58FirstByte(text: string): number | null {
  if (text.startsWith(ZERO)) return 0;
  const value = text.length > LONGEST ? null : numberOf(text, 0, text.length);
  if (value === null || value === 0) return null;
  const first = value / 2 ** (8 * Math.floor(Math.log2(value) / 8));
  const rest = first % 1;
  const isExact = text.length <= CHUNK || (rest > ROUNDING && rest < 1 - ROUNDING);
  return isExact ? Math.floor(first) : null;
}

/** Digits of a number that is still finite, and far more than the error of a number of so many digits. */
const LONGEST = 150;
const ROUNDING = 1e-12;

/** The number that the digits from `start` to before `end` write; null when one of the characters is no digit. */
function numberOf(text: string, start: number, end: number): number | null {
  let digits = 0;
  for (let at = start; at < end; at += 1) {
    const value = VALUES[text.charCodeAt(at)] ?? -1;
    if (value < 0) return null;
    digits = digits * 58 + value;
  }
  return digits;
}
