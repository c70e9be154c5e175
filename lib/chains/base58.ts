const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** What a digit is worth, by its character code. */
const WORTH = Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)));

/** Digits taken at a time: 58^9 is still exact in a number, which spares most of the arithmetic on bigint. */
const CHUNK = 9;
const SCALES = Array.from({ length: CHUNK + 1 }, (_, digits) => 58n ** BigInt(digits));

/** The bytes that base58 text (Bitcoin's alphabet, which Solana shares) stands for; null when it is not base58. */
export function decodeBase58(text: string): Buffer | null {
  let value = 0n;
  for (let start = 0; start < text.length; start += CHUNK) {
    const end = Math.min(start + CHUNK, text.length);
    let digits = 0;
    for (let at = start; at < end; at += 1) {
      const worth = WORTH[text.charCodeAt(at)] ?? -1;
      if (worth < 0) return null;
      digits = digits * 58 + worth;
    }
    value = value * (SCALES[end - start] ?? 1n) + BigInt(digits);
  }
  // Each leading `1` is a zero byte, which the number does not show.
  let zeros = 0;
  while (text[zeros] === '1') zeros += 1;
  const hex = value === 0n ? '' : value.toString(16);
  return Buffer.from('00'.repeat(zeros) + hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

const LOG2_58 = Math.log2(58);

/**
 * The first four bytes that base58 text stands for as one number, the first byte the greatest, told by its first digits
 * alone: a block has a thousand long instructions of which no more is wanted. Null where those do not decide it, as in one
 * case of a hundred, and when it is short or not base58 there.
 */
export function base58Start(text: string): number | null {
  if (text.length < 4 * CHUNK || text.startsWith('1')) return null;
  let digits = 0;
  for (let at = 0; at < CHUNK; at += 1) {
    const worth = WORTH[text.charCodeAt(at)] ?? -1;
    if (worth < 0) return null;
    digits = digits * 58 + worth;
  }
  const bits = Math.log2(digits) + (text.length - CHUNK) * LOG2_58;
  const start = 2 ** (bits - 8 * (Math.floor(bits / 8) - 3));
  // The digits left out and the logarithms of a text of a thousand digits make it wrong by less than a hundredth.
  const rest = start % 1;
  return rest < 0.01 || rest > 0.99 ? null : Math.floor(start);
}
