import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Change, GeneratorFailure, type Plan } from './change.ts'

/**
 * Writes the changes of a plan into a project, all of them or none.
 *
 * @returns the paths that were written.
 * @throws GeneratorFailure when a file exists already, or has no location for a change.
 */
export function applyPlan({ changes }: Plan, project: string): string[] {
  const texts = changes.map((change) => [change.path, textAfter(change, project)] as const)
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  return texts.map(([path]) => path)
}

function textAfter(change: Change, project: string): string {
  const file = join(project, change.path)
  if (change.kind === 'file') {
    if (existsSync(file))
      throw new GeneratorFailure(`Expected ${change.path} not to be there yet, but it is. Choose another name.`)
    return change.text
  }
  try {
    return change.edit(readFileSync(file, 'utf8'))
  } catch (error) {
    if (!(error instanceof GeneratorFailure)) throw error
    throw new GeneratorFailure(`${change.path}: ${error.message}`)
  }
}
