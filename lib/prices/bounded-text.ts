/** The body of an answer. @throws RangeError as soon as the body is larger than allowed. */
export async function boundedText({ body }: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // The end of the loop cancels the stream.
    if (size > mostBytes) throw new RangeError(`the answer has more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
