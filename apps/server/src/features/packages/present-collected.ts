import type { PackageExportItem } from '@millrace/contract'
import type { Collected } from '../../operations/packages/collect.ts'

/** Presents the items of an export, as users see them before exporting. */
export function presentCollected({ items, notes }: Collected): { items: PackageExportItem[]; notes: string[] } {
  return {
    items: items.map(({ item: { kind, key, name, content }, isChosen, neededBy }) => {
      const application = 'application' in content ? String(content.application) : null
      return { kind, key, name, application, isChosen, neededBy }
    }),
    notes: [...new Set(notes)],
  }
}
