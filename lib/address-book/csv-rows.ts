/**
 * The rows of CSV text (RFC 4180), without empty lines. Quotes may hold commas, line breaks and doubled quotes. The
 * separator is the comma, or the semicolon if the first line has no comma.
 */
export function csvRows(text: string): string[][] {
  const [firstLine = ''] = text.split('\n', 1);
  const separator = firstLine.includes(',') ? ',' : ';';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    if (row.length > 1 || cell.trim() !== '') rows.push(row);
    row = [];
    cell = '';
  };
  for (let n = text.startsWith('\ufeff') ? 1 : 0; n < text.length; n++) {
    const character = text[n] ?? '';
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[n + 1] === '"') {
        cell += '"';
        n++;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = '';
    } else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  endRow();
  return rows;
}
