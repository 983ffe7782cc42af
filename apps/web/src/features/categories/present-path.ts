import type { CategoryDesign } from '@millrace/contract'

/** Returns the names of a category and its parents: `Purchasing / Hardware`. */
export function presentPath(
  categories: readonly Pick<CategoryDesign, 'id' | 'name' | 'parentId'>[],
  id: string,
): string {
  const category = categories.find((one) => one.id === id)
  if (category === undefined) return ''
  const { name, parentId } = category
  return parentId === null ? name : `${presentPath(categories, parentId)} / ${name}`
}
