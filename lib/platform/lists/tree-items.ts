import { type ListDefinition, slicesOf, viewsOf } from './definition.ts';
import type { Folded } from './fold-tree.ts';
import { packLeaf } from './leaf.ts';
import type { TreeItem } from './list-store.ts';
import { packSlices } from './slice.ts';

/** How many items a fold writes beside the head. */
export const itemCount = (definition: ListDefinition, { leaves, nodes }: Folded): number =>
  leaves.length + nodes.length * viewsOf(definition).reduce((sum, view) => sum + slicesOf(view).length, 0);

/** The items that a fold writes: a leaf is one item, and a node has an item for each slice. */
export function itemsOf(definition: ListDefinition, { leaves, nodes }: Folded): TreeItem[] {
  return [
    ...leaves.map(({ bound, version, entries }) => ({ bound, version, ...packLeaf(entries) })),
    ...nodes.flatMap(({ level, bound, version, columns }) =>
      viewsOf(definition).flatMap((view) => {
        const places = view.facets.map((name) => definition.facets.indexOf(name));
        const bodies = packSlices(view, places, columns);
        return [...bodies].map(([slice, body]) => ({ level, slice, bound, version, body }));
      }),
    ),
  ];
}
