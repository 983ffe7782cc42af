import { isPlainObject } from './plain-object.ts'

/** The schema that documents are written in now. */
export const documentSchema = 2 as const

type Upgrade = (document: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/**
 * The functions that convert a document of an older schema to the next schema. Schema 1 had fields, sections and texts
 * with one flat list of values; all of it is valid in 2, which adds lists and more kinds of containers.
 */
const upgrades: Readonly<Record<number, Upgrade>> = {
  1: (document) => ({ ...document, schema: 2 }),
}

/** Upgrades a document of an older schema. Other values are returned unchanged, and `readDocument` refuses them. */
export function upgradeDocument(input: unknown): unknown {
  if (!isPlainObject(input) || typeof input.schema !== 'number') return input
  const upgrade = Object.hasOwn(upgrades, input.schema) ? upgrades[input.schema] : undefined
  return upgrade === undefined ? input : upgradeDocument(upgrade(input))
}
