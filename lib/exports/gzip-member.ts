import { createGzip } from 'node:zlib';

/**
 * Compresses texts into one gzip member. Several members one after the other are one valid gzip file (RFC 1952), so
 * that each part of a file can be compressed on its own.
 */
export class GzipMember {
  readonly #gzip = createGzip();
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor() {
    this.#gzip.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#size += chunk.length;
    });
  }

  /** The compressed bytes so far, without those that the compressor still holds back (some 100 KB at most). */
  get size(): number {
    return this.#size;
  }

  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#gzip.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Ends the member and returns all of it. */
  end(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#gzip.once('error', reject).once('end', () => resolve(Buffer.concat(this.#chunks)));
      this.#gzip.end();
    });
  }
}
