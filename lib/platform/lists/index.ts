/** All that the rest of the product may know of counted lists. The README beside this file explains them. */
export type { Asked } from './asked-values.ts';
export { compactList } from './compact.ts';
export type { ListDefinition } from './definition.ts';
export { hasDrifted } from './drift.ts';
export type { FieldCondition, ListFilter } from './filter.ts';
export { type LoggedRecords, logList } from './log-list.ts';
export { type ListedRecords, type RecordList, recordList, type Steps } from './record-list.ts';
export type { RecordQuery } from './record-pages.ts';
export { recountList } from './recount.ts';
export { listChange } from './tail.ts';
