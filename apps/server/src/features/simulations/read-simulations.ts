import { type Simulation, type SimulationDetail, type SimulationState, simulationLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { noSuchProcess } from '../../operations/processes/policy.ts'
import { noSuchSimulation } from '../../operations/simulations/policy.ts'
import { reaches } from '../../platform/auth/reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql } from '../../platform/list/sql.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'
import { seenDefinitions } from '../../runtime/rights/start-rights.ts'

interface SimulationRow {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly state: SimulationState
  readonly created_at: Date
  readonly created_by: string
  readonly ended_at: Date | null
  readonly done_runs: number
  readonly run_count: number
  readonly message: string
}

const columns = sql`s.id, s.name, s.state, s.created_at, s.created_by, s.ended_at, s.done_runs, s.run_count, s.message`

/** Lists the simulations of a version, the newest first. @throws Refusal when the process does not exist. */
export function listSimulations(db: Database, request: Request, id: string): Promise<{ items: Simulation[] }> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const [definition] = isUuid(id)
      ? await runSql<{ key: string }>(
          tx,
          sql`select key from process_definition where workplace_id = ${workplaceId} and id = ${id}::uuid`,
        )
      : []
    if (definition === undefined || !reaches(seenDefinitions(request.user), definition.key)) throw noSuchProcess()
    const rows = await runSql<SimulationRow>(
      tx,
      sql`select ${columns} from simulation s where s.workplace_id = ${workplaceId} and s.definition_id = ${id}::uuid
        order by s.created_at desc, s.id limit ${2 * simulationLimits.kept}`,
    )
    const people = await readNames(tx, workplaceId, rows)
    return { items: rows.map((row) => present(row, people)) }
  })
}

/** Returns a simulation with its result. @throws Refusal when it does not exist. */
export function getSimulation(db: Database, request: Request, id: string): Promise<SimulationDetail> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    if (!isUuid(id)) throw noSuchSimulation()
    const [row] = await runSql<SimulationRow & Pick<SimulationDetail, 'input' | 'result'>>(
      tx,
      sql`select ${columns}, d.key, s.input, s.result from simulation s
        join process_definition d on d.workplace_id = s.workplace_id and d.id = s.definition_id
        where s.workplace_id = ${workplaceId} and s.id = ${id}::uuid`,
    )
    if (row === undefined || !reaches(seenDefinitions(request.user), row.key)) throw noSuchSimulation()
    const people = await readNames(tx, workplaceId, [row])
    return { ...present(row, people), input: row.input, result: row.result }
  })
}

function readNames(tx: Tx, workplaceId: string, rows: readonly SimulationRow[]): Promise<People> {
  return readPeople(
    tx,
    workplaceId,
    rows.map(({ created_by }) => created_by),
  )
}

function present(row: SimulationRow, people: People): Simulation {
  const { id, name, state, message } = row
  return {
    ...{ id, name, state, message, doneRuns: row.done_runs, runs: row.run_count },
    createdAt: row.created_at.toISOString(),
    createdBy: people.find(row.created_by),
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}
