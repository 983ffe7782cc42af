import type { ProcessModel } from './model.ts'

const maxLength = 80

/** Names an element in a message: by its name in quotation marks, or by its id when it has no name. */
export function nameElement({ id, name }: { readonly id: string; readonly name?: string | null }): string {
  const plain = (name ?? '').replaceAll(/\s+/g, ' ').trim()
  if (plain === '') return id
  return `“${plain.length > maxLength ? `${plain.slice(0, maxLength)}…` : plain}”`
}

/** Names an element of a model by its id, as `nameElement` does. */
export function nameElementById({ elements }: Pick<ProcessModel, 'elements'>, id: string): string {
  return nameElement({ id, name: elements[id]?.name ?? null })
}
