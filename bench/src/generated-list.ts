import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListDescription } from '@millrace/contract'
import type * as Export from '../../apps/server/src/platform/list/export/export-list.ts'
import type * as Read from '../../apps/server/src/platform/list/read-list.ts'
import type { ListSource } from '../../apps/server/src/platform/list/source.ts'
import { copyProject } from '../../scripts/copy-project.ts'
import { applyPlan } from '../../scripts/new/apply-plan.ts'
import { readNames } from '../../scripts/new/names.ts'
import { planResource } from '../../scripts/new/resource.ts'
import { root } from '../../scripts/run-tool.ts'

/** The list of a resource that the generator has just created, with the source for reading it. */
export interface GeneratedList {
  readonly source: ListSource<ListDescription, object, object>
  /** The statements that make its table. */
  readonly migration: string
  readonly read: typeof Read
  readonly export: typeof Export
  /** Takes the project away that it stands in. */
  remove(): void
}

/**
 * Runs `npm run new -- resource cost-centre` in a copy of the project, and loads the list with the server of the copy,
 * whose contract has the texts of the new list.
 */
export async function generateList(): Promise<GeneratedList> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'))
  const project = join(folder, 'project')
  copyProject(root, project)
  const names = readNames('cost-centre')
  if (names === null) throw new Error('Expected a name that the generator takes.')
  const written = applyPlan(planResource(names, { area: 'work', isRemovable: false }), project)
  const server = join(project, 'apps/server/src')
  const { costCentres } = await import(join(server, 'features/cost-centres/cost-centre-list.ts'))
  return {
    source: costCentres,
    migration: readFileSync(join(project, written.find((path) => path.endsWith('.sql')) ?? ''), 'utf8'),
    read: await import(join(server, 'platform/list/read-list.ts')),
    export: await import(join(server, 'platform/list/export/export-list.ts')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
