/**
 * The order of the columns of a table: first those that the user sees, in the order of the user, then the hidden
 * columns.
 * @param ids all columns, in the order of the page.
 * @param visible the columns that show. Names that no column has are left out, because anybody can write an address.
 */
export function columnOrder(ids: readonly string[], visible: readonly string[]) {
  const shown = [...new Set(visible)].filter((id) => ids.includes(id));
  const hidden = ids.filter((id) => !shown.includes(id));
  return [...shown.map((id) => ({ id, visible: true })), ...hidden.map((id) => ({ id, visible: false }))];
}
