import type { DmnModel } from './model.ts'

/** Counts the cells of decision tables and other expressions in a file, at any depth. */
export function countCells({ decisions, knowledgeModels }: DmnModel): number {
  const open: unknown[] = [...decisions, ...knowledgeModels].map(({ logic }) => logic)
  let count = 0
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && 'text' in value && typeof value.text === 'string') count++
    else for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) open.push(part)
  }
  return count
}
